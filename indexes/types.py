"""The nouns of search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..papers.types import BBox


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage inside one section of one paper. `id` is stable across rebuilds of the same file.

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
        """The innermost heading above the passage; "" for none."""
        return self.section.rsplit(" > ", 1)[-1]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A query. `papers` restricts the search to those paper ids; empty means all.

    `image` is what page images are searched for in place of `text`: a figure, for instance.
    """

    text: str
    papers: tuple[str, ...] = ()
    image: Path | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One result. Scores are comparable only within one list; lists are best first, ties by id, no zero scores."""

    id: str
    score: float


class Retriever(Protocol):
    """Anything that finds ids for a query: at most `k` hits, best first."""

    def search(self, query: SearchQuery, k: int) -> list[Hit]: ...
