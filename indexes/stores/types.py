"""The points of a store, and the protocol that the embedded engine and a server share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ...errors import ConfigurationError
from ..text.sparse import SparseVector
from ..types import Hit

DENSE, SENTENCES, SPARSE = "dense", "sentences", "bm25"
LAYOUT = "2"  # of the collection; raise it when points are stored differently
# Up to here every mean vector is compared, in at most 6 ms; above, a graph takes 2 ms and finds 99.5% of the ten nearest.
EXACT_BELOW = 50_000
# Candidates that the graph keeps while it searches: recall@10 .995 on 300,000 vectors, where the default gives .93.
GRAPH_EF = 256
QUANTIZATIONS = (
    "off",
    "int8",
    "binary",
)  # of vectors kept in memory: full precision, a byte or a bit per value
RESCORED = 2.0  # where means are quantized, as many as are asked for are compared in full precision
UPSERT_BATCH = 500  # points per call: about 5 MB
# Passages with the nearest mean vectors whose sentences are then compared, for each passage asked for, and at least.
_OVERSAMPLING, _FEWEST_CANDIDATES = 4, 100

Vector = npt.NDArray[np.float32]


def check_quantization(setting: str, value: str) -> None:
    """Raise ConfigurationError, naming `setting`, if its `value` is not one of `QUANTIZATIONS`."""
    if value not in QUANTIZATIONS:
        raise ConfigurationError(f"{setting} {value!r}: one of {', '.join(QUANTIZATIONS)}")


def candidates_for(limit: int) -> int:
    """The number of nearest mean vectors among which the `limit` nearest passages by their sentences are searched."""
    return max(_OVERSAMPLING * limit, _FEWEST_CANDIDATES)


def point_id(chunk_id: str) -> int:
    """64 bits of a hash of the chunk's id: upserting a chunk again replaces it."""
    return int.from_bytes(blake2b(chunk_id.encode("utf-8"), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Point:
    """A chunk as it is stored. `vectors` (rows, dimension) are those of its sentences (see `sentence_windows`), None
    without an embedding model. `key` names the content of the paper, for stores that others may change."""

    chunk_id: str
    paper_id: str
    kind: str
    sparse: SparseVector
    vectors: Vector | None = None
    text: str = ""
    key: str = ""

    @property
    def id(self) -> int:
        return point_id(self.chunk_id)

    @property
    def dense(self) -> list[float]:
        """The mean of the vectors; the engine brings it to length 1."""
        assert self.vectors is not None, "a point without vectors has no mean"
        mean: list[float] = self.vectors.mean(axis=0).tolist()
        return mean

    @property
    def payload(self) -> dict[str, str]:
        payload = {
            "chunk_id": self.chunk_id,
            "paper_id": self.paper_id,
            "kind": self.kind,
            "text": self.text,
        }
        return {**payload, "key": self.key} if self.key else payload


@dataclass(frozen=True, slots=True)
class PassageCandidate:
    """A chunk found by words or by meaning, with both scores: BM25 (0 without a shared term) and the largest cosine of
    its sentences (-1 without vectors)."""

    id: str
    words: float
    meaning: float


class Store(Protocol):
    """Vectors of one cluster. Hits come best first; the order of equal scores is the engine's (see `ranked`)."""

    @property
    def size(self) -> int:
        """Points that were stored when it was opened."""
        ...

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
        """The k chunks with the largest cosine of a sentence to `vector`, of `papers` if any are given.

        Sentences are compared in the chunks with the nearest mean vectors (see `candidates_for`).
        """
        ...

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The k chunks with the largest BM25 score, of `papers` if any are given; only chunks that share a term."""
        ...

    def candidates(
        self,
        dense: Vector,
        sparse: SparseVector,
        depth: int,
        papers: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[PassageCandidate]:
        """The `depth` chunks with the nearest mean vectors, the `depth` with the largest BM25 score, and the chunks of the
        ids `also`, sorted by id."""
        ...

    def texts(self, chunk_ids: Sequence[str]) -> Mapping[str, str]:
        """The text of each of these chunks by its id; chunks that are not stored are left out."""
        ...

    def finish(self, points: int) -> None:
        """Make the store complete after the last `upsert`: mean vectors are indexed if there are more than `EXACT_BELOW`.

        Raises ConfigurationError if it does not hold exactly `points` points.
        """
        ...

    def close(self) -> None:
        """Make everything durable and close it."""
        ...
