"""Names that refer to one cited paper with high probability."""

from __future__ import annotations

import pytest

from citehop.evaluation.question_generation.visual import link_surely
from citehop.figures.types import FigureName
from citehop.papers.types import Mention, Paper, Reference
from citehop.retrieval.linking.candidate_index import CandidateIndex

TWO = Paper("two", "Comprehension with answer pointers", ("Shuo Wang", "Jing Jiang"), 2016)
NET = Paper("net", "FooNet: a network for reading", ("A. Miller", "B. Smith", "C. Jones"), 2017)
ANCHOR = Paper(
    "anchor",
    "Our model",
    references=(
        Reference("Wang and Jiang, 2016", "", authors=("Shuo Wang", "Jing Jiang"), year=2016, paper_id="two"),
        Reference("Miller et al., 2017", "", authors=NET.authors, year=2017, paper_id="net"),
    ),
    mentions=(Mention(("BarNet",), ("Miller et al., 2017",), "BarNet (Miller et al., 2017)", 1),),
)


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        (FigureName("Match", (), ("(Wang & Jiang, 2016)",)), "two"),
        (FigureName("MPCM", (), ("(Wang et al., 2016)",)), ""),  # another paper of that author and year
        (FigureName("(Single)", (), ("(Wang & Jiang, 2016)",)), ""),
        (FigureName("FooNet"), "net"),
        (FigureName("BarNet"), "net"),
        (FigureName("BarNet + FooNet"), ""),
        (FigureName("network"), ""),
        (FigureName("Ours"), ""),
    ],
)
def test_only_direct_evidence_links(name: FigureName, paper: str) -> None:
    found = link_surely(name, CandidateIndex([TWO, NET]), ANCHOR)
    assert (found.paper_id if found else "") == paper
