"""Pages as points of a vector store, and the protocol that the embedded engine and a server share.

A point is a page. Its id is a hash of paper, page and content key. It has two multivectors: "page" has every vector
of the page, compared by MaxSim (Khattab and Zaharia, "ColBERT", SIGIR 2020), and "pooled" has a few vectors for the
first stage. Its payload is `page_id`, `paper_id`, `page`, `key` and `model`. Neither vector has an HNSW graph: one
query compares the pooled vectors of all pages, then the page vectors of the best pages of this first stage. The files
in the cluster's folder are the original, from which a lost store is filled again.
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
# Number of candidates of the first stage per requested page, and the smallest number of candidates: with 100 the
# ten best of 3,000 pages are those of an exact search.
_OVERSAMPLING, _FEWEST_CANDIDATES = 4, 100
# Pages found by quantized vectors that are compared again in full precision, per requested page: recall@10 is then
# at least .99 (benchmarks/visual.py). By default, the engines compare only the requested number again, or none.
RESCORED = 6.0
_BATCH = 8  # pages per call: 10 MB as JSON; a server accepts 32 MB


def candidates_for(limit: int) -> int:
    """Return the number of pages that the first stage finds if `limit` pages are requested."""
    return max(_OVERSAMPLING * limit, _FEWEST_CANDIDATES)


@dataclass(frozen=True, slots=True)
class PagePoint:
    """A page as it is stored. `vectors` and `pooled` are (n, dimension) lists.

    The payload has the `key` of the pages of the paper.
    """

    id: int
    vectors: list[list[float]]
    pooled: list[list[float]]
    payload: dict[str, Any]


class PageStore(Protocol):
    """A store of the pages of one cluster. The engine decides the order of hits with equal scores (see `ranked`)."""

    def upsert(self, pages: Sequence[PagePoint]) -> None:
        """Add `pages`, replacing stored pages with the same id."""
        ...

    def keep_only(self, keys: Sequence[str]) -> None:
        """Delete the pages whose key is not in `keys`."""
        ...

    def count(self, keys: Sequence[str] = ()) -> int:
        """Return the number of stored pages. If `keys` are given, only pages with these keys are counted."""
        ...

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """Return the `k` pages with the largest MaxSim among the candidates of the first stage.

        If `papers` are given, only their pages are searched. Ties are sorted by id; no page has a score of 0 or
        less.
        """
        ...

    def close(self) -> None:
        """Write everything to disk and close the store."""
        ...


def fill(store: PageStore, folder: Path, made: PagesManifest) -> None:
    """Make `store` hold the pages of `made` and no others. Papers whose pages are all stored are not written again."""
    store.keep_only([paper.key for paper in made.papers])
    for paper in made.papers:
        if store.count([paper.key]) != len(paper.pages):
            for batch in _batches(_points(folder, made, paper)):
                store.upsert(batch)


def dimension_of(folder: Path, made: PagesManifest) -> int:
    """Return the dimension of the stored vectors."""
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
    """Return 64 bits of a hash of paper, page and key, so that storing a page again replaces it."""
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
