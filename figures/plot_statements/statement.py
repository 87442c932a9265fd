"""A statement of a plot."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.types import BBox


@dataclass(frozen=True, slots=True)
class PlotStatement:
    """A statement of a plot: the short answer, the rows that it is about, and the marks that show it."""

    text: str
    rows: tuple[int, ...]
    boxes: tuple[BBox, ...]
