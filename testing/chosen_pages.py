"""Page images with fixed scores, for tests without a page-image model."""

from __future__ import annotations

import numpy as np

from ..indexes.pages.index import PageRef
from ..indexes.pages.types import QueryVectors
from ..indexes.types import Hit


class ChosenPages:
    """A page index that finds page images by the same fixed scores for every query; `obstacle` as in `PageIndex`."""

    def __init__(self, scores: dict[str, float], obstacle: str = "") -> None:
        self._scores, self.obstacle, self.queries = scores, obstacle, list[str]()

    def encode(self, query: str) -> QueryVectors:
        self.queries.append(query)
        return QueryVectors(np.ones((1, 2), np.float32), (query,))

    def search(self, _: QueryVectors, k: int, papers: tuple[str, ...] = ()) -> list[Hit]:
        hits = [Hit(i, s) for i, s in self._scores.items() if not papers or i.partition("#")[0] in papers]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:k]

    def page(self, hit: Hit) -> PageRef:
        paper, _, number = hit.id.partition("#page=")
        return PageRef(paper, int(number))

    def close(self) -> None:
        """Do nothing, because nothing is open."""
