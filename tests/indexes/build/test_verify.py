"""Damage of any file of a cluster is found and named."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.cli.main import main
from citehop.indexes.build.verify import verify_cluster
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import write_manifest
from citehop.settings import Settings


@pytest.fixture
def settings(word_settings: Settings, tmp_path: Path) -> Settings:
    shutil.copytree(word_settings.home_path / "clusters", tmp_path / "clusters")
    return replace(word_settings, home=str(tmp_path))


def damaged_parts(cluster: Cluster, settings: Settings) -> list[str]:
    return [damage.part.partition("/")[0] for damage in verify_cluster(cluster, settings)]


def test_an_intact_cluster_has_no_damage(settings: Settings) -> None:
    assert verify_cluster(open_cluster("sample", settings), settings) == []
    assert main(["clusters", "verify", "sample", "--home", settings.home]) == 0


@pytest.mark.parametrize("folder", ["papers", "sources", "figures", "chunks", "citations"])
@pytest.mark.parametrize("how", ["deleted", "cut", "replaced"])
def test_one_damaged_file_is_found(settings: Settings, folder: str, how: str) -> None:
    cluster = open_cluster("sample", settings)
    path = next(path for path in sorted((cluster.path / folder).rglob("*")) if path.is_file())
    raw = path.read_bytes()
    if how == "deleted":
        path.unlink()
    else:
        path.write_bytes(raw[: len(raw) // 2] if how == "cut" else b"\0" * len(raw))
    assert damaged_parts(cluster, settings) == [folder]
    assert main(["clusters", "verify", "sample", "--home", settings.home]) == 4


def test_a_store_that_is_gone_is_found(settings: Settings) -> None:
    cluster = open_cluster("sample", settings)
    shutil.rmtree(cluster.path / "store")
    assert set(damaged_parts(cluster, settings)) == {"store"}


@pytest.mark.parametrize(
    "folder", ["papers", "sources", "figures", "chunks", "citations", "summaries", "subjects", "store"]
)
def test_one_flipped_bit_is_found_in_any_file(settings: Settings, folder: str) -> None:
    cluster = open_cluster("sample", settings)
    paths = sorted((cluster.path / folder).rglob("*"))
    for path in (path for path in paths if path.is_file() and path.stat().st_size):
        flip_bit(path)
        assert [each.part for each in verify_cluster(cluster, settings)][:1] == [
            path.relative_to(cluster.path).as_posix()
        ]
        flip_bit(path)
    assert verify_cluster(cluster, settings) == []


def flip_bit(path: Path) -> None:
    """Invert one bit in the middle of the file at `path`, with its times kept, as a failing disk does."""
    times = path.stat()
    with path.open("r+b") as stream:
        stream.seek(times.st_size // 2)
        byte = stream.read(1)[0]
        stream.seek(-1, os.SEEK_CUR)
        stream.write(bytes([byte ^ 1]))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_a_cluster_without_checksums_is_decoded(settings: Settings) -> None:
    cluster = open_cluster("sample", settings)
    write_manifest(cluster.path, replace(cluster.manifest, checksums=""))
    cluster = open_cluster("sample", settings)
    assert verify_cluster(cluster, settings) == []
    next((cluster.path / "papers").iterdir()).write_text("{}")
    assert damaged_parts(cluster, settings) == ["papers"]


def test_the_server_that_a_manifest_names_is_not_asked(settings: Settings, network: list[str]) -> None:
    cluster = open_cluster("sample", settings)
    store = replace(cluster.manifest.store, url="https://stranger.example.org")
    stranger = Cluster(cluster.path, replace(cluster.manifest, store=store))
    (damage,) = verify_cluster(stranger, settings)
    assert "--qdrant-url" in damage.cause
    assert not network
