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
LAYOUT = "2"  # version of the layout; raise it when points are stored differently
# Up to this number of points, every mean vector is compared, in at most 6 ms. Above, a graph takes 2 ms and finds
# 99.5% of the ten nearest.
EXACT_BELOW = 50_000
# Candidates that the graph keeps during a search: recall@10 is .995 on 300,000 vectors; the default gives .93.
GRAPH_EF = 256
QUANTIZATIONS = (
    "off",
    "int8",
    "binary",
)  # vectors in memory have full precision, a byte or a bit per value
# Of quantized mean vectors, the requested number times this factor is compared again in full precision.
RESCORED = 2.0
UPSERT_BATCH = 500  # points per call: about 5 MB
# Number of passages whose sentences are compared, per requested passage, and the smallest number. These passages have
# the nearest mean vectors.
_OVERSAMPLING, _FEWEST_CANDIDATES = 4, 100

Vector = npt.NDArray[np.float32]


def check_quantization(setting: str, value: str) -> None:
    """Raise ConfigurationError, naming `setting`, if its `value` is not one of `QUANTIZATIONS`."""
    if value not in QUANTIZATIONS:
        raise ConfigurationError(f"{setting} {value!r}: one of {', '.join(QUANTIZATIONS)}")


def candidates_for(limit: int) -> int:
    """Return the number of passages with the nearest mean vectors that are compared by their sentences to find
    `limit` passages.
    """
    return max(_OVERSAMPLING * limit, _FEWEST_CANDIDATES)


def point_id(chunk_id: str) -> int:
    """Return 64 bits of a hash of the chunk's id, so that upserting a chunk again replaces it."""
    return int.from_bytes(blake2b(chunk_id.encode("utf-8"), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Point:
    """A chunk as it is stored.

    `vectors`, (rows, dimension), are those of its sentences (see `sentence_windows`); None without an embedding
    model. `key` identifies the content of the paper, for stores that other users may change.
    """

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
        """The mean of the vectors. The engine normalizes it to length 1."""
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
    """A chunk found by words or by meaning, with both scores.

    `words` is the BM25 score (0 without a shared term), and `meaning` the largest cosine of its sentences (-1 without
    vectors).
    """

    id: str
    words: float
    meaning: float


class Store(Protocol):
    """A store of the chunks of one cluster. Hits come best first; the engine decides the order of equal scores (see
    `ranked`).
    """

    @property
    def size(self) -> int:
        """The number of points when the store was opened."""
        ...

    def upsert(self, points: Sequence[Point]) -> None:
        """Add `points`, replacing stored points with the same id."""
        ...

    def remove(self, paper_ids: Sequence[str]) -> None:
        """Delete all points of the papers `paper_ids`."""
        ...

    def count(self) -> int:
        """Return the number of stored points."""
        ...

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """Return the `k` chunks whose best sentence has the largest cosine to `vector`.

        If `papers` are given, only their chunks are searched. Sentences are compared only in the chunks with the
        nearest mean vectors (see `candidates_for`).
        """
        ...

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """Return the `k` chunks with the largest BM25 score. Every chunk shares a term with `vector`.

        If `papers` are given, only their chunks are searched.
        """
        ...

    def candidates(
        self,
        dense: Vector,
        sparse: SparseVector,
        depth: int,
        papers: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[PassageCandidate]:
        """Return the candidates for a search by words and meaning, sorted by id.

        They are the `depth` chunks with the nearest mean vectors, the `depth` chunks with the largest BM25 score,
        and the chunks with the ids `also`. If `papers` are given, the first two are chunks of these papers.
        """
        ...

    def texts(self, chunk_ids: Sequence[str]) -> Mapping[str, str]:
        """Map the ids of chunks to their texts. Chunks that are not stored are left out."""
        ...

    def finish(self, points: int) -> None:
        """Complete the store after the last `upsert`. Mean vectors are indexed if there are more than `EXACT_BELOW`.

        Raises ConfigurationError if the store does not hold exactly `points` points.
        """
        ...

    def close(self) -> None:
        """Write everything to disk and close the store."""
        ...
