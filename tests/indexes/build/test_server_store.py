"""Clusters on a Qdrant server that fails, is restarted, or is changed by others."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import models

from citehop.cli.commands.doctor import diagnose
from citehop.errors import ConfigurationError, UnreachableError
from citehop.indexes.build.build import build
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.report import BuildReport
from citehop.indexes.build.server_store import collection_name
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.stores.server_calls import MissingCollectionError
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.library import create_library
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings
from citehop.testing.qdrant import QdrantServer

QUESTIONS = ["what the robot weeds", "error of counting wings", "Steel meshes collect water", "7.42"]


@pytest.fixture
def server() -> Iterator[QdrantServer]:
    with QdrantServer() as running:
        yield running


@pytest.fixture
def remote(built: BuildReport, settings: Settings, server: QdrantServer) -> Settings:
    """Settings of a server, to which the next build moves the cluster "garden"."""
    return replace(settings, qdrant_url=server.url)


def index_of(settings: Settings) -> ClusterIndex:
    return open_index(open_cluster("garden", settings), settings)


def search(settings: Settings, strategy: str) -> list[list[tuple[str, Any]]]:
    index = index_of(settings)
    found = [search_chunks(index, SearchQuery(question), 5, strategy) for question in QUESTIONS]  # type: ignore[arg-type]
    index.close()
    return [[(hit.id, pytest.approx(hit.score, abs=2e-3)) for hit in hits] for hits in found]


def alias_of(server: QdrantServer) -> tuple[str, str]:
    (alias,) = server.client.get_aliases().aliases
    return alias.alias_name, alias.collection_name


def point_ids(server: QdrantServer, collection: str) -> list[models.ExtendedPointId]:
    return [record.id for record in server.client.scroll(collection, limit=100)[0]]


def test_hits_are_those_of_the_embedded_engine(
    built: BuildReport, corpus: Path, settings: Settings, server: QdrantServer
) -> None:
    words, meaning = search(settings, "bm25"), search(settings, "dense")
    remote = replace(settings, qdrant_url=server.url)
    build(corpus, "garden", None, remote)
    assert search(remote, "bm25") == words
    # The vectors of the tiny model are nearly parallel: their order is that of rounding.
    assert [dict(hits) for hits in search(remote, "dense")] == [dict(hits) for hits in meaning]


@pytest.mark.parametrize("status", [500, 503, 403, -1])
def test_an_error_is_no_proof_of_a_lost_collection(
    corpus: Path, remote: Settings, server: QdrantServer, status: int
) -> None:
    build(corpus, "garden", None, remote)
    before = search(remote, "hybrid")
    server.requests.clear()
    server.fail = lambda _, path: status if path.endswith("/count") else 0
    (corpus / "dew.pdf").unlink()
    with pytest.raises((UnreachableError, ConfigurationError)) as caught:
        build(corpus, "garden", None, remote)
    assert "\n" not in str(caught.value)
    assert not any(request.deletes_collection for request in server.requests)
    server.fail = lambda *_: 0
    assert search(remote, "hybrid") == before


def test_a_lost_collection_is_named_and_restored(
    corpus: Path, remote: Settings, server: QdrantServer
) -> None:
    build(corpus, "garden", None, remote)
    before = search(remote, "hybrid")
    alias, collection = alias_of(server)
    server.client.update_collection_aliases(
        [models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))]
    )
    server.client.delete_collection(collection)
    with pytest.raises(MissingCollectionError, match=f"no collection {alias}; run citehop index"):
        index_of(remote)
    report = build(corpus, "garden", None, remote)
    assert (report.parsed, report.embedded) == (0, 0)
    assert search(remote, "hybrid") == before


def test_a_new_collection_is_filled_beside_the_old_one(
    corpus: Path, remote: Settings, server: QdrantServer
) -> None:
    build(corpus, "garden", None, remote)
    alias, first = alias_of(server)
    reader = index_of(remote)
    seen: list[int] = []

    def count_hits(method: str, path: str) -> int:
        if method == "PUT" and path.endswith("-2/points"):  # while the new collection is filled
            seen.append(server.client.count(alias).count)
        return 0

    server.fail = count_hits
    build(corpus, "garden", None, remote, refill=True)
    assert seen
    assert set(seen) == {open_cluster("garden", remote).manifest.store.points}
    assert alias_of(server) == (alias, f"{alias}-2")
    assert not server.client.collection_exists(first)
    assert search_chunks(reader, SearchQuery(QUESTIONS[0]), 3)


def test_other_options_make_a_new_collection(corpus: Path, remote: Settings, server: QdrantServer) -> None:
    build(corpus, "garden", None, remote)
    before = search(remote, "hybrid")
    assert build(corpus, "garden", None, remote).stored == 0
    other = replace(remote, qdrant_shards=2, qdrant_quantization="int8")
    assert build(corpus, "garden", None, other).stored > 0
    assert search(other, "hybrid") == before
    with pytest.raises(ConfigurationError, match="qdrant_quantization 'int9': one of off, int8, binary"):
        build(corpus, "garden", None, replace(remote, qdrant_quantization="int9"))


def test_points_changed_by_others_are_skipped_and_replaced(
    corpus: Path, remote: Settings, server: QdrantServer
) -> None:
    build(corpus, "garden", None, remote)
    before = search(remote, "hybrid")
    _, collection = alias_of(server)
    changed = point_ids(server, collection)[:1]
    server.client.overwrite_payload(
        collection, {"chunk_id": "nonsense", "paper_id": "nobody", "text": "steel"}, changed
    )
    found = {hit[0] for hits in search(remote, "hybrid") for hit in hits}
    assert found
    assert "nonsense" not in found
    assert build(corpus, "garden", None, remote).stored > 0
    assert search(remote, "hybrid") == before


def test_a_search_warns_of_lost_points(corpus: Path, remote: Settings, server: QdrantServer) -> None:
    build(corpus, "garden", None, remote)
    assert index_of(remote).warnings == ()
    _, collection = alias_of(server)
    server.client.delete(collection, models.PointIdsList(points=point_ids(server, collection)[:2]))
    (warning,) = index_of(remote).warnings
    assert "2 passages" in warning
    assert "instead of 4" in warning
    assert "citehop index restores them" in warning


def test_opening_a_cluster_counts_its_points_once(
    corpus: Path, remote: Settings, server: QdrantServer
) -> None:
    build(corpus, "garden", None, remote)
    server.requests.clear()
    index_of(remote).close()
    assert [request.path.rpartition("/")[2] for request in server.requests] == ["count"]


def test_a_restart_does_not_end_a_build(corpus: Path, remote: Settings, server: QdrantServer) -> None:
    stopped = threading.Event()

    def restart(method: str, path: str) -> int:
        if path.endswith("/points") and not stopped.is_set():
            stopped.set()
            threading.Thread(target=server.stop).start()
            threading.Timer(1.0, server.start).start()
            return -1
        return 0

    server.fail = restart
    report = build(corpus, "garden", None, remote)
    assert stopped.is_set()
    assert report.chunks == server.client.count(alias_of(server)[1]).count


def test_a_key_that_may_only_read(corpus: Path, settings: Settings) -> None:
    with QdrantServer(key="all", read_only_key="read") as server:
        owner = replace(settings, qdrant_url=server.url, qdrant_api_key="all")
        build(corpus, "garden", None, owner)
        reader = replace(owner, qdrant_api_key="read")
        assert search(reader, "bm25") == search(owner, "bm25")
        with pytest.raises(ConfigurationError, match="perhaps it may only read"):
            build(corpus, "garden", None, reader, refill=True)
        with pytest.raises(ConfigurationError, match="qdrant_api_key is missing or wrong"):
            index_of(replace(owner, qdrant_api_key="other"))
        assert search(owner, "bm25")
        (status,) = [f for f in diagnose(reader) if f.what == "qdrant server"]
        assert "may only read" in status.detail


def test_doctor_spares_libraries_and_damaged_clusters(
    corpus: Path, remote: Settings, server: QdrantServer
) -> None:
    create_library("lab", remote)
    add_to_library("lab", corpus, None, None, remote)
    build(corpus, "garden", None, remote)
    Path(remote.home, "clusters", "garden", "manifest.json").write_text("{")
    assert len(server.client.get_collections().collections) == 2
    _, collections = (f for f in diagnose(remote) if f.what.startswith("qdrant "))
    assert collections.ok, collections.detail


def test_doctor_names_collections_of_no_cluster(corpus: Path, remote: Settings, server: QdrantServer) -> None:
    build(corpus, "garden", None, remote)
    status, collections = (f for f in diagnose(remote) if f.what.startswith("qdrant "))
    assert status.ok
    assert server.url in status.detail
    assert "version 1.18.3; the key may write" in status.detail
    assert collections.ok
    folder = Path(remote.home, "clusters", "garden")
    folder.rename(folder.with_name("moved"))
    assert collection_name(folder) != collection_name(folder.with_name("moved"))
    (folder.with_name("moved") / "manifest.json").unlink()
    _, collections = (f for f in diagnose(remote) if f.what.startswith("qdrant "))
    assert not collections.ok
    assert f"{collection_name(folder)}-1" in collections.detail
    assert "curl -X DELETE" in collections.detail
    server.stop()
    (unreachable,) = (f for f in diagnose(remote) if f.what.startswith("qdrant "))
    assert not unreachable.ok
