"""The table of papers: counts behind short ids, titles in one line below them."""

import io

import pytest
from rich.console import Console

from citehop.cli.output.terminal import papers
from citehop.papers.types import Paper, Reference


def paper(paper_id: str, title: str, **fields: object) -> Paper:
    return Paper(paper_id, title=title, **fields)  # type: ignore[arg-type]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    stream = io.StringIO()
    monkeypatch.setattr(papers, "out", lambda: Console(file=stream, width=80))
    references = (Reference("1", "Raw."), Reference("2", "Raw.", title="A", paper_id="a"))
    papers._print_papers(
        [
            paper(
                "lewis-2020-retrieval-augmented", "Retrieval-Augmented Generation for Tasks of Much Knowledge"
            ),
            paper("密集-2020-検索", "密集", year=2020, pages=9, references=references),
            paper("a-file-whose-name-is-longer-than-half-a-terminal", "T", pages=3),
        ],
        "密集-2020-検索",
    )
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_a_paper_is_two_lines(lines: list[str]) -> None:
    assert lines[0].split() == [
        "paper",
        "year",
        "pages",
        "figs",
        "resolved",
        "absent",
        "untitled",
        "unparsed",
    ]
    assert lines[1].split()[1:] == ["-", "0", "0", "-", "-", "-", "-"]
    assert lines[2] == "  Retrieval-Augmented Generation for Tasks of Much Knowledge"


def test_counts_are_below_their_names_whatever_the_script(lines: list[str]) -> None:
    assert lines[3].split() == ["密集-2020-検索", "*", "2020", "9", "0", "1", "0", "0", "1"]
    wide = 4  # characters that take two cells
    assert lines[3].index("2020   ") == lines[0].index("year") - wide


def test_a_long_id_has_a_line_of_its_own(lines: list[str]) -> None:
    assert lines[5] == "a-file-whose-name-is-longer-than-half-a-terminal"
    assert lines[6].split()[0] == "-"
    assert len(lines[6]) == len(lines[0]) == 80
