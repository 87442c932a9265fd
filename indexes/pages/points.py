"""Pages as points of a vector store, and the protocol that the embedded engine and a server share.

A point is a page: id from paper, page and content key; the multivectors "page" (every vector, compared by MaxSim, see
Khattab and Zaharia, "ColBERT", SIGIR 2020) and "pooled" (the few of the first stage); payload `page_id`, `paper_id`,
`page`, `key`, `model`. Neither vector has an HNSW graph: pooled vectors are compared all, those of a page only
for the best of the first stage, both in one query. The files in the cluster's folder stay the original: a store that is lost
is filled again from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..types import Hit
from .files import PagedPaper, PagesManifest, open_pack, page_id
from .types import Array

PAGE, POOLED = "page", "pooled"
# Pages with the best pooled vectors whose vectors are all compared, for each page asked for, and at least: with 100 the
# ten best of 3,000 pages are those of an exact search.
_OVERSAMPLING, _FEWEST_CANDIDATES = 4, 100
# Pages whose vectors are compared as they are, for each page asked for, after quantized ones found them: recall@10 is then
# at least .99 (benchmarks/visual.py); by default, the engines compare as many as were requested, or none.
RESCORED = 6.0
_BATCH = 8  # pages per call: 10 MB as JSON, of the 32 that a server takes


def candidates_for(limit: int) -> int:
    """The number of pages that the first stage finds when `limit` pages are asked for."""
    return max(_OVERSAMPLING * limit, _FEWEST_CANDIDATES)


@dataclass(frozen=True, slots=True)
class PagePoint:
    """A page as it is stored: `vectors` and `pooled` are (n, dimension) lists, `key` is that of its paper's pages."""

    id: int
    vectors: list[list[float]]
    pooled: list[list[float]]
    payload: dict[str, Any]


class PageStore(Protocol):
    """The pages of one cluster. The order of hits with equal scores is the engine's (see `ranked`)."""

    def upsert(self, pages: Sequence[PagePoint]) -> None:
        """Add `pages`, replacing those stored under the same id."""
        ...

    def keep_only(self, keys: Sequence[str]) -> None:
        """Delete the pages made under any other key."""
        ...

    def count(self, keys: Sequence[str] = ()) -> int:
        """Pages stored, those made under `keys` if any are given."""
        ...

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The `k` pages with the largest MaxSim among the best of the first stage; ties by id, none below 0."""
        ...

    def close(self) -> None:
        """Make everything durable and close it."""
        ...


def fill(store: PageStore, folder: Path, made: PagesManifest) -> None:
    """Make `store` hold the pages of `made` and no others; papers whose pages are all there are not written again."""
    store.keep_only([paper.key for paper in made.papers])
    for paper in made.papers:
        if store.count([paper.key]) != len(paper.pages):
            for batch in _batches(_points(folder, made, paper)):
                store.upsert(batch)


def dimension_of(folder: Path, made: PagesManifest) -> int:
    """Dimension of the stored vectors."""
    with open_pack(folder, made, made.papers[0]) as file:
        return int(file.get_slice("vectors").get_shape()[1])


def _points(folder: Path, made: PagesManifest, paper: PagedPaper) -> Iterator[PagePoint]:
    with open_pack(folder, made, paper) as file:
        vectors, offsets = file.get_slice("vectors"), file.get_tensor("offsets").tolist()
        pooled, pooled_offsets = file.get_tensor("pooled"), file.get_tensor("pooled_offsets").tolist()
        for n, page in enumerate(file.get_tensor("pages").tolist()):
            payload = {"page_id": page_id(paper.paper_id, page), "paper_id": paper.paper_id, "page": page}
            yield PagePoint(
                _point_id(paper, page),
                _rows(vectors[offsets[n] : offsets[n + 1]]),
                _rows(pooled[pooled_offsets[n] : pooled_offsets[n + 1]]),
                payload | {"key": paper.key, "model": made.model},
            )


def _point_id(paper: PagedPaper, page: int) -> int:
    """64 bits of a hash: storing a page again replaces it."""
    name = f"{paper.paper_id}#{page}#{paper.key}".encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big")


def _rows(vectors: Any) -> list[list[float]]:
    rows: list[list[float]] = np.asarray(vectors, dtype=np.float32).tolist()
    return rows


def _batches(points: Iterator[PagePoint]) -> Iterator[list[PagePoint]]:
    batch: list[PagePoint] = []
    for point in points:
        batch.append(point)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
