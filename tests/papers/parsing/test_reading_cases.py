"""Small papers that are hard to read, with their right values: bibliographies, markers and versions."""

from __future__ import annotations

from pathlib import Path

from citehop.papers.bibliography.resolve import resolve_references
from citehop.papers.parsing.read import read_paper
from citehop.papers.types import Paper
from citehop.settings import Settings


def read_case(shared: Path, name: str) -> dict[str, Paper]:
    """The papers of a case by the names of their files, their references resolved."""
    papers = [read_paper(pdf, Settings()) for pdf in sorted((shared / "cases" / name).glob("*.pdf"))]
    return {paper.source: paper for paper in resolve_references(papers)}


def test_each_chapter_of_a_thesis_has_its_own_bibliography(shared: Path) -> None:
    (paper,) = read_case(shared, "chapters").values()
    assert [reference.authors[0] for reference in paper.references] == [
        "J. Ade", "K. Bo", "L. Cho", "M. Diaz", "N. Ek", "O. Farr",
    ]  # fmt: skip
    cited = {mention.sentence.split()[0]: mention.keys[0] for mention in paper.mentions}
    names = {reference.key: reference.authors[0] for reference in paper.references}
    assert names[cited["Yield"]] == "J. Ade"
    assert names[cited["Coated"]] == "L. Cho"
    assert names[cited["Wind"]] == "N. Ek"


def test_footnotes_cite(shared: Path) -> None:
    papers = read_case(shared, "footrefs")
    found = papers["quillfeather-2011-harbour.pdf"].references
    assert [reference.key for reference in found if reference.paper_id == papers["goffe1983.pdf"].id] == [
        "1",
        "3",
    ]


def test_three_of_four_entries_without_titles_resolve(shared: Path) -> None:
    papers = read_case(shared, "refmatch")
    references = papers["dacosta2019.pdf"].references
    assert len(references) == 4
    assert sum(reference.paper_id is not None for reference in references) == 3


def test_an_entry_names_the_published_version(shared: Path) -> None:
    papers = read_case(shared, "versions")
    (reference,) = papers["citing.pdf"].references
    assert reference.paper_id == papers["published.pdf"].id


def test_brackets_beside_isotopes_and_powers_are_the_only_markers(shared: Path) -> None:
    papers = read_case(shared, "superscript_brackets")
    assert len(papers["halloran-2019-boron.pdf"].mentions) == 9


def test_markers_over_two_lines(shared: Path) -> None:
    (paper,) = read_case(shared, "wrapped").values()
    assert {mention.keys for mention in paper.mentions} >= {("1", "2", "3"), ("4", "5")}


def test_stamps_and_titles_tell_that_papers_are_retracted(shared: Path) -> None:
    papers = read_case(shared, "retracted")
    assert {paper.notice for paper in papers.values()} == {"retracted"}
