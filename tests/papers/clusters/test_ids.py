"""References to papers as users write them: ids, titles, prefixes, file names, words of one title."""

from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.files import citations_file, paper_file, summaries_file
from citehop.papers.clusters.ids import describe_location, find_paper
from citehop.papers.clusters.manifest import SCHEMA, Manifest, SourceFile, StoreState
from citehop.papers.files import write_atomic
from citehop.papers.serialization import to_json
from citehop.papers.types import Paper

PAPERS = (
    Paper("foonet-2019", "FooNet: Parsing Trees with Foos"),
    Paper("rain-2020", "Attention over Antecedent Rainfall", ("Ōta Nakadai",), 2022),
    Paper("trees-2021", "Attention over Trees"),
)
NAMES = ("sub/Foo_Final (2).pdf", "b.pdf", "c.pdf")


def make_cluster(folder: Path, papers: tuple[Paper, ...], names: tuple[str, ...]) -> Cluster:
    """A cluster of `papers`, whose files are called `names`."""
    files = tuple(
        SourceFile(name, 3, 1, str(i) * 64, paper.id, parsed="k", chunked="c")
        for i, (name, paper) in enumerate(zip(names, papers, strict=True))
    )
    for file, paper in zip(files, papers, strict=True):
        write_atomic(paper_file(folder, file), to_json(paper))
    write_atomic(citations_file(folder, "cites"), to_json(tuple((paper.id, ()) for paper in papers)))
    write_atomic(summaries_file(folder, "cites"), to_json(papers))
    return Cluster(
        folder, Manifest(SCHEMA, "mine", "/papers", None, "cites", "", "", files, StoreState("g1", "l"))
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Cluster:
    return make_cluster(tmp_path / "mine", PAPERS, NAMES)


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("foonet-2019", "foonet-2019"),
        ("FOONET", "foonet-2019"),  # prefix of an id and of a title
        ("attention  over trees", "trees-2021"),  # a title
        ("attention over a", "rain-2020"),
        ("Foo_Final (2).pdf", "foonet-2019"),
        ("sub/foo final 2", "foonet-2019"),  # a file, without suffix and signs
        ("b.pdf", "rain-2020"),
        ("antecedent rainfall", "rain-2020"),  # words of one title only
        ("2021 attention", "trees-2021"),
        ("nakadai-2022-attention", "rain-2020"),  # author, year and a word of the title
        ("Ota 2022", "rain-2020"),
    ],
)
def test_a_paper_is_found(text: str, paper: str, cluster: Cluster) -> None:
    assert find_paper(cluster, text) == paper


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attention", r"fits 2 papers \(rain-2020, trees-2021\); give an id, or more of the name"),
        ("foonet-2018", "did you mean 'foonet-2019'"),
        ("foonett", "did you mean 'foonet-2019'"),
        ("quokka", "no paper 'quokka' in cluster mine; there are: foonet-2019, rain-2020, trees-2021"),
        ("nete", r"no paper 'nete' in cluster mine; there are: "),  # not alike enough
        ("", "papers"),
        ("over", r"'over' fits 2 papers \(rain-2020, trees-2021\)"),  # a word of two titles
    ],
)
def test_other_texts_are_errors(text: str, message: str, cluster: Cluster) -> None:
    with pytest.raises(UsageError, match=message):
        find_paper(cluster, text)


@pytest.mark.parametrize(
    ("text", "closest"), [("qnet", "yu-2018-qanet"), ("rrnet", "wang-2017-rnet"), ("nett", "chen-2016-net")]
)
def test_the_paper_that_differs_in_fewest_letters_is_suggested(
    text: str, closest: str, tmp_path: Path
) -> None:
    ids = ("chen-2016-net", "wang-2017-rnet", "yu-2018-qanet")
    papers = tuple(
        Paper(each, f"{each.rpartition('-')[2]}: reading comprehension with attention") for each in ids
    )
    names = tuple(f"{paper.id}.pdf" for paper in papers)
    with pytest.raises(UsageError, match=f"did you mean '{closest}'"):
        find_paper(make_cluster(tmp_path / "mine", papers, names), text)


def test_locations() -> None:
    assert describe_location(PAPERS[0], 3) == "page 3"
    assert describe_location(PAPERS[0], 0) == "LaTeX source"
    assert describe_location(Paper("x", "X", abstract_only=True), 0) == "abstract only"
