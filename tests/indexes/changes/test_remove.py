"""A removed paper is neither listed nor found, stays away when the folder is indexed again, and comes back when restored."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.changes.remove import remove_paper, restore_paper
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings


def found(settings: Settings) -> set[str]:
    index = open_index(open_cluster("garden", settings), settings)
    return {
        hit.id.partition(":")[0]
        for hit in search_chunks(index, SearchQuery("wings of bees in the hive"), 9, "bm25")
    }


def test_a_removed_paper_stays_away_until_it_is_restored(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    assert "bees" in found(settings)
    report = remove_paper("garden", "Counting Bees", replace(settings, embedding_model="missing"))
    assert (report.papers, report.removed, report.parsed, report.embedded) == (3, 1, 0, 0)
    assert found(settings) == set()
    assert (corpus / "bees.pdf").exists()
    assert open_cluster("garden", settings).manifest.vectors, "the vectors of the others are kept"
    again = build(corpus, "garden", None, settings)
    assert (again.papers, again.changed) == (3, False)
    shutil.copy(corpus / "bees.pdf", corpus / "copy.pdf")
    assert build(corpus, "garden", None, settings).papers == 3
    with pytest.raises(UsageError, match="no paper 'dew' was removed from cluster garden; removed: bees"):
        restore_paper("garden", "dew", settings)
    assert restore_paper("garden", "bee", settings).paper_id == "bees"
    assert build(corpus, "garden", None, settings).papers == 4
    assert "bees" in found(settings)


def test_a_removed_paper_needs_no_folder(built: BuildReport, corpus: Path, settings: Settings) -> None:
    shutil.rmtree(corpus)
    for paper in ("bees", "dew", "anchor"):
        remove_paper("garden", paper, settings)
    assert open_cluster("garden", settings).paper_ids == ("compost",)
    with pytest.raises(UsageError, match="the only paper; citehop clusters rm garden"):
        remove_paper("garden", "compost", settings)


def test_the_command_removes_lists_and_restores(
    built: BuildReport, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ["--home", str(settings.home)]
    assert main(["papers", "garden", "--remove", *home]) == 2
    assert main(["papers", "garden", "bees", "--remove", *home]) == 0
    assert "3 papers" in capsys.readouterr().err
    assert main(["papers", "garden", "--json", *home]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["removed"] == [{"paper_id": "bees", "file": "bees.pdf"}]
    assert [paper["file"] for paper in fields["papers"]] == ["anchor.pdf", "compost.pdf", "dew.pdf"]
    assert main(["papers", "garden", *home]) == 0
    assert "removed: bees" in capsys.readouterr().out
    assert main(["papers", "garden", "bees", "--restore", *home]) == 0
    assert "bees.pdf: index its folder again" in capsys.readouterr().err


def test_a_file_that_could_not_be_read_is_removed_by_its_name(corpus: Path, settings: Settings) -> None:
    (corpus / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    assert [file for file, _ in build(corpus, "garden", None, settings).problems] == ["broken.pdf"]
    remove_paper("garden", "broken.pdf", settings)
    cluster = open_cluster("garden", settings)
    assert (cluster.problems, [file.name for file in cluster.manifest.removed]) == ((), ["broken.pdf"])
    assert build(corpus, "garden", None, settings).problems == ()
    assert restore_paper("garden", "broken.pdf", settings).name == "broken.pdf"
