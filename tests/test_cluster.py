from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.errors import ConfigurationError, UsageError
from citehop.papers.cluster import (
    Parsed,
    cluster_folder,
    list_clusters,
    open_cluster,
    read_parsed,
    source_file,
    write_parsed,
)
from citehop.papers.files import sha256_of, write_atomic
from citehop.papers.manifest import Manifest, SourceFile, StoreState, read_manifest, write_manifest
from citehop.papers.types import Paper
from citehop.settings import Settings

FILES = (
    SourceFile("A.PDF", 3, 1, "0" * 64, "a"),
    SourceFile("b.pdf", 3, 1, "1" * 64, "b"),
    SourceFile("broken.pdf", 3, 1, "2" * 64, "broken", "broken.pdf: not a PDF"),
)
MANIFEST = Manifest(1, "mine", "/papers", "b", "f", "", "", FILES, StoreState("g1", "l"))


@pytest.fixture
def settings(home: Path) -> Settings:
    settings = Settings(home=str(home))
    folder = cluster_folder("mine", settings)
    for paper_id in ("a", "b"):
        write_parsed(folder, paper_id, Parsed("key", Paper(paper_id, f"Paper {paper_id}")))
    write_atomic(source_file(folder, FILES[0]), b"PDF")
    write_manifest(folder, MANIFEST)
    return settings


def test_a_cluster_opens_by_name_and_by_path_and_elsewhere(settings: Settings, tmp_path: Path) -> None:
    by_name = open_cluster("mine", settings)
    assert (by_name.name, by_name.anchor, by_name.paper_ids) == ("mine", "b", ("a", "b"))
    assert by_name == open_cluster(by_name.path, settings)
    shutil.copytree(by_name.path, tmp_path / "copy")
    moved = open_cluster(str(tmp_path / "copy"), Settings(home=str(tmp_path / "other")))
    assert moved.papers() == by_name.papers() == (Paper("a", "Paper a"), Paper("b", "Paper b"))
    assert moved.source_path("a") == tmp_path / "copy" / "sources" / "a.pdf"


def test_problems_are_kept_beside_the_papers(settings: Settings) -> None:
    cluster = open_cluster("mine", settings)
    assert cluster.problems == (("broken.pdf", "broken.pdf: not a PDF"),)
    assert cluster.source_path("broken") is None
    with pytest.raises(UsageError, match="no paper 'broken'"):
        cluster.paper("broken")


def test_the_clusters_are_listed_without_the_damaged_ones(settings: Settings) -> None:
    write_manifest(cluster_folder("alpha", settings), replace(MANIFEST, name="alpha"))
    write_atomic(cluster_folder("zeta", settings) / "manifest.json", "{")
    assert [cluster.name for cluster in list_clusters(settings)] == ["alpha", "mine"]


@pytest.mark.parametrize("text", ['{"schema":1,', '{"schema":2,"name":"x"}', "", '{"schema":1,"x":2}'])
def test_a_damaged_manifest_is_one_line_naming_it(settings: Settings, text: str) -> None:
    folder = cluster_folder("mine", settings)
    write_atomic(folder / "manifest.json", text)
    with pytest.raises(ConfigurationError, match=r"manifest\.json.*index") as caught:
        open_cluster("mine", settings)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_says_which_there_are(settings: Settings) -> None:
    with pytest.raises(UsageError, match="no cluster 'yours'; there are: mine"):
        open_cluster("yours", settings)
    cluster_folder("begun", settings).mkdir()
    with pytest.raises(UsageError, match="not finished"):
        open_cluster("begun", settings)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a b", "x" * 65])
def test_names_that_are_no_folder_are_refused(settings: Settings, name: str) -> None:
    with pytest.raises(UsageError, match="not a cluster name"):
        cluster_folder(name, settings)


def test_a_damaged_paper_names_its_file(settings: Settings) -> None:
    write_atomic(cluster_folder("mine", settings) / "papers" / "a.json", '{"key":"k","paper":{"id":1}}')
    with pytest.raises(ConfigurationError, match=r"a\.json: damaged"):
        open_cluster("mine", settings).paper("a")


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    write_atomic(path, "old")

    def fail(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["f"]
    assert path.read_text() == "old"
    assert sha256_of(path).startswith("cba06b5736fa")


def test_nothing_stored_is_an_empty_outcome(tmp_path: Path) -> None:
    assert read_parsed(tmp_path, "none") == Parsed("")
    assert read_manifest(tmp_path) is None
