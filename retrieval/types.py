"""The strategies of a search, and the result of ranking the cited papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# "auto" is "hybrid+pages" if page images can be searched, else "hybrid".
Strategy = Literal["auto", "bm25", "dense", "hybrid", "pages", "hybrid+pages"]


@dataclass(frozen=True, slots=True)
class RankedPaper:
    """A cited paper in a ranking. `reasons` are short texts for the user, one per signal, the strongest first."""

    paper_id: str
    score: float
    reasons: tuple[str, ...] = ()
