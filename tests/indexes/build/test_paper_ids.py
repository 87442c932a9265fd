"""Ids from author, year and title, kept by the manifest; names of files and earlier ids still select their paper."""

from dataclasses import replace
from pathlib import Path

import pytest

from citehop.indexes.build.build import build
from citehop.indexes.build.paper_ids import assign_ids, list_known_ids, propose_id
from citehop.papers.clusters.ids import find_paper
from citehop.papers.clusters.locate import cluster_folder, open_cluster
from citehop.papers.clusters.manifest import Manifest, SourceFile, read_manifest, write_manifest
from citehop.papers.types import Paper
from citehop.settings import Settings

RAG = Paper(
    "x",
    "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
    ("Patrick Lewis", "E. Perez"),
    2020,
)


def file(name: str, sha256: str, problem: str = "") -> SourceFile:
    return SourceFile(name, 1, 1, sha256, name.partition(".")[0].lower(), problem)


@pytest.mark.parametrize(
    ("name", "paper", "paper_id"),
    [
        ("HyDE.pdf", RAG, "lewis-2020-retrieval-augmented"),
        ("a.pdf", replace(RAG, title="SPECTER: Document-level Learning"), "lewis-2020-specter"),
        ("a.pdf", replace(RAG, title="A Survey of the Robots: A Review"), "lewis-2020-survey-robots"),
        ("a.pdf", replace(RAG, title="On It"), "lewis-2020-on-it"),
        ("a.pdf", replace(RAG, year=None), "lewis-retrieval-augmented"),
        ("a.pdf", replace(RAG, authors=("Ruffy, Zoë",)), "ruffy-2020-retrieval-augmented"),
        ("a.pdf", replace(RAG, authors=("Tim Van de Cruys",)), "van-de-cruys-2020-retrieval-augmented"),
        (
            "a.pdf",
            replace(RAG, authors=("The Astropy Collaboration",)),
            "astropy-collaboration-2020-retrieval-augmented",
        ),
        ("a.pdf", replace(RAG, authors=("李",), title="密集 检索"), "李-2020-密集-检索"),
        ("hyde.pdf", replace(RAG, authors=()), "hyde"),
        ("hyde.pdf", replace(RAG, title=""), "hyde"),
        ("lewis-2020-rag.pdf", RAG, "lewis-2020-rag"),
        ("lewis-2020-rag.pdf", replace(RAG, year=None), "lewis-2020-rag"),
        ("lewis-2019-rag.pdf", RAG, "lewis-2020-retrieval-augmented"),
        ("corpus.jsonl:7", RAG, "corpus"),
    ],
)
def test_an_id_has_author_year_and_title(name: str, paper: Paper, paper_id: str) -> None:
    assert propose_id(file(name, "0"), paper) == paper_id


def test_an_id_is_kept_and_shared_by_no_two_papers() -> None:
    files = [file("a.pdf", "0"), file("b.pdf", "1"), file("new.pdf", "2"), file("x.pdf", "3", "not a PDF")]
    proposals = {"a.pdf": "same", "b.pdf": "same", "new.pdf": "x"}
    first = list(assign_ids(files, {}, lambda each: proposals[each.name]))
    assert [each.paper_id for each in first] == ["same", "same-2", "x-2", "x"]
    assert [each.stem for each in first] == ["a", "b", "new", ""]
    known = {"1": "same"}
    again = list(assign_ids(files, known, lambda each: proposals[each.name]))
    assert [each.paper_id for each in again] == ["same-2", "same", "x-2", "x"]


def paper(path: Path, note: str) -> None:
    """A paper with an author and a year, in LaTeX."""
    path.write_text(
        r"\documentclass{article}\title{Retrieval-Augmented Generation}\author{Patrick Lewis}\date{May 2020}"
        rf"\begin{{document}}\maketitle\section{{Findings}}Passages help: {note}.\end{{document}}"
    )


def test_two_papers_with_one_id_are_indexed_and_stay_the_same(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    paper(folder / "b.tex", "the second")
    build(folder, "mine", None, settings)
    (only,) = open_cluster("mine", settings).paper_ids
    paper(folder / "a.tex", "the first")
    build(folder, "mine", None, settings)
    cluster = open_cluster("mine", settings)
    assert find_paper(cluster, "b.tex") == find_paper(cluster, "b") == only
    assert find_paper(cluster, "a.tex") == f"{only}-2"
    assert [each.id for each in cluster.papers()] == [each.id for each in cluster.summaries]
    assert "the first" in cluster.paper(f"{only}-2").blocks[-1].text
    assert not build(folder, "mine", None, settings).changed
    fresh = build(folder, "fresh", "a.tex", settings)
    assert fresh.anchor == only, "in a new cluster the first file by name has the plain id"
    by_id = {
        chunk_id.partition(":")[0] for chunk_id, *_ in open_cluster("fresh", settings).manifest.store.papers
    }
    assert by_id == {only, f"{only}-2"}


def test_a_cluster_of_before_keeps_its_ids(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    paper(folder / "HyDE.tex", "they do")
    build(folder, "mine", None, settings)
    target = cluster_folder("mine", settings)
    manifest = read_manifest(target)
    assert manifest
    (entry,) = manifest.files
    write_manifest(target, as_before(manifest, entry))
    build(folder, "mine", None, settings)
    assert open_cluster("mine", settings).paper_ids == ("hyde",)
    assert list_known_ids(manifest) == {entry.sha256: entry.paper_id}


def as_before(manifest: Manifest, entry: SourceFile) -> Manifest:
    """The manifest of a version that named papers by their files."""
    return replace(manifest, files=(replace(entry, paper_id="hyde", stem=""),), checksums="")
