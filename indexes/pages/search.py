"""The pages with the best MaxSim: all compared where they are few, candidates first where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from .maxsim import Offsets, converted, fast_type, gathered, maxsim
from .types import Array

EXACT_PAGES = 2_000  # up to here all are compared: .15 s and 400 MB
CANDIDATES = 100  # of the first stage, or four times as many as are asked for
_DECIMALS = 4  # beyond them stands the rounding of float32 sums


class PageMatrix:
    """Vectors of many pages and the pooled ones of each, ready for search.

    `vectors` (n, dimension) float16 with `offsets` (pages + 1), `pooled` likewise. A copy in the type that this
    processor multiplies quickest is made with the first search that compares all pages.
    """

    def __init__(
        self, vectors: torch.Tensor, offsets: Offsets, pooled: torch.Tensor, pooled_offsets: Offsets
    ) -> None:
        self._vectors, self._offsets = vectors, offsets
        self._pooled, self._pooled_offsets = pooled, pooled_offsets
        self._type = fast_type()
        self._quick: torch.Tensor | None = None
        self._quick_pooled: torch.Tensor | None = None

    @classmethod
    def joined(
        cls,
        vectors: Sequence[npt.NDArray[Any]],
        offsets: Sequence[Offsets],
        pooled: Sequence[npt.NDArray[Any]],
        pooled_offsets: Sequence[Offsets],
    ) -> PageMatrix:
        """Of the parts of several papers, one after the other."""
        tensors = [torch.cat([torch.from_numpy(part) for part in parts]) for parts in (vectors, pooled)]
        return cls(tensors[0], _joined(offsets), tensors[1], _joined(pooled_offsets))

    def best(
        self, query: Array, k: int, rows: npt.NDArray[np.int64], exact: bool | None = None
    ) -> list[tuple[int, float]]:
        """The best `k` of the pages `rows` (ascending) as (row, score), best first, ties by row.

        Scores are those of the definition in float32. `exact` compares all pages; None: where they are not too many.
        """
        if k <= 0 or not len(rows) or not len(query):
            return []
        with torch.inference_mode(), _one_thread():
            words = torch.from_numpy(np.ascontiguousarray(query, dtype=np.float32))
            if exact is None:
                exact = len(rows) <= EXACT_PAGES
            candidates = self._compared(words, rows, 2 * k) if exact else self._likely(words, rows, k)
            scores = maxsim(words, *gathered(self._vectors, self._offsets, candidates)).numpy()
        rounded = np.round(scores.astype(np.float64), _DECIMALS)
        order = np.lexsort((candidates, -rounded))[:k]
        return [(int(candidates[n]), float(rounded[n])) for n in order]

    def _compared(
        self, words: torch.Tensor, rows: npt.NDArray[np.int64], count: int
    ) -> npt.NDArray[np.int64]:
        """The best `count` of `rows` by all their vectors; all of them where there is nothing to gain."""
        if len(rows) <= count or len(rows) < len(self._offsets) // 8:
            return rows
        if self._quick is None:
            self._quick = converted(self._vectors, self._type)
        return _top(maxsim(words.to(self._type), self._quick, self._offsets), rows, count)

    def _likely(self, words: torch.Tensor, rows: npt.NDArray[np.int64], k: int) -> npt.NDArray[np.int64]:
        """The best of `rows` by their pooled vectors, as many as deserve an exact look."""
        if self._quick_pooled is None:
            self._quick_pooled = converted(self._pooled, self._type)
        scores = maxsim(words.to(self._type), self._quick_pooled, self._pooled_offsets)
        candidates = _top(scores, rows, max(CANDIDATES, 4 * k))
        if self._type == torch.float32 or len(candidates) <= 2 * k:
            return candidates
        looked_at = maxsim(words.to(self._type), *gathered(self._vectors, self._offsets, candidates))
        best = _top(looked_at, np.arange(len(candidates)), 2 * k)
        return candidates[best]


@contextmanager
def _one_thread() -> Iterator[None]:
    """Torch on one thread: the work is some 30 ms, and beside other work two threads mostly wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _top(scores: torch.Tensor, rows: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """`count` of `rows` with the largest scores, ascending."""
    order = np.lexsort((rows, -scores.numpy()[rows]))[:count]
    return np.sort(rows[order])


def _joined(offsets: Sequence[Offsets]) -> Offsets:
    lengths = [np.diff(part) for part in offsets]
    return np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64)
