"""Lists of figures in the terminal."""

import pytest

from citehop.agent.first_hop import FirstHop
from citehop.agent.session import Session
from citehop.cli.output.terminal.values import print_figures, print_first_hop
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox, Figure, Paper, Word
from citehop.retrieval.types import RankedPaper

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
            (paper, Figure("fig2", "figure", "Figure 2", "Figure 2: From LaTeX sources.", 0, BOX)),
        ]
    )
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "falk-2019-snow",
        "  Table 1    p. 3   Depths.",
        '  First table on page 5 "Gauge Depth 3.5 Snow 1 1 1 1 1 1 1 1"',
        "  Figure on page 7",
        "  Figure 2    From LaTeX sources.",
    ]


@pytest.mark.parametrize(
    ("name", "marker", "shown"),
    [("SoilBox", "(Petrakis et al., 2013)", 3), ("RillNet", "(Castellanos et al., 2021)", 5)],
)
def test_few_papers_are_listed_where_the_cluster_lacks_the_cited_work(
    by_words: Session, capsys: pytest.CaptureFixture[str], name: str, marker: str, shown: int
) -> None:
    ranking = tuple(RankedPaper(paper_id, 0.1) for paper_id in by_words.cluster.paper_ids[:5])
    reading = Reading((Entity(name, 0.9, (marker,)),), "max", abstained=False)
    print_first_hop(
        FirstHop(None, reading, ranking, anchor="varnholt-2024-braidnet"), by_words.cluster, 5, explain=False
    )
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.lstrip()[:2] in ("1.", "2.", "3.", "4.", "5.") for line in lines) == shown
    assert any("which is not in this cluster" in line for line in lines) == (shown == 3)


@pytest.mark.parametrize(("first", "shown"), [("castellanos-2021-rillnet", 5), ("", 3)])
def test_few_papers_are_listed_where_the_anchor_cites_none_of_the_first(
    by_words: Session, capsys: pytest.CaptureFixture[str], first: str, shown: int
) -> None:
    cluster = by_words.cluster
    anchor = "varnholt-2024-braidnet"
    others = [paper for paper in cluster.paper_ids if paper not in cluster.cited_papers[anchor]]
    ranking = tuple(RankedPaper(paper, 0.1) for paper in ([first] if first else []) + (others * 5)[:5])
    print_first_hop(FirstHop(None, None, ranking[:5], anchor=anchor), cluster, 5, explain=False)
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.lstrip()[:2] in ("1.", "2.", "3.", "4.", "5.") for line in lines) == shown
