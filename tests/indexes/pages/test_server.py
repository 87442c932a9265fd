"""Page vectors on a Qdrant server: the same pages with the same scores as in this process, and the same life."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from qdrant_client import QdrantClient, models

from citehop.errors import ConfigurationError
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.build.server_store import collection_name, page_collection_name
from citehop.indexes.pages import server
from citehop.indexes.pages.build import update_pages
from citehop.indexes.pages.checkpoint import Checkpoint
from citehop.indexes.pages.files import read_pages_manifest
from citehop.indexes.pages.index import PageIndex, open_pages
from citehop.indexes.pages.types import PageVectors, QueryVectors
from citehop.indexes.stores import server_calls
from citehop.indexes.stores.collections import drop_collection
from citehop.papers.clusters.locate import cluster_folder, open_cluster
from citehop.settings import Settings

# The client in memory says of what only a server does that it does nothing.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Payload indexes have no effect", "ignore:Local mode performs exact"
)
CHECKPOINT = Checkpoint("fake", "fake-1", Path("fake"), "1")


class RowEncoder:
    """A page is its four quarters from top to bottom, each the direction of how dark its sixteen parts are."""

    def prepare(self, images: Sequence[Image.Image]) -> Any:
        return list(images)

    def encode(self, prepared: Any) -> list[PageVectors]:
        boxes = np.array([[0, n / 4, 1, (n + 1) / 4] for n in range(4)], dtype=np.float32)
        return [PageVectors(unit(256 - self._small(image).reshape(4, 16)), boxes) for image in prepared]

    def query(self, text: str) -> QueryVectors:
        words = text.split()
        seeds = (np.random.default_rng(sum(map(ord, word))) for word in words)
        return QueryVectors(unit(np.stack([random.normal(size=16) for random in seeds])), tuple(words))

    def image_query(self, image: Image.Image) -> QueryVectors:
        return QueryVectors(self.encode([image])[0].vectors, ("",) * 4)

    def batch_limit(self) -> int:
        return 4

    def _small(self, image: Image.Image) -> np.ndarray:
        return np.asarray(image.convert("L").resize((8, 8)), dtype=np.float32)


def unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


@pytest.fixture
def page_encoder() -> RowEncoder:
    return RowEncoder()


SERVER = os.environ.get("CITEHOP_TEST_QDRANT_URL", "")


@pytest.fixture(
    params=[
        "memory",
        pytest.param(
            "server", marks=pytest.mark.skipif(not SERVER, reason="CITEHOP_TEST_QDRANT_URL is not set")
        ),
    ]
)
def client(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[QdrantClient]:
    """The one behind every address: in memory, or that of a server, of which nothing is left there."""
    key = os.environ.get("CITEHOP_QDRANT_API_KEY") or None
    memory = request.param == "memory"
    client = QdrantClient(":memory:") if memory else QdrantClient(SERVER, api_key=key)
    monkeypatch.setattr(client, "close", lambda: None)
    for module in (server, server_calls):
        monkeypatch.setattr(module, "connect", lambda *_, **__: client)
    yield client
    name = collection_name(cluster_folder("garden", settings))
    for alias in (name, page_collection_name(name)):
        drop_collection(client, alias)


def add_pages(settings: Settings, encoder: Any) -> None:
    cluster = open_cluster("garden", settings)
    update_pages(cluster.path, cluster.manifest, CHECKPOINT, settings, encoder=encoder)


def opened(settings: Settings, encoder: Any) -> PageIndex:
    cluster = open_cluster("garden", settings)
    found = open_pages(cluster.path, cluster.manifest, settings, encoder)
    assert found
    return found


def test_pages_on_a_server(
    built: BuildReport,
    corpus: Path,
    settings: Settings,
    client: QdrantClient,
    write_pdf: Any,
    page_encoder: Any,
) -> None:
    add_pages(settings, page_encoder)
    here = opened(settings, page_encoder)
    query = here.encode("count the bees")
    expected: list[tuple[str, Any]] = [
        (hit.id, pytest.approx(hit.score, abs=1e-3)) for hit in here.search(query, 4)
    ]
    remote = replace(settings, qdrant_url="http://qdrant.example", visual_quantization="int8")
    add_pages(remote, page_encoder)
    alias, collection = alias_of(client, remote)
    assert collection == f"{alias}-1"
    there = opened(remote, page_encoder)
    assert [(hit.id, hit.score) for hit in there.search(query, 4)] == expected
    assert {hit.id for hit in there.search(query, 4, ["dew", "bees"])} == {"dew#page=1", "bees#page=1"}
    assert there.search(replace(query, vectors=query.vectors[:0]), 4) == []

    write_pdf(corpus / "dew.pdf", "Dew Harvesting with Meshes", "Another text altogether. " * 9)
    (corpus / "bees.pdf").unlink()
    build(corpus, "garden", None, remote)
    before = {point.id for point in client.scroll(collection)[0]}
    add_pages(remote, page_encoder)
    after = {point.id: point.payload for point in client.scroll(collection)[0]}
    assert len(before & set(after)) == 2, "those that did not change stay"
    assert sorted(payload["paper_id"] for payload in after.values() if payload) == [
        "anchor",
        "compost",
        "dew",
    ]

    client.delete(collection, models.PointIdsList(points=list(after)[:1]))
    add_pages(remote, page_encoder)
    assert client.count(collection).count == 3, "what is lost there is stored again"
    build(corpus, "garden", None, replace(remote, visual_model="off"))
    assert not client.collection_exists(collection)


def test_an_unknown_kind_of_quantization(built: BuildReport, settings: Settings, page_encoder: Any) -> None:
    remote = replace(settings, qdrant_url="http://qdrant.example", visual_quantization="int4")
    with pytest.raises(ConfigurationError, match="'int4': one of off, int8, binary"):
        add_pages(remote, page_encoder)
    assert read_pages_manifest(built.path) is None


def test_a_new_collection_is_filled_beside_the_old_one(
    built: BuildReport, settings: Settings, client: QdrantClient, page_encoder: Any
) -> None:
    remote = replace(settings, qdrant_url="http://qdrant.example")
    add_pages(remote, page_encoder)
    alias, first = alias_of(client, remote)
    assert first == f"{alias}-1"
    reader = opened(remote, page_encoder)
    query = reader.encode("count the bees")
    before = reader.search(query, 4)
    seen: list[bool] = []
    create = client.create_collection

    def watch(name: str, **options: Any) -> bool:
        if name != first:
            seen.append(client.count(alias).count == 4)
        return create(name, **options)

    client.create_collection = watch  # type: ignore[method-assign, assignment]
    add_pages(replace(remote, visual_quantization="int8"), page_encoder)
    assert seen[:1] == [True], "the old collection is whole while the new one is filled"
    assert alias_of(client, remote) == (alias, f"{alias}-2")
    assert not client.collection_exists(first)
    assert reader.search(query, 4) == before
    cluster = open_cluster("garden", remote)
    update_pages(cluster.path, cluster.manifest, CHECKPOINT, remote, encoder=page_encoder, refill=True)
    assert alias_of(client, remote) == (alias, f"{alias}-3")
    client.update_collection_aliases(
        [models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))]
    )
    client.delete_collection(f"{alias}-3")
    add_pages(remote, page_encoder)
    assert reader.search(query, 4) == before, "a lost collection is filled again"


def test_other_shards_make_a_new_collection_without_the_model(
    built: BuildReport, corpus: Path, settings: Settings, client: QdrantClient, page_encoder: Any
) -> None:
    remote = replace(settings, qdrant_url="http://qdrant.example")
    add_pages(settings, page_encoder)
    build(corpus, "garden", None, remote)
    alias, first = alias_of(client, remote)
    assert client.count(alias).count == 4, "pages move to the server with the passages"
    assert first == f"{alias}-1"
    build(corpus, "garden", None, replace(remote, qdrant_shards=2))
    assert alias_of(client, remote) == (alias, f"{alias}-2")
    manifest = read_pages_manifest(built.path)
    assert manifest
    assert manifest.copies == "2/0"


def alias_of(client: QdrantClient, settings: Settings) -> tuple[str, str]:
    """The alias of the cluster's pages, and the collection behind it."""
    name = page_collection_name(collection_name(cluster_folder("garden", settings)))
    (alias,) = (each for each in client.get_aliases().aliases if each.alias_name == name)
    return alias.alias_name, alias.collection_name
