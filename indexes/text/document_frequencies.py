"""The number of passages that have each term, for the inverse document frequencies of BM25 on a Qdrant server.

A server counts them for each shard, so scores would depend on the number of shards. Here they are counted over the
whole cluster and multiplied into the weights of the query. The embedded engine, which has one shard, gets the same
counts.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...papers.files import write_atomic
from .sparse import SparseVector
from .term_statistics import inverse_frequency


@dataclass(frozen=True, slots=True)
class DocumentFrequencies:
    """The number of passages that have each term, among `total` passages.

    `indices`, (T,) uint32 in ascending order, are the indices of the terms, and `counts`, (T,) uint32, the numbers of
    passages.
    """

    total: int
    indices: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]

    def weigh(self, query: SparseVector) -> SparseVector:
        """Return `query` with each value multiplied by the inverse document frequency of its term (see
        `inverse_frequency`).
        """
        weights = [inverse_frequency(self._count(index), self.total) for index in query.indices]
        return SparseVector(query.indices, tuple(v * w for v, w in zip(query.values, weights, strict=True)))

    def _count(self, index: int) -> int:
        place = int(np.searchsorted(self.indices, np.uint32(index)))
        found = place < len(self.indices) and int(self.indices[place]) == index
        return int(self.counts[place]) if found else 0


def count_documents(vectors: Iterable[SparseVector]) -> DocumentFrequencies:
    """Return the document frequencies of the terms of `vectors`, one vector for each passage."""
    rows = [np.array(vector.indices, np.uint32) for vector in vectors]
    indices, counts = np.unique(np.concatenate([*rows, np.array([], np.uint32)]), return_counts=True)
    return DocumentFrequencies(len(rows), indices, counts.astype(np.uint32))


def write_frequencies(frequencies: DocumentFrequencies, path: Path) -> None:
    """Write `frequencies` to the file `path`, completely or not at all."""
    buffer = io.BytesIO()
    total = np.array([frequencies.total], np.uint64)
    np.savez(buffer, total=total, indices=frequencies.indices, counts=frequencies.counts)
    write_atomic(path, buffer.getvalue())


def read_frequencies(path: Path) -> DocumentFrequencies:
    """Read the document frequencies that `write_frequencies` wrote.

    Raises OSError, ValueError or KeyError if the file is missing or damaged.
    """
    with np.load(path, allow_pickle=False) as file:
        return DocumentFrequencies(int(file["total"][0]), file["indices"], file["counts"])
