"""Trace lines of one color that differ only in dash and marker."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from ...chart.style import Style
from ...shapes.cielab import Floats
from ..canvas import Mask, distance
from ..legend.styles import classify_dash
from ..marker_shapes import classify_shape
from .mark_context import MarkContext
from .series_masks import SeriesMasks
from .traces import Path, trace

ALIKE = 14.0  # lines closer than this color distance have the same color
LONGEST_RULE = 0.6  # a straight stroke longer than this share of the area is a gridline or spine
BROKEN = {"dashed", "dotted", "dashdot"}


def group_by_color(styles: Sequence[Style]) -> list[list[int]]:
    """Return the indices of line styles grouped by color. Groups are ordered by their first member."""
    groups: list[list[int]] = []
    for index, style in enumerate(styles):
        if style.kind != "line":
            continue
        for group in groups:
            if float(np.linalg.norm(styles[group[0]].lab - style.lab)) < ALIKE:
                group.append(index)
                break
        else:
            groups.append([index])
    return groups


def trace_group(members: Sequence[int], masks: SeriesMasks, plot: MarkContext) -> dict[int, Path]:
    """Map each series of one color to the path of its line.

    The lines are traced one after the other and then assigned to the series by dash and marker.
    """
    mask = np.zeros(masks.owner.shape, dtype=bool)
    for index in members:
        mask |= masks.mask(index)
    if not plot.styles[members[0]].colored:
        _clear_rules(mask, masks, plot)
    if len(members) == 1:
        return {members[0]: trace(mask, plot.em)}
    paths: list[Path] = []
    for _ in members:
        path = trace(mask, plot.em)
        if len(path) < 5:
            break
        paths.append(path)
        mask = mask & ~_along(path, mask, max(3.0, 0.25 * plot.em))
    looks = [_look(path, masks, plot, plot.styles[members[0]].lab) for path in paths]
    if not looks:
        return {}
    cost = np.array([[_unlike(plot.styles[index], *look) for look in looks] for index in members])
    return {members[int(i)]: paths[int(j)] for i, j in zip(*linear_sum_assignment(cost), strict=True)}


def _clear_rules(mask: Mask, masks: SeriesMasks, plot: MarkContext) -> None:
    """Remove texts, the edges of the area and straight strokes across it from the mask of a black or gray line."""
    for box in plot.texts:
        y0, y1 = int(box.y0) - masks.y - 1, int(np.ceil(box.y1)) - masks.y + 1
        x0, x1 = int(box.x0) - masks.x - 1, int(np.ceil(box.x1)) - masks.x + 1
        mask[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
    rim = max(3, round(0.3 * plot.em))
    mask[:rim] = mask[-rim:] = False
    mask[:, :rim] = mask[:, -rim:] = False
    mask[mask.mean(axis=1) > LONGEST_RULE] = False
    mask[:, mask.mean(axis=0) > LONGEST_RULE] = False


def _along(path: Path, mask: Mask, half: float) -> Mask:
    """Return the band of pixels around a path."""
    columns = np.arange(mask.shape[1])
    ys = np.interp(columns, path[:, 0], path[:, 1])
    rows = np.arange(mask.shape[0])[:, None]
    inside = (columns >= path[0, 0] - half) & (columns <= path[-1, 0] + half)
    band: Mask = (np.abs(rows - ys) <= half) & inside
    return band


def _look(path: Path, masks: SeriesMasks, plot: MarkContext, color: Floats) -> tuple[str, str]:
    """Return the dash and marker of a path, from its gaps and from the blobs on it that are taller than the line."""
    first, last = int(path[0, 0]), int(path[-1, 0]) + 1
    columns = np.arange(first, last)
    ys = np.interp(columns, path[:, 0], path[:, 1])
    region = plot.canvas.lab[
        masks.y : masks.y + masks.owner.shape[0], masks.x : masks.x + masks.owner.shape[1]
    ]
    ink = distance(region[:, first:last], color) < 30
    reach = max(2, round(0.8 * plot.em))
    offsets = np.arange(-reach, reach + 1)
    rows = np.clip(np.round(ys[None, :] + offsets[:, None]), 0, ink.shape[0] - 1).astype(np.intp)
    strip = ink[rows, np.arange(len(columns))[None, :]]
    stroke = np.any(strip[reach - 2 : reach + 3], axis=0)
    heights = strip[reach - 3 : reach + 4].sum(axis=0)
    thin = float(np.percentile(heights[heights > 0], 25)) if heights.any() else 1.0
    shapes, blobs = _markers(ink, ys, thin, plot.em)
    marker = max(sorted(set(shapes)), key=shapes.count) if len(shapes) >= 2 else ""
    return classify_dash(stroke[~blobs], thin), marker


def _markers(ink: Mask, ys: Path, thin: float, em: float) -> tuple[list[str], Mask]:
    """Return the shapes of the blobs on a path that are thicker than its line, and a mask of the columns they
    occupy.
    """
    side = round(thin) + 2
    thick = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    count, labels, stats, centers = cv2.connectedComponentsWithStats(thick, connectivity=8)
    shapes: list[str] = []
    taken = np.zeros(ink.shape[1], dtype=bool)
    for index in range(1, count):
        x, y, width, height, _ = stats[index].tolist()
        cx, cy = centers[index].tolist()
        near = abs(float(ys[min(len(ys) - 1, round(cx))]) - cy) < 0.4 * em
        if near and 0.35 * em <= min(width, height) and max(width, height) <= 1.7 * em:
            blob = labels[y : y + height, x : x + width] == index
            shapes.append(classify_shape(blob.astype(np.float32)))
            taken[max(0, x - 1) : x + width + 1] = True
    return shapes, taken


def _unlike(style: Style, dash: str, marker: str) -> float:
    cost = 0.0 if style.dash == dash else 0.5 if {style.dash, dash} <= BROKEN else 1.0
    if bool(style.marker) != bool(marker):
        return cost + 1.0
    return cost + (0.0 if style.marker == marker else 0.5)
