"""What a store takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..text.sparse import SparseVector
from ..types import Hit

DENSE, SPARSE = "dense", "bm25"
LAYOUT = "1"  # of the collection; raise it when points are stored differently
# Up to here every vector is compared, which takes about 10 ms; a graph index would find but most of the nearest.
EXACT_BELOW = 60_000
UPSERT_BATCH = 500  # points per call: about 2 MB

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Point:
    """A chunk as it is stored. `dense` is None without an embedding model."""

    chunk_id: str
    paper_id: str
    kind: str
    sparse: SparseVector
    dense: Vector | None = None

    @property
    def id(self) -> int:
        """64 bits of a hash of the chunk's id: upserting a chunk again replaces it."""
        return int.from_bytes(blake2b(self.chunk_id.encode("utf-8"), digest_size=8).digest(), "big")

    @property
    def payload(self) -> dict[str, str]:
        return {"chunk_id": self.chunk_id, "paper_id": self.paper_id, "kind": self.kind}


class Store(Protocol):
    """Vectors of one cluster. Hits come best first; the order of equal scores is the engine's (see `ranked`)."""

    def upsert(self, points: Sequence[Point]) -> None:
        """Add `points`, replacing those stored under the same id."""
        ...

    def remove(self, paper_ids: Sequence[str]) -> None:
        """Delete all points of these papers."""
        ...

    def count(self) -> int:
        """Points stored."""
        ...

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The k chunks with the largest cosine to `vector`, of `papers` if any are given."""
        ...

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The k chunks with the largest BM25 score, of `papers` if any are given; only chunks that share a term."""
        ...

    def close(self) -> None:
        """Make everything durable and let go of it."""
        ...
