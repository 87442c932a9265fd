"""Works behind the names of a figure that the anchor cites and the cluster lacks."""

import pytest

from citehop.papers.types import Mention, Paper, Reference
from citehop.retrieval.linking.absent import find_absent_reference

ABSENT = Reference("Ames 2018", "", title="Content-based Citation", authors=("C. Ames",), year=2018)
PRESENT = Reference("Bell 2019", "", title="B", authors=("D. Bell",), year=2019, paper_id="bell-2019")
ANCHOR = Paper(
    "anchor",
    title="Anchor",
    references=(ABSENT, PRESENT),
    mentions=(
        Mention(("FooNet",), ("Ames 2018",), "FooNet (Ames, 2018) is strong.", 1),
        Mention(("BarNet",), ("Bell 2019",), "BarNet (Bell, 2019) is weak.", 1),
        Mention(("BazNet",), ("Ames 2018", "Bell 2019"), "BazNet (Ames, 2018; Bell, 2019) is both.", 1),
        Mention(("QuxNet",), ("Ames 2018",), "QuxNet (Ames, 2018).", 1),
        Mention(("QuxNet",), ("Bell 2019",), "QuxNet (Bell, 2019).", 2),
    ),
)


@pytest.mark.parametrize("printed", ["FooNet", "foo-net", "SomeNet (Ames, 2018)", "Ames et al. (2018)"])
def test_a_name_of_a_work_that_is_not_here(printed: str) -> None:
    assert find_absent_reference(printed, ANCHOR) is ABSENT


@pytest.mark.parametrize("printed", ["BarNet", "BazNet", "QuxNet", "FooNet (Bell, 2019)", "Ours", "Other"])
def test_a_name_of_a_paper_of_the_cluster_of_several_or_of_none(printed: str) -> None:
    assert find_absent_reference(printed, ANCHOR) is None
