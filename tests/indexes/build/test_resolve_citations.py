from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.build.resolve_citations import resolve_citations
from citehop.indexes.cluster_index import open_index
from citehop.indexes.text.chunking import paper_text
from citehop.papers.clusters import files
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import SourceFile
from citehop.papers.record import EMPTY_RECORD
from citehop.papers.types import Paper, Reference
from citehop.settings import Settings


def test_summaries_are_the_papers_without_their_text(built: BuildReport, settings: Settings) -> None:
    cluster = open_cluster("garden", settings)
    assert cluster.summaries == tuple(
        replace(paper, blocks=(), figures=(), references=(), mentions=(), record=EMPTY_RECORD)
        for paper in cluster.papers()
    )
    assert [paper.id for paper in cluster.summaries] == list(cluster.paper_ids)


def test_a_paper_without_a_year_has_the_one_with_which_others_cite_it(tmp_path: Path) -> None:
    def cite(citing: str, year: int | None) -> Paper:
        raw = f"Ada Byron. {year}. The slow engines of the north."
        entry = Reference("Byron", raw, "The slow engines of the north", ("Ada Byron",), year)
        return Paper(citing, f"A study called {citing}", ("Max Poe",), 2020, references=(entry,))

    engines = Paper("engines", "The slow engines of the north", ("Ada Byron",), None)
    papers = [engines, cite("a", 2001), cite("b", 2003), cite("c", 2003), cite("d", None)]
    fresh = {paper.id: paper for paper in papers}
    sources = [SourceFile(f"{each.id}.pdf", 0, 0, each.id, each.id, parsed=each.id) for each in papers]
    key = resolve_citations(tmp_path, sources, fresh)
    summaries = files.read_build_file(tuple[Paper, ...], files.summaries_file(tmp_path, key))
    assert {paper.id: paper.year for paper in summaries} == {
        "a": 2020, "b": 2020, "c": 2020, "d": 2020, "engines": 2003,
    }  # fmt: skip


def test_summaries_and_vectors_of_papers_need_no_paper_and_no_model(
    built: BuildReport, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = open_cluster("garden", settings)
    index = open_index(cluster, settings)
    texts = [paper_text(paper) for paper in cluster.papers()]
    wanted = np.concatenate([index.encode([text]) for text in texts])  # one by one they are computed
    read = files.read_build_file

    def forbid_papers(cls: type, path: Path, digest: str = "") -> object:
        assert cls is not Paper, "a paper was decoded"
        return read(cls, path, digest)

    for module in ("cluster", "files"):
        monkeypatch.setattr(f"citehop.papers.clusters.{module}.read_build_file", forbid_papers)
    again = open_cluster("garden", settings)
    assert len(again.summaries) == 4
    monkeypatch.setattr("citehop.indexes.embedding.encoder.Encoder", None)
    vectors = open_index(again, settings).encode([paper_text(paper) for paper in again.summaries])
    assert np.abs(vectors - wanted).max() < 1e-3


def test_summaries_follow_the_papers_and_come_back_when_they_are_lost(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    (corpus / "bees.pdf").unlink()
    build(corpus, "garden", None, settings)
    assert [paper.id for paper in open_cluster("garden", settings).summaries] == ["anchor", "compost", "dew"]
    key = open_cluster("garden", settings).manifest.citations
    summaries = files.summaries_file(built.path, key)
    text = summaries.read_text()
    summaries.unlink()
    build(corpus, "garden", None, settings)
    assert summaries.read_text() == text
