"""Types for searching: chunks, queries and hits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..papers.types import BBox


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage inside one section of a paper. `id` does not change if the same file is built again.

    `spans` lists every (page, box) the passage covers; `page` and `bbox` are the first of them.
    """

    id: str
    paper_id: str
    kind: str
    text: str
    section: str
    page: int
    bbox: BBox
    spans: tuple[tuple[int, BBox], ...] = ()

    @property
    def heading(self) -> str:
        """The innermost heading above the passage; "" without a heading."""
        return self.section.rsplit(" > ", 1)[-1]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A query. `papers` restricts the search to these paper ids; empty means all papers.

    If `image` is given, page images are searched for this image, such as a figure, instead of `text`.
    """

    text: str
    papers: tuple[str, ...] = ()
    image: Path | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search. Lists of hits are best first, ties by id, without zero scores.

    Scores can be compared only within one list.
    """

    id: str
    score: float


class Retriever(Protocol):
    """Anything that finds ids for a query. `search` returns at most `k` hits, best first."""

    def search(self, query: SearchQuery, k: int) -> list[Hit]: ...
