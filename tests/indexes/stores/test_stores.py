"""One contract, every store: what the embedded engine promises, a server keeps."""

import math
import os
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from qdrant_client import QdrantClient

from citehop.errors import ConfigurationError, UnreachableError
from citehop.indexes.stores import embedded
from citehop.indexes.stores.embedded import EdgeStore
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.stores.ordering import ranked
from citehop.indexes.stores.server import ServerStore
from citehop.indexes.stores.server_calls import connect
from citehop.indexes.stores.types import Point, Store
from citehop.indexes.text.document_frequencies import count_documents
from citehop.indexes.text.sparse import SparseVector, document_vector, query_vector
from citehop.indexes.types import Hit
from citehop.settings import Settings
from citehop.testing.qdrant import QdrantServer

TEXTS = {
    "a:0000": "the robot weeds rows of carrots",
    "a:0001": "the robot stands still",
    "b:0000": "bees count rows and rows of flowers",
    "b:0001": "silence",
    "c:0000": "bees count rows and rows of flowers",
}


def points(**changed: str) -> list[Point]:
    """Chunk n points along axis n; with `changed` (a_0000="...") some have another text."""
    texts = {**TEXTS, **{name.replace("_", ":"): text for name, text in changed.items()}}
    eye = np.eye(8, dtype=np.float32)
    return [
        Point(chunk_id, chunk_id[0], "text", document_vector(text), eye[n : n + 1], text)
        for n, (chunk_id, text) in enumerate(sorted(texts.items()))
    ]


def server_url() -> str:
    return os.environ.get("CITEHOP_TEST_QDRANT_URL", "")


@pytest.fixture(
    params=[
        "edge",
        "http",
        pytest.param(
            "server", marks=pytest.mark.skipif(not server_url(), reason="CITEHOP_TEST_QDRANT_URL is not set")
        ),
    ]
)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of 8 dimensions."""
    if request.param == "edge":
        yield EdgeStore.create(tmp_path / "shard", 8)
        return
    if request.param == "http":
        with QdrantServer() as server:
            client = connect(server.url, Settings(qdrant_url=server.url))
            yield CountedStore.create(client, "test", 8)
        return
    key = os.environ.get("CITEHOP_QDRANT_API_KEY", "")
    client = connect(server_url(), Settings(qdrant_url=server_url(), qdrant_api_key=key, allow_http=True))
    name = f"citehop-test-{uuid.uuid4().hex[:8]}"
    yield CountedStore.create(client, name, 8)
    client.delete_collection(f"{name}-1")


class CountedStore(ServerStore):
    """Counts the terms of what it holds, as a build does for its cluster."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.held: dict[str, Point] = {}
        super().__init__(*arguments, **options)

    def upsert(self, points: Sequence[Point]) -> None:
        super().upsert(points)
        self._hold({**self.held, **{point.chunk_id: point for point in points}})

    def remove(self, paper_ids: Sequence[str]) -> None:
        super().remove(paper_ids)
        self._hold({i: point for i, point in self.held.items() if point.paper_id not in paper_ids})

    def _hold(self, points: dict[str, Point]) -> None:
        self.held = points
        self.frequencies = count_documents(point.sparse for point in points.values())
        deadline = time.monotonic() + 10
        while self.count() != len(points) and time.monotonic() < deadline:  # sent without waiting
            time.sleep(0.01)


@pytest.fixture
def store(empty: Store) -> Store:
    empty.upsert(points())
    return empty


def ids(hits: list[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def test_nearest_by_cosine(store: Store) -> None:
    vector = np.array([3, 0, 4, 0, 0, 0, 0, 0], dtype=np.float32)
    hits = store.nearest(vector, 2)
    assert ids(hits) == ["b:0000", "a:0000"]
    assert [hit.score for hit in hits] == pytest.approx([0.8, 0.6], abs=1e-3)


def test_bm25_by_hand(store: Store) -> None:
    (hit,) = store.matching(query_vector("silence"), 9)
    idf = math.log(1 + (5 - 1 + 0.5) / (1 + 0.5))
    weight = 2.2 / (1 + 1.2 * (0.25 + 0.75 * 1 / 100))
    assert hit.id == "b:0001"
    assert hit.score == pytest.approx(idf * weight, rel=1e-5)


def test_bm25_prefers_rare_terms_and_repeated_ones(store: Store) -> None:
    hits = ranked(lambda limit: store.matching(query_vector("robots in rows"), limit), 9)
    assert ids(hits) == ["a:0000", "a:0001", "b:0000", "c:0000"]
    assert hits[2].score == hits[3].score


def test_a_paper_filter_leaves_the_scores_as_they_are(store: Store) -> None:
    everywhere = {hit.id: hit.score for hit in store.matching(query_vector("rows"), 9)}
    inside = store.matching(query_vector("rows"), 9, ("b", "c"))
    assert {hit.id: hit.score for hit in inside} == {
        chunk: score for chunk, score in everywhere.items() if chunk[0] in "bc"
    }
    assert ids(store.nearest(np.eye(8, dtype=np.float32)[0], 9, ("a",)))[0] == "a:0000"
    assert store.matching(query_vector("silence"), 9, ("a",)) == []


def test_upserting_again_changes_nothing_and_replaces(store: Store) -> None:
    store.upsert(points())
    assert store.count() == 5
    store.upsert(points(b_0001="carrots"))
    assert store.count() == 5
    assert store.matching(query_vector("silence"), 9) == []
    assert set(ids(store.matching(query_vector("carrots"), 9))) == {"a:0000", "b:0001"}


def test_removing_papers(store: Store) -> None:
    store.remove(("b", "nobody"))
    store.remove(())
    assert store.count() == 3
    assert ids(store.matching(query_vector("rows"), 9)) == ["c:0000", "a:0000"]


def test_points_without_words_or_without_embedding(empty: Store) -> None:
    blank = SparseVector((), ())
    empty.upsert([Point("x:0000", "x", "text", blank, np.eye(8, dtype=np.float32)[:1])])
    empty.upsert([Point("y:0000", "y", "text", document_vector("word"))])
    assert empty.count() == 2
    assert ids(empty.nearest(np.ones(8, dtype=np.float32), 9)) == ["x:0000"]
    assert ids(empty.matching(query_vector("word"), 9)) == ["y:0000"]


def test_the_closest_sentence_counts_not_the_mean(empty: Store) -> None:
    eye = np.eye(8, dtype=np.float32)
    words = document_vector("word")
    empty.upsert([Point("x:0000", "x", "text", words, np.stack([eye[0], eye[1], eye[2]]))])
    empty.upsert([Point("y:0000", "y", "text", words, (eye[:1] + eye[3:4]) / np.sqrt(2))])
    hits = empty.nearest(eye[0], 2)
    assert ids(hits) == ["x:0000", "y:0000"]
    assert [hit.score for hit in hits] == pytest.approx([1.0, 0.5**0.5], abs=1e-3)


def test_candidates_have_both_scores_however_they_were_found(store: Store) -> None:
    dense = np.eye(8, dtype=np.float32)[3]  # nearest to b:0001, which shares no word with the query
    found = store.candidates(dense, query_vector("robot"), 1)
    words = {hit.id: hit.score for hit in store.matching(query_vector("robot"), 9)}
    assert [candidate.id for candidate in found] == ["a:0001", "b:0001"]
    assert [candidate.words for candidate in found] == pytest.approx([words["a:0001"], 0.0], rel=1e-5)
    assert [candidate.meaning for candidate in found] == pytest.approx([0.0, 1.0], abs=1e-3)
    assert [c.id for c in store.candidates(dense, query_vector("robot"), 9, ("c",))] == ["c:0000"]
    assert [c.id for c in store.candidates(dense, query_vector(""), 1)] == ["b:0001"]


def test_texts_of_chunks(store: Store) -> None:
    assert store.texts(["b:0001", "gone:0000"]) == {"b:0001": "silence"}
    assert store.texts([]) == {}


def test_more_points_than_one_batch(empty: Store) -> None:
    many = [Point(f"p:{n:04d}", "p", "text", document_vector("same words")) for n in range(1203)]
    empty.upsert(many)
    assert empty.count() == 1203
    hits = ranked(lambda limit: empty.matching(query_vector("words"), limit), 5)
    assert ids(hits) == [f"p:{n:04d}" for n in range(5)]


def test_ranked_completes_the_tie_at_the_end_and_drops_zeros() -> None:
    engine = [
        Hit("z", 2.0),
        *(Hit(f"t{n:02d}", 1.0) for n in range(40, 0, -1)),
        Hit("zero", 0.0),
        Hit("no", -1.0),
    ]
    asked: list[int] = []

    def fetch(limit: int) -> list[Hit]:
        asked.append(limit)
        return engine[:limit]

    assert ids(ranked(fetch, 3)) == ["z", "t01", "t02"]
    assert asked == [11, 44]
    assert len(ranked(fetch, 99)) == 41
    assert ranked(fetch, 0) == []


def test_differences_of_rounding_are_ties() -> None:
    assert ids(ranked(lambda _: [Hit("b", 0.50000004), Hit("a", 0.5)], 2)) == ["a", "b"]


def test_a_store_without_dense_vectors(tmp_path: Path) -> None:
    store = EdgeStore.create(tmp_path / "shard", 0)
    store.upsert([Point("y:0000", "y", "text", document_vector("word"))])
    assert ids(store.matching(query_vector("word"), 1)) == ["y:0000"]


def test_a_shard_has_several_readers_and_survives_its_copy(tmp_path: Path) -> None:
    shard = tmp_path / "shard"
    store = EdgeStore.create(shard, 8)
    store.upsert(points())
    store.close()
    readers = [EdgeStore.open(shard), EdgeStore.open(shard)]
    copy_generation(shard, tmp_path / "copy")
    copy = EdgeStore.open(tmp_path / "copy")
    copy.remove(("b",))
    copy.close()
    for reader in readers:
        assert reader.count() == 5
    assert EdgeStore.open(tmp_path / "copy").count() == 3
    used = sum(path.stat().st_blocks * 512 for path in (tmp_path / "copy").rglob("*") if path.is_file())
    assert used < 20e6, "the holes of mapped files were filled"


def test_scores_after_a_removal_are_those_of_a_fresh_shard(tmp_path: Path) -> None:
    store = EdgeStore.create(tmp_path / "old", 8)
    store.upsert(points())
    store.remove(("b",))
    store.close()
    fresh = EdgeStore.create(tmp_path / "new", 8)
    fresh.upsert([point for point in points() if point.paper_id != "b"])
    query = query_vector("rows robot")
    assert EdgeStore.open(tmp_path / "old").matching(query, 9) == fresh.matching(query, 9)


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="nothing"):
        EdgeStore.open(tmp_path / "nothing")
    with pytest.raises(UnreachableError, match="correct qdrant_url"):
        ServerStore(connect_configured("http://127.0.0.1:9"), "missing")
    with pytest.raises(ConfigurationError, match="not an address"):
        connect_configured("http://host:port")
    with pytest.raises(ConfigurationError, match="offline"):
        connect_configured("https://qdrant.example.org", offline=True)
    connect_configured("http://localhost:6333", offline=True).close()


def connect_configured(url: str, *, offline: bool = False) -> QdrantClient:
    """A client of `url`, which the settings name."""
    return connect(url, Settings(qdrant_url=url, offline=offline))


def test_above_its_limit_the_embedded_engine_answers_by_a_graph_also_after_later_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(1)
    centers = random.normal(size=(40, 16))
    rows = (centers[np.arange(800) % 40] + 0.5 * random.normal(size=(800, 16))).astype(np.float32)

    def some(first: int, last: int) -> list[Point]:
        none = SparseVector((), ())
        return [Point(f"p{n}:0000", f"p{n}", "text", none, rows[n : n + 1]) for n in range(first, last)]

    def indexed(store: EdgeStore) -> int:
        return int(store._shard.info().indexed_vectors_count)

    store = EdgeStore.create(tmp_path / "shard", 16)
    store.upsert(some(0, 700))
    store.finish(store.count())
    assert indexed(store) == 0, "few vectors are compared all"
    expected = [[hit.id for hit in ranked(lambda k, n=n: store.nearest(rows[n], k), 10)] for n in range(50)]  # type: ignore[misc]
    monkeypatch.setattr(embedded, "EXACT_BELOW", 100)
    store.finish(store.count())
    assert indexed(store) >= 700
    store.upsert(some(700, 800))
    store.remove([f"p{n}" for n in range(700, 800)])
    store.finish(store.count())
    store.close()
    opened = EdgeStore.open(tmp_path / "shard")
    found = [[hit.id for hit in ranked(lambda k, n=n: opened.nearest(rows[n], k), 10)] for n in range(50)]  # type: ignore[misc]
    shared = [len(set(one) & set(two)) / 10 for one, two in zip(expected, found, strict=True)]
    assert np.mean(shared) >= 0.99
    opened.close()


def test_scores_of_equal_embedded_stores_are_equal_to_the_last_digit(tmp_path: Path) -> None:
    texts = [" ".join(f"word{n * k % 83}" for k in range(1, 40)) for n in range(1, 120)]
    query = query_vector("word1 word2 word3 word5 word7 word11 word13 word17 word19 word23 word29")
    found = set()
    for name in ("a", "b", "c"):
        store = EdgeStore.create(tmp_path / name, 0)
        store.upsert(
            [
                Point(f"p:{n:04d}", "p", "text", document_vector(text), None, text)
                for n, text in enumerate(texts)
            ]
        )
        found.add(tuple((hit.id, hit.score) for hit in store.matching(query, 50)))
        store.close()
    assert len(found) == 1


@pytest.mark.parametrize("quantization", ["int8", "binary"])
def test_quantized_means_find_what_whole_ones_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quantization: str
) -> None:
    monkeypatch.setattr(embedded, "EXACT_BELOW", 50)
    random = np.random.default_rng(1)
    vectors = random.normal(size=(400, 1, 64)).astype(np.float32)
    made = [Point(f"p:{n:04d}", "p", "text", document_vector(""), rows) for n, rows in enumerate(vectors)]
    found = []
    for name in ("off", quantization):
        store = EdgeStore.create(tmp_path / name, 64, name)
        store.upsert(made)
        store.finish(400)
        store.close()
        store = EdgeStore.open(tmp_path / name)
        found.append([{hit.id for hit in store.nearest(vectors[n, 0], 10)} for n in range(0, 400, 20)])
        store.close()
    shared = [len(whole & few) / 10 for whole, few in zip(*found, strict=True)]
    assert np.mean(shared) > 0.95
    quantized = list((tmp_path / quantization).rglob("*quantized*"))
    assert quantized
    assert not list((tmp_path / "off").rglob("*quantized*"))
