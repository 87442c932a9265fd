"""The contract of a page store, for the embedded engine and for a server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from qdrant_client import QdrantClient

from citehop.indexes.pages.embedded import EdgePages
from citehop.indexes.pages.files import PagesManifest
from citehop.indexes.pages.points import PagePoint, PageStore, candidates_for
from citehop.indexes.pages.server import ServerPages

# The client in memory says of what only a server does that it does nothing.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Payload indexes have no effect", "ignore:Local mode performs exact"
)


def unit(rows: np.ndarray) -> np.ndarray:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


def point(number: int, vectors: np.ndarray, pooled: np.ndarray | None = None, paper: str = "p") -> PagePoint:
    payload = {"page_id": f"{paper}#{number:03}", "paper_id": paper, "key": f"key of {paper}"}
    rows: list[list[float]] = vectors.tolist()
    means: list[list[float]] = (vectors if pooled is None else pooled).tolist()
    return PagePoint(number, rows, means, payload)


def score(query: np.ndarray, page: np.ndarray) -> float:
    """MaxSim by its definition."""
    return float((query @ page.T).max(axis=1).sum())


@pytest.fixture(params=["embedded", "server"])
def store(request: Any, tmp_path: Path) -> Iterator[PageStore]:
    if request.param == "embedded":
        opened: Any = EdgePages.create(tmp_path / "pages", 8)
    else:
        made = PagesManifest("fake", "fake-1", False, (), "http://qdrant.example", "pages")
        opened = ServerPages.create(QdrantClient(":memory:"), made, 8)
    yield opened
    opened.close()


@pytest.mark.parametrize("lengths", [[6] * 40, [*range(1, 41)]])
def test_scores_are_those_of_the_definition(store: PageStore, lengths: list[int]) -> None:
    random = np.random.default_rng(4)
    pages = [unit(random.normal(size=(length, 8))) for length in lengths]
    store.upsert([point(n, page, page[:2]) for n, page in enumerate(pages)])
    query = unit(random.normal(size=(3, 8)))
    scores = [score(query, page) for page in pages]
    order = np.argsort(-np.array(scores))[:5]
    hits = store.search(query, 5)
    assert [hit.id for hit in hits] == [f"p#{n:03}" for n in order]
    assert [hit.score for hit in hits] == pytest.approx([scores[n] for n in order], abs=1e-2)


def test_the_first_stage_chooses_among_many(store: PageStore) -> None:
    random = np.random.default_rng(5)
    count = candidates_for(1) + 100
    centers = unit(random.normal(size=(count, 8)))
    pages = [unit(center + 0.1 * random.normal(size=(4, 8))) for center in centers]
    hidden = 7  # its pooled vector shows nothing of what it holds
    store.upsert(
        [
            point(n, page, -page[:1] if n == hidden else unit(page.mean(axis=0, keepdims=True)))
            for n, page in enumerate(pages)
        ]
    )
    best = store.search(pages[123][:2], 3)[0]
    assert best.id == "p#123"
    assert best.score == pytest.approx(2.0, abs=1e-2)
    assert "p#007" not in {hit.id for hit in store.search(pages[hidden][:2], 1)}


def test_ties_go_by_id_papers_restrict_and_nothing_scores_below_zero(store: PageStore) -> None:
    page = unit(np.ones((3, 8)))
    store.upsert([point(n, page, paper=paper) for n, paper in enumerate("cabca")])
    store.upsert([point(9, -page, paper="z")])
    assert [hit.id for hit in store.search(page, 3)] == ["a#001", "a#004", "b#002"]
    assert [hit.id for hit in store.search(page, 9, ["c", "z"])] == ["c#000", "c#003"]
    assert store.search(page, 0) == []
    assert store.search(page[:0], 3) == []


def test_pages_are_replaced_counted_and_deleted_by_key(store: PageStore) -> None:
    page = unit(np.ones((3, 8)))
    store.upsert([point(n, page, paper=paper) for n, paper in enumerate("aab")])
    store.upsert([point(0, page, paper="a")])
    assert (store.count(), store.count(["key of a"])) == (3, 2)
    store.keep_only(["key of b", "key of c"])
    assert [hit.id for hit in store.search(page, 9)] == ["b#002"]
