"""Views of figure data: its rows under its columns, and its columns beside its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...papers.types import BBox
from ..numbers import Number
from ..types import Entries, Fact, FigureData

SAMPLES = 40  # of a curve


@dataclass(frozen=True, slots=True)
class View:
    """`grid[i][f]` is the fact of item i under field f. `across` is True when the items are the columns.

    `shared_scale` is True when all fields are values of one axis, so that they may be averaged and compared.
    `profiles` are the sampled heights of whole curves, by item; empty without curves.
    """

    items: Entries
    fields: Entries
    grid: tuple[tuple[Fact | None, ...], ...]
    across: bool
    shared_scale: bool
    profiles: dict[int, list[float]]

    def number(self, item: int, field: int) -> Number | None:
        """The main number of an item under a field."""
        fact = self.grid[item][field]
        return fact.numbers[0] if fact and fact.numbers else None

    def numbers(self, item: int, field: int) -> tuple[Number, ...]:
        """All numbers of an item under a field."""
        fact = self.grid[item][field]
        return fact.numbers if fact else ()

    def box(self, item: int) -> BBox | None:
        """The box of an item's marks; without marks that of its name."""
        boxes = [fact.box for fact in self.grid[item] if fact and fact.box]
        boxes = boxes or [box for a in self.items.attributes if (box := a.boxes[item])][:1]
        whole = boxes[0] if boxes else None
        for box in boxes[1:]:
            whole = box if whole is None else whole.union(box)
        return whole


def build_views(data: FigureData) -> list[View]:
    """Return the view of the rows and, where there are facts, the view of the columns."""
    grid: list[list[Fact | None]] = [[None] * data.columns.count for _ in range(data.rows.count)]
    for fact in data.facts:
        grid[fact.row][fact.column] = fact
    shared = data.kind in {"bar", "line", "radar", "heatmap", "pie"}
    profiles = _profiles(data)
    rows = View(data.rows, data.columns, tuple(map(tuple, grid)), False, shared, profiles)
    if not data.columns.count or data.kind == "scatter":
        return [rows]
    turned = tuple(zip(*grid, strict=True)) if grid else ()
    return [rows, View(data.columns, data.rows, turned, True, shared, {})]


def _profiles(data: FigureData) -> dict[int, list[float]]:
    """Heights of each curve at SAMPLES evenly spaced points between its ends, one panel after the other."""
    profiles: dict[int, list[float]] = {}
    for curve in data.curves:
        xs, ys = np.array(curve.points).T
        order = np.argsort(xs, kind="stable")
        at = np.linspace(xs.min(), xs.max(), SAMPLES)
        profiles.setdefault(curve.row, []).extend(np.interp(at, xs[order], ys[order]).tolist())
    return profiles


def smoothest_row(data: FigureData, rows: Sequence[int]) -> int | None:
    """The only row, or of two that with the smoother lines: a raw trace is often drawn behind its running mean. None of more."""
    wandering = dict.fromkeys(rows, 0.0)
    for curve in data.curves:
        if curve.row in wandering:
            wandering[curve.row] += sum(abs(b[1] - a[1]) for a, b in pairwise(curve.points))
    return min(rows, key=lambda row: (wandering[row], row), default=None) if len(rows) < 3 else None
