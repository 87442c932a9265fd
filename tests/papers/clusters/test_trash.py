"""Deleted clusters and their restoration."""

from pathlib import Path

import pytest
from filelock import FileLock

from citehop.errors import UnavailableError, UsageError
from citehop.papers.clusters.locate import list_clusters, open_cluster
from citehop.papers.clusters.trash import delete_cluster, list_deleted, purge_cluster, restore_cluster
from citehop.settings import Settings


def test_a_deleted_cluster_comes_back_as_it_was(own_settings: Settings) -> None:
    home = own_settings.home_path
    chat = home / "chats" / "sample" / "20260101-000000-000000.json"
    chat.parent.mkdir(parents=True)
    chat.write_text("{}", "utf-8")
    before = open_cluster("sample", own_settings).manifest
    deleted = delete_cluster("sample", own_settings)
    assert list_clusters(own_settings) == []
    assert list_deleted(own_settings) == [deleted]
    assert not chat.exists()
    assert not list((home / "clusters").glob("[!.]*"))
    assert restore_cluster(deleted.id, own_settings) == "sample"
    assert open_cluster("sample", own_settings).manifest == before
    assert chat.exists()
    assert list_deleted(own_settings) == []


def test_a_name_that_was_taken_meanwhile_is_kept(own_settings: Settings) -> None:
    deleted = delete_cluster("sample", own_settings)
    (own_settings.home_path / "clusters" / "sample").mkdir()
    with pytest.raises(UsageError, match="exists again"):
        restore_cluster(deleted.id, own_settings)
    assert list_deleted(own_settings) == [deleted]


def test_only_the_trash_is_purged(own_settings: Settings, tmp_path: Path) -> None:
    deleted = delete_cluster("sample", own_settings)
    for name in ("", "..", "../clusters", ".", str(tmp_path), f"{deleted.id}/..", "*"):
        with pytest.raises(UsageError, match="no such deleted cluster"):
            purge_cluster(name, own_settings)
    assert purge_cluster(deleted.id, own_settings) == "sample"
    assert list_deleted(own_settings) == []


def test_a_cluster_that_is_being_indexed_is_not_deleted(own_settings: Settings) -> None:
    lock = own_settings.home_path / "clusters" / "sample.lock"
    with FileLock(lock), pytest.raises(UnavailableError, match="changing"):
        delete_cluster("sample", own_settings)
    assert [cluster.name for cluster in list_clusters(own_settings)] == ["sample"]
