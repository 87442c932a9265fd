"""Number of passages that have each term: the inverse document frequencies of BM25 on a Qdrant server.

A server counts them for each shard, so that scores would depend on the number of shards. Here they are counted over the
whole cluster and multiplied into the weights of the query; the embedded engine, which has one shard, counts the same.
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
    """`counts` (T,) uint32 of the passages with the term of each of `indices` (T,) uint32, ascending, among `total`."""

    total: int
    indices: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]

    def weigh(self, query: SparseVector) -> SparseVector:
        """`query` with each value times the inverse document frequency of its term (see `inverse_frequency`)."""
        weights = [inverse_frequency(self._count(index), self.total) for index in query.indices]
        return SparseVector(query.indices, tuple(v * w for v, w in zip(query.values, weights, strict=True)))

    def _count(self, index: int) -> int:
        place = int(np.searchsorted(self.indices, np.uint32(index)))
        found = place < len(self.indices) and int(self.indices[place]) == index
        return int(self.counts[place]) if found else 0


def count_documents(vectors: Iterable[SparseVector]) -> DocumentFrequencies:
    """The frequencies of the terms of `vectors`, one for each passage."""
    rows = [np.array(vector.indices, np.uint32) for vector in vectors]
    indices, counts = np.unique(np.concatenate([*rows, np.array([], np.uint32)]), return_counts=True)
    return DocumentFrequencies(len(rows), indices, counts.astype(np.uint32))


def write_frequencies(frequencies: DocumentFrequencies, path: Path) -> None:
    """Write to the file `path`, whole or not at all."""
    buffer = io.BytesIO()
    total = np.array([frequencies.total], np.uint64)
    np.savez(buffer, total=total, indices=frequencies.indices, counts=frequencies.counts)
    write_atomic(path, buffer.getvalue())


def read_frequencies(path: Path) -> DocumentFrequencies:
    """Read what `write_frequencies` wrote. Raises OSError, ValueError or KeyError if it is missing or damaged."""
    with np.load(path, allow_pickle=False) as file:
        return DocumentFrequencies(int(file["total"][0]), file["indices"], file["counts"])
