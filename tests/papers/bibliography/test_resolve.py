"""Which entry is which paper: what resolves, what does not, and why."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.papers.bibliography.resolve import THRESHOLD, Coverage, count_references, resolve_references
from citehop.papers.parsing.paper_ids import derive_paper_id
from citehop.papers.parsing.read import read_paper
from citehop.papers.parsing.references.parse import parse_reference
from citehop.papers.titles import contains_title, fold_title
from citehop.papers.types import Paper, PublicationPlace, Reference
from citehop.settings import Settings

SLOW = Paper(
    "slow",
    "Notes on Slow Engines: A Field Guide",
    ("Ada Byron", "Karl Meier"),
    2014,
    ids=(("arxiv", "1401.00001"),),
)
FAST = Paper("fast", "Fast Engines and What They Do", ("Li Wei",), 2016)
TASK = Paper("task", "XYZ-2015 Task 2: Engine Similarity", ("Ana Lee",), 2015)
ADAM = Paper("adam", "Adam", ("Eve First",), 2014)
CLUSTER = (SLOW, FAST, TASK, ADAM)


def resolved(*raw: str) -> list[str | None]:
    anchor = Paper("anchor", "Engines at Large", references=tuple(map(parse_reference, raw)))
    return [reference.paper_id for reference in resolve_references([*CLUSTER, anchor])[-1].references]


@pytest.mark.parametrize(
    ("raw", "paper_id"),
    [
        ("Ada Byron and Karl Meier. 2014. Notes on slow engines: A field guide. In XYZ.", "slow"),
        ("A. Byron, K. Meier. Notes on slow en-gines : a field guide, XYZ (2015).", "slow"),
        ("Somebody Else. Quite another title. arXiv:1401.00001, 2014.", "slow"),
        ("Byron, A. and Meier, K. Notes on slow engines, a feild guide. XYZ, 2014.", "slow"),
        ("Byron, A. and Meier, K. Notes on slow engines. XYZ, 2014.", "slow"),
        ("Wei, L. (2016). Fast engines and what they do. arXiv:1401.00001", "fast"),
        ("Unreadable authors 2016 “Fast Engines and What They Do” somewhere", "fast"),
        ("Ana Lee. 2014. XYZ-2014 task 10: Engine similarity. In XYZ.", None),
        ("Li Wei. 2016. Fast engines and what they do not. In XYZ.", "fast"),
        ("Max Other and Zoe Young. 2009. Fast engines and what they did. In XYZ.", None),
        ("Li Wei. 2016. Why fast engines and what they do matters for everyone everywhere. In XYZ.", None),
        ("Eve First. 2014. Adam. In XYZ.", "adam"),
        ("Zoe Young. 2001. Adam. In XYZ.", None),
        ("Zoe Young. 2001. Engines. In XYZ.", None),
        ("", None),
    ],
)
def test_an_entry_resolves(raw: str, paper_id: str | None) -> None:
    assert resolved(raw) == [paper_id]


def test_the_score_is_kept_below_the_threshold() -> None:
    anchor = Paper(
        "anchor",
        "X",
        references=(parse_reference("Max Other. 2009. Fast engines and what they did. In XYZ."),),
    )
    (reference,) = resolve_references([*CLUSTER, anchor])[-1].references
    assert reference.paper_id is None
    assert 0.5 < reference.score < THRESHOLD


def test_what_certain_entries_say_helps_the_others() -> None:
    """The paper's own file shows no authors; one bibliography names them, so that another's misprint is understood."""
    nameless = Paper("engine", "A Theory of Slow Engines at Rest")
    exact = Paper(
        "b",
        "B",
        references=(
            parse_reference("Max Other and Zoe Young. 2009. A theory of slow engines at rest. In XYZ."),
        ),
    )
    misprint = parse_reference("Other, M. and Young, Z. A theory of slow engnes in rest. XYZ, 2010.")
    stranger = parse_reference("Lee, A. and Wei, L. A theory of slow engnes in rest. XYZ, 2010.")
    papers = resolve_references([nameless, exact, Paper("c", "C", references=(misprint, stranger))])
    assert [reference.paper_id for reference in papers[2].references] == ["engine", None]


def test_a_paper_does_not_cite_itself_and_old_links_are_dropped() -> None:
    own = replace(FAST, references=(parse_reference("Li Wei. 2016. Fast engines and what they do. XYZ."),))
    gone = replace(
        SLOW, references=(Reference("1", "Nobody. Nothing.", "Nothing", paper_id="gone", score=1.0),)
    )
    papers = resolve_references([own, gone])
    assert [r.paper_id for paper in papers for r in paper.references] == [None, None]


def test_of_two_copies_the_smaller_id_is_taken() -> None:
    copies = [replace(FAST, id="z"), replace(FAST, id="a"), replace(FAST, id="m")]
    anchor = Paper(
        "anchor", "X", references=(parse_reference("Li Wei. 2016. Fast engines and what they do. XYZ."),)
    )
    assert resolve_references([*copies, anchor])[-1].references[0].paper_id == "a"


def test_coverage_counts() -> None:
    references = (
        Reference("1", "raw", "Title", ("A B",), 2014, paper_id="slow"),
        Reference("2", "raw", "Title", ("A B",), None),
        Reference("3", "raw", "Title"),
        Reference("4", "raw"),
        Reference("5", "raw", authors=("A B",), year=2014, venue="ApJ", volume="3"),
    )
    assert count_references(Paper("p", "P", references=references)) == Coverage(
        resolved=1, absent=1, untitled=1, unparsed=2
    )


def test_titles_stand_from_edge_to_edge() -> None:
    title = fold_title("Slow engines")
    assert contains_title(title, "A. Byron. Slow en-gines. In XYZ.")
    assert contains_title(title, "A. Byron 2014 “Slow Engines”, XYZ")
    assert not contains_title(title, "A. Byron. Very slow engines. In XYZ.")
    assert not contains_title(title, "A. Byron. Slow engines and fast ones. In XYZ.")


@given(
    st.permutations(
        [
            *CLUSTER,
            Paper(
                "anchor",
                "X",
                references=(parse_reference("Li Wei. 2016. Fast engines and what they do. XYZ."),),
            ),
        ]
    )
)
def test_the_order_of_papers_does_not_matter(papers: list[Paper]) -> None:
    found = {paper.id: paper for paper in resolve_references(papers)}
    assert [paper.id for paper in resolve_references(papers)] == [paper.id for paper in papers]
    assert found["anchor"].references[0].paper_id == "fast"


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_a_large_library_is_resolved_quickly() -> None:
    def title(i: int) -> str:
        return f"Study {i % 97} of engine number {i} in region {i % 13}"

    papers = [
        Paper(f"p{i}", title(i), ("Ada Byron",), 2000,
              references=tuple(parse_reference(f"Ada Byron. 2000. {title(j)}. XYZ.") for j in range(i, i + 20)))
        for i in range(500)
    ]  # fmt: skip
    found = resolve_references(papers)
    assert [r.paper_id for r in found[3].references[:3]] == [None, "p4", "p5"]


CITING = [  # in their bibliographies: numbers, authors and years, hanging and not, one and two columns
    "an-efficient-framework-for-learning-sentence-representations",
    "convolutional-neural-networks-for-sentence-classification",
    "recurrent-convolutional-neural-networks-for-text-classificat",
    "skip-thought-vectors",
    "word2vec-parameter-learning-explained",
]
# Right by hand, and not in the manifest, which compares titles: two misprinted titles.
BY_HAND = {
    ("convolutional-neural-networks-for-sentence-classification", "a-neural-probabilistic-language-model"),
    (
        "convolutional-neural-networks-for-sentence-classification",
        "distributed-representations-of-sentences-and-documents",
    ),
}


def test_real_bibliographies_against_who_cites_whom(shared: Path) -> None:
    folder = shared / "pdf_cluster_sentemb"
    manifest = json.loads((folder / "manifest.json").read_text())["papers"]
    ids = {derive_paper_id(Path(entry["file"])): entry["id"] for entry in manifest}
    papers = [
        read_paper(folder / entry["file"], Settings())
        if entry["id"] in CITING
        else Paper(derive_paper_id(Path(entry["file"])), entry["title"])
        for entry in manifest
    ]
    truth = {
        (entry["id"], cited) for entry in manifest if entry["id"] in CITING for cited in entry["cites"]
    } | BY_HAND
    found = {
        (ids[paper.id], ids[r.paper_id])
        for paper in resolve_references(papers)
        for r in paper.references
        if r.paper_id
    }
    assert len(truth) == 26
    assert found == truth


RAIN = Paper("rain", "Rain over Engines", ("Ada Q. Byron", "Karl Meier"), 2019,
             place=PublicationPlace("Astrophys. J.", "157", "217–230"))  # fmt: skip
FOG = Paper("fog", "Fog over Engines", ("Ada Byron", "Li Wei", "Ana Lee"), 2019)


@pytest.mark.parametrize(
    ("raw", "paper_id"),
    [
        ("Byron, A. Q., Meier, K., et al. 2019, ApJ, 157, 217", "rain"),
        ("A. Byron and K. Meier, Astrophys. J. 157, 217 (2018).", "rain"),
        ("Byron A, Wei L, Lee A 2019 Phys. Lett. 3 14", "fog"),
        ("Byron, A., Meier, K., et al. 2019, ApJ, 158, 13", None),
        ("Byron, A. 2019, Rain. Lett., 4, 15", None),
        ("Byron, A., et al. 2019, Rain. Lett., 4, 15", None),
        ("Poe, M., & Meier, K. 2019, MNRAS, 12, 217", None),
    ],
)
def test_an_entry_without_a_title_resolves_by_its_other_fields(raw: str, paper_id: str | None) -> None:
    anchor = Paper("anchor", "Engines at Large", references=(parse_reference(raw),))
    (reference,) = resolve_references([*CLUSTER, RAIN, FOG, anchor])[-1].references
    assert (reference.title, reference.paper_id) == ("", paper_id)


def test_fields_that_contradict_are_named() -> None:
    raw = "Byron, A. Q., Meier, K. 2015, ApJ, 157, 217"
    anchor = Paper("anchor", "Engines at Large", references=(parse_reference(raw),))
    (reference,) = resolve_references([RAIN, anchor])[-1].references
    assert (reference.paper_id, reference.conflicts) == ("rain", ("year",))


def test_an_entry_names_one_of_two_versions() -> None:
    preprint = replace(SLOW, id="a-preprint", year=2012)
    published = replace(SLOW, ids=())
    raws = [
        "Ada Byron and Karl Meier. 2014. Notes on slow engines: A field guide. In XYZ.",
        "Ada Byron and Karl Meier. 2012. Notes on slow engines: A field guide. In XYZ.",
        "Ada Byron and Karl Meier. 2014. Notes on slow engines: A field guide. arXiv:1401.00001.",
    ]
    anchor = Paper("anchor", "X", references=tuple(map(parse_reference, raws)))
    found = resolve_references([preprint, published, anchor])[-1].references
    assert [reference.paper_id for reference in found] == ["slow", "a-preprint", "a-preprint"]
