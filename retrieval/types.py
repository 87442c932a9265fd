"""The result of ranking the cited papers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankedPaper:
    """A cited paper in its place. `reasons` are printable: which signal said what, strongest first."""

    paper_id: str
    score: float
    reasons: tuple[str, ...] = ()
