"""Lists of figures in the terminal."""

from __future__ import annotations

import pytest

from citehop.cli.output.terminal.values import print_figures
from citehop.papers.types import BBox, Figure, Paper, Word

BOX = BBox(0.0, 0.0, 100.0, 50.0)


def test_a_figure_without_a_caption_is_listed_with_its_first_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = tuple(Word(text, BOX) for text in ["Gauge", "Depth", "3.5", "Snow", *["1"] * 20])
    paper = Paper("falk-2019-snow", "Snow")
    print_figures(
        [
            (paper, Figure("p3:table1", "table", "Table 1", "Table 1: Depths.", 3, BOX)),
            (paper, Figure("p5:table", "table", "First table on page 5", "", 5, BOX, words=words)),
            (paper, Figure("p7:figure", "figure", "Figure on page 7", "", 7, BOX)),
        ]
    )
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "falk-2019-snow",
        "  Table 1    p. 3   Depths.",
        '  First table on page 5 "Gauge Depth 3.5 Snow 1 1 1 1 1 1 1 1"',
        "  Figure on page 7",
    ]
