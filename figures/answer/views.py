"""View figure data from two sides: rows as items and columns as fields, or the reverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...papers.types import BBox
from ..numbers import Number
from ..types import Entries, Fact, FigureData

SAMPLES = 40  # points per curve


@dataclass(frozen=True, slots=True)
class View:
    """One side of the figure data as items, the other side as fields.

    `grid[i][f]` is the fact of item i in field f. `across` is True if the items are the columns. `shared_scale`
    is True if all fields have values on one axis, so that they may be averaged and compared. `profiles` maps an
    item to the sampled heights of its curves; it is empty without curves.
    """

    items: Entries
    fields: Entries
    grid: tuple[tuple[Fact | None, ...], ...]
    across: bool
    shared_scale: bool
    profiles: dict[int, list[float]]

    def number(self, item: int, field: int) -> Number | None:
        """Return the main number of an item in a field."""
        fact = self.grid[item][field]
        return fact.numbers[0] if fact and fact.numbers else None

    def numbers(self, item: int, field: int) -> tuple[Number, ...]:
        """Return all numbers of an item in a field."""
        fact = self.grid[item][field]
        return fact.numbers if fact else ()

    def box(self, item: int) -> BBox | None:
        """Return the box around an item's marks, or the box of its name if it has no marks."""
        boxes = [fact.box for fact in self.grid[item] if fact and fact.box]
        boxes = boxes or [box for a in self.items.attributes if (box := a.boxes[item])][:1]
        whole = boxes[0] if boxes else None
        for box in boxes[1:]:
            whole = box if whole is None else whole.union(box)
        return whole


def build_views(data: FigureData) -> list[View]:
    """Return the view with rows as items and, unless the figure is a scatter plot or has no columns, the view with
    columns as items.
    """
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
    """Map each row to the heights of its curves at SAMPLES evenly spaced points, one panel after the other."""
    profiles: dict[int, list[float]] = {}
    for curve in data.curves:
        xs, ys = np.array(curve.points).T
        order = np.argsort(xs, kind="stable")
        at = np.linspace(xs.min(), xs.max(), SAMPLES)
        profiles.setdefault(curve.row, []).extend(np.interp(at, xs[order], ys[order]).tolist())
    return profiles


def smoothest_row(data: FigureData, rows: Sequence[int]) -> int | None:
    """Return the only row, or the row with the smoother lines if there are two; otherwise None.

    The smoother row is preferred because a raw trace is often drawn behind its running mean.
    """
    wandering = dict.fromkeys(rows, 0.0)
    for curve in data.curves:
        if curve.row in wandering:
            wandering[curve.row] += sum(abs(b[1] - a[1]) for a, b in pairwise(curve.points))
    return min(rows, key=lambda row: (wandering[row], row), default=None) if len(rows) < 3 else None
