"""Strategies of search, and the result of ranking the cited papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# "auto" is "hybrid+pages" where page images can be searched, else "hybrid".
Strategy = Literal["auto", "bm25", "dense", "hybrid", "pages", "hybrid+pages"]


@dataclass(frozen=True, slots=True)
class RankedPaper:
    """A cited paper in a ranking. `reasons` are printable, one per signal, strongest first."""

    paper_id: str
    score: float
    reasons: tuple[str, ...] = ()
