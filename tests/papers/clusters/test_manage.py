"""Clusters are removed and renamed as a whole, and never while another process changes them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from citehop.errors import UnavailableError, UsageError
from citehop.papers.clusters.ledger import SCHEMA, ledger_path, read_ledger
from citehop.papers.clusters.library import create_library, summarize_libraries
from citehop.papers.clusters.locate import list_clusters, open_cluster, suggest_clusters
from citehop.papers.clusters.manage import remove_cluster, remove_library, rename_cluster, set_anchor
from citehop.papers.records import Ledger, LedgerEntry, PaperRecord
from citehop.papers.serialization import to_json
from citehop.settings import Settings


@pytest.fixture
def settings(word_settings: Settings, tmp_path: Path) -> Settings:
    """A home with a copy of the cluster "sample", and the lock that indexing left."""
    shutil.copytree(word_settings.home_path / "clusters", tmp_path / "clusters")
    (tmp_path / "clusters" / "sample.lock").touch()
    return replace(word_settings, home=str(tmp_path))


def names(settings: Settings) -> list[str]:
    return [cluster.name for cluster in list_clusters(settings)]


def test_a_removed_cluster_leaves_nothing(settings: Settings) -> None:
    remove_cluster("sample", settings)
    assert names(settings) == []
    assert list((settings.home_path / "clusters").glob("[!.]*")) == []
    with pytest.raises(UsageError, match="no cluster 'sample'"):
        remove_cluster("sample", settings)


def test_a_renamed_cluster_has_its_new_name_and_all_its_papers(settings: Settings) -> None:
    before = open_cluster("sample", settings).papers()
    (settings.home_path / "chats" / "sample").mkdir(parents=True)
    (settings.home_path / "chats" / "sample" / "20260102.json").write_text("{}")
    folder = rename_cluster("sample", "rivers", settings)
    assert names(settings) == ["rivers"]
    assert open_cluster("rivers", settings).papers() == before
    assert folder == settings.home_path / "clusters" / "rivers"
    assert not (settings.home_path / "clusters" / "sample.lock").exists()
    assert (settings.home_path / "chats" / "rivers" / "20260102.json").exists()


def test_a_rename_that_was_killed_can_be_repeated(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            rename_cluster("sample", "rivers", settings)
    assert open_cluster("sample", settings).paper_ids
    rename_cluster("sample", "rivers", settings)
    assert names(settings) == ["rivers"]


@pytest.mark.parametrize("new_name", ["../outside", "a b", "", "sample"])
def test_a_name_that_is_taken_or_not_portable_is_refused(settings: Settings, new_name: str) -> None:
    with pytest.raises(UsageError):
        rename_cluster("sample", new_name, settings)
    assert names(settings) == ["sample"]


@pytest.mark.parametrize("suffix", [".lock", ".add.lock"])
def test_a_cluster_in_work_is_left_alone(settings: Settings, suffix: str) -> None:
    with FileLock(settings.home_path / "clusters" / f"sample{suffix}"):
        with pytest.raises(UnavailableError, match="another process"):
            remove_cluster("sample", settings)
        with pytest.raises(UnavailableError, match="another process"):
            rename_cluster("sample", "rivers", settings)
    assert names(settings) == ["sample"]


def test_another_anchor_is_kept_by_the_manifest_and_the_ledger(settings: Settings) -> None:
    folder = settings.home_path / "clusters" / "sample"
    cluster = open_cluster("sample", settings)
    old, new = (cluster.file(paper).name for paper in (cluster.anchor or "", "castellanos-2021-rillnet"))
    entries = (
        LedgerEntry("old", "anchor", PaperRecord("Old"), "fetched", files=(old,)),
        LedgerEntry("new", "cited", PaperRecord("New"), "fetched", files=(new,)),
        LedgerEntry("other", "cited", PaperRecord("Other")),
    )
    ledger_path(folder).parent.mkdir()
    ledger_path(folder).write_text(to_json(Ledger(SCHEMA, "sample", entries)) + "\n", "utf-8")
    set_anchor("sample", "castellanos-2021-rillnet", settings)
    assert open_cluster("sample", settings).anchor == "castellanos-2021-rillnet"
    ledger = read_ledger(folder)
    assert ledger is not None
    assert [entry.role for entry in ledger.entries] == ["added", "anchor", "cited"]
    with pytest.raises(UsageError, match="no paper 'nobody'"):
        set_anchor("sample", "nobody", settings)


def test_a_library_is_listed_and_removed(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    folder = create_library("lab", settings)
    assert [(each.name, each.papers, each.clusters) for each in summarize_libraries(settings)] == [
        ("lab", 0, 0)
    ]
    assert suggest_clusters("other", settings, libraries=True) == "there are: lab (library)"
    with pytest.raises(UsageError, match="lab is a library, not a cluster"):
        remove_cluster("lab", settings)
    with pytest.raises(UsageError, match="no library 'lap'; there are: lab"):
        remove_library("lap", settings)
    assert remove_library("lab", settings) == folder
    assert summarize_libraries(settings) == []
    assert list(folder.parent.iterdir()) == []
