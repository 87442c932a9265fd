"""Find the names along the sides of a plot area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ....papers.types import BBox
from ...shapes.placed_labels import PlacedLabel, merged
from ...shapes.scene import Scene
from .categories import Category
from .plot_area_labels import SUBCAPTION

# Distances in letter heights.
REACH = 4.5  # largest distance of labels from the area
LINE_GAP = 0.9  # largest gap between the lines of one label


def column_names(scene: Scene, area: BBox) -> tuple[Category, ...]:
    """Return the row of names below the area, or above it, from left to right. Names are placed at their tick marks."""
    em = scene.em
    for below in (True, False):
        near = [p for p in scene.labels if _is_along_bottom(p, area, em, below)]
        columns = _column_row(near, area, em, below)
        alone = bool(columns) and below and not SUBCAPTION.match(columns[0].text)
        if len(columns) > 1 or (alone and abs(columns[0].at - (area.x0 + area.x1) / 2) > em):
            return _at_ticks(columns, area, scene)
    return ()


def _is_along_bottom(label: PlacedLabel, area: BBox, em: float, below: bool) -> bool:
    gap = label.box.y0 - area.y1 if below else area.y0 - label.box.y1
    return -0.6 * em <= gap <= REACH * em and area.x0 - 1.5 * em <= label.tick_x <= area.x1 + 1.5 * em


def _column_row(near: Sequence[PlacedLabel], area: BBox, em: float, below: bool) -> list[Category]:
    if not near:
        return []
    turned = [p for p in near if p.slanted or (p.label.vertical and len(p.text) > 1)]

    def depth(p: PlacedLabel) -> float:
        return p.box.y0 - area.y1 if below else area.y0 - p.box.y1

    closest = min(depth(p) for p in near)
    pool = [p for p in near if not p.label.vertical]
    if len(turned) > 1:
        pool = turned + [p for p in pool if p not in turned and p.label.number is None]
    first = [p for p in pool if depth(p) - closest <= (1.5 if turned else 0.8) * em]
    rest = [p for p in pool if p not in first]
    columns = [_stacked(p, rest if below else [], em) for p in first]
    if sum(len(c.label.words) > 1 for c in columns) == 1 and len(first) != 2:
        columns = list(first)  # a single text under the row is the title of the axis
    ordered = sorted(columns, key=lambda p: p.tick_x)
    return [Category(p.text, p.tick_x, p.box) for p in ordered]


def _stacked(first: PlacedLabel, rest: Sequence[PlacedLabel], em: float) -> PlacedLabel:
    """Return the label merged with the lines that continue it below."""
    lines = [first]
    if not first.slanted:
        for other in sorted(rest, key=lambda p: p.box.y0):
            gap = other.box.y0 - lines[-1].box.y1
            if abs(other.label.cx - first.label.cx) <= 0.8 * em and -0.2 * em <= gap <= LINE_GAP * em:
                lines.append(other)
    return merged(lines)


def _at_ticks(columns: Sequence[Category], area: BBox, scene: Scene) -> tuple[Category, ...]:
    """Return the names moved to the tick marks under the area. The names stay in place unless each has a mark of
    its own.
    """
    em = scene.em
    marks = sorted(
        {
            round(s.cx, 1)
            for s in scene.shapes
            if s.upright
            and s.box.height < 2 * em
            and abs(s.cy - area.y1) < 2 * em
            and area.x0 - 1 <= s.cx <= area.x1 + 1
        }
    )
    if len(columns) < 2 or len(marks) < len(columns):
        return tuple(columns)
    spacing = min(b.at - a.at for a, b in pairwise(columns))
    nearest = [min(marks, key=lambda m: abs(m - c.at)) for c in columns]
    far = max(abs(m - c.at) for m, c in zip(nearest, columns, strict=True))
    if len(set(nearest)) < len(columns) or far > 0.3 * spacing:
        return tuple(columns)
    return tuple(replace(c, at=m) for c, m in zip(columns, nearest, strict=True))


def row_names(scene: Scene, area: BBox) -> tuple[Category, ...]:
    """Return the column of names to the left of the area, or else to its right, from top to bottom.

    Names written upwards count only if no column of horizontal names is found.
    """
    em = scene.em
    for upwards, left in ((False, True), (False, False), (True, True)):
        near = [p for p in scene.labels if _is_along_side(p, area, em, left, upwards)]
        if len(near) > 1:
            edge = max(p.box.x1 for p in near) if left else min(p.box.x0 for p in near)
            column = [p for p in near if abs((p.box.x1 if left else p.box.x0) - edge) <= 1.2 * em]
            ordered = sorted(column, key=lambda p: p.box.y0)
            rows = ordered if upwards else _grouped_lines(ordered)
            if len(rows) > 1:
                return tuple(Category(p.text, p.label.cy if upwards else p.tick_y, p.box) for p in rows)
    return ()


def _is_along_side(label: PlacedLabel, area: BBox, em: float, left: bool, upwards: bool) -> bool:
    gap = area.x0 - label.box.x1 if left else label.box.x0 - area.x1
    level = area.y0 - 0.3 * em <= label.label.cy <= area.y1 + 0.3 * em
    return label.label.vertical == upwards and level and -0.5 * em <= gap <= REACH * em


def _grouped_lines(column: Sequence[PlacedLabel]) -> list[PlacedLabel]:
    """Merge lines into labels. The lines of one label are closer together than two labels."""
    if not column:
        return []
    gaps = [b.box.y0 - a.box.y1 for a, b in pairwise(column)]
    wide = float(np.median(gaps)) if gaps else 0.0
    groups = [[column[0]]]
    for label, gap in zip(column[1:], gaps, strict=True):
        if gap < 0.5 * wide and gap < LINE_GAP * 0.7 * label.size:
            groups[-1].append(label)
        else:
            groups.append([label])
    return [merged(group) for group in groups]


def nearest_place(places: Sequence[Category], at: float) -> int:
    """Return the index of the nearest place; -1 without places."""
    return min(range(len(places)), key=lambda i: (abs(places[i].at - at), i), default=-1)
