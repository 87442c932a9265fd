"""Plot areas with their axes and categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....papers.types import BBox
from ...raster.canvas import DISTINCT, Canvas, window
from ...raster.label import Label
from ...raster.rulings import Ruling
from ...raster.text_ink import background_around
from ..legend.entries import LegendEntry
from .frameless_axes import panel_above, panel_beside
from .numeric import Axis, numeric_axes
from .plot_area import PlotArea
from .plot_area_labels import beside, support, with_axes, with_categories, with_titles
from .plot_backgrounds import area_background, box_of_marks


def find_plot_areas(
    canvas: Canvas,
    phrases: Sequence[Label],
    legend: Sequence[LegendEntry],
    level: Sequence[Ruling],
    frames: Sequence[BBox],
) -> list[PlotArea]:
    """Plot areas in reading order; empty when the image shows neither axes nor a frame with labels along it."""
    em = canvas.em
    texts = _labels(canvas, phrases, legend)
    axes = numeric_axes(texts, em)
    panels = _with_own_axes([with_axes(PlotArea(box, (0, 0, 0), canvas.em), axes) for box in frames])
    loose = [a for a in axes if not any(a in (p.x, p.y) for p in panels)]
    alone = [
        a for a in loose if a.upright and not any(beside(a, p.area, em) for p in panels if p.y is not None)
    ]
    panels += [panel_beside(a, axes, canvas, level) for a in alone]
    found = [with_categories(p, texts, canvas) for p in panels]
    bare = [
        a for a in axes if not a.upright and not any(p.x is a and (p.y or len(p.rows) > 1) for p in found)
    ]
    above = [panel for a in bare if (panel := panel_above(a, texts, em)) is not None]
    found += [with_categories(p, texts, canvas) for p in above]
    return _finished(canvas, [p for p in found if p.x or p.y or len(p.columns) > 1], texts)


def _with_own_axes(panels: Sequence[PlotArea]) -> list[PlotArea]:
    """The panels; labels between two areas belong to that above them, not to the box of a legend under them."""
    under = {id(p.x) for p in panels if p.x is not None and _is_under(p.x, p)}
    return [
        replace(p, x=None) if p.x is not None and id(p.x) in under and not _is_under(p.x, p) else p
        for p in panels
    ]


def _is_under(axis: Axis, panel: PlotArea) -> bool:
    """True if the labels of a level axis are under the middle of the area."""
    return axis.ticks[0].label.cy > (panel.area.y0 + panel.area.y1) / 2


def find_areas_without_axes(
    canvas: Canvas,
    phrases: Sequence[Label],
    legend: Sequence[LegendEntry],
    frames: Sequence[BBox],
) -> list[PlotArea]:
    """Frames with names at their left side, or the box around all coloured marks with names under or beside it."""
    texts = _labels(canvas, phrases, legend)
    boxes = [*frames, *box_of_marks(canvas, legend, phrases)]
    panels = [with_categories(PlotArea(box, (0, 0, 0), canvas.em), texts, canvas) for box in boxes]
    return _finished(canvas, [p for p in panels if max(len(p.rows), len(p.columns)) > 1], texts)


def _labels(canvas: Canvas, phrases: Sequence[Label], legend: Sequence[LegendEntry]) -> list[Label]:
    """The texts that may be labels of axes: outside of the legend, on the page and not on a mark."""
    free = [p for p in phrases if not any(p.box.intersection_area(e.text) > 0 for e in legend)]
    return [
        p
        for p in free
        if float(np.linalg.norm(background_around(canvas, *window(p.box, canvas)) - canvas.page)) < DISTINCT
    ]


def _finished(canvas: Canvas, panels: Sequence[PlotArea], texts: Sequence[Label]) -> list[PlotArea]:
    """The panels with labels, without overlaps, axes shared, titles and grounds added, in reading order."""
    em = canvas.em
    kept = without_overlaps([p for p in panels if label_count(p) > 0])
    shared = [with_titles(p, texts) for p in with_shared_axes(kept, em)]
    ordered = sorted(shared, key=lambda p: _reading_order(p))
    return [replace(p, ground=area_background(canvas, p.area)) for p in ordered]


def _reading_order(panel: PlotArea) -> tuple[int, float]:
    return round(panel.area.y0 / (4 * panel.em)), panel.area.x0


def label_count(panel: PlotArea) -> int:
    """Count of labels along the sides; a frame without labels is no plot area."""
    ticks = sum(support(a) for a in (panel.x, panel.y) if a is not None)
    named = len(panel.columns) if len(panel.columns) > 1 and panel.x is None else 0
    return ticks + named + (len(panel.rows) if len(panel.rows) > 1 else 0)


def without_overlaps(panels: Sequence[PlotArea]) -> list[PlotArea]:
    """Of overlapping areas the one with more labels, then the larger."""
    ranked = sorted(
        panels, key=lambda p: (-label_count(p), -p.area.width * p.area.height, p.area.x0, p.area.y0)
    )
    kept: list[PlotArea] = []
    for panel in ranked:
        size = panel.area.width * panel.area.height
        if all(
            panel.area.intersection_area(k.area) <= 0.1 * min(size, k.area.width * k.area.height)
            for k in kept
        ):
            kept.append(panel)
    return kept


def with_shared_axes(panels: Sequence[PlotArea], em: float) -> list[PlotArea]:
    """Panels of one row borrow the y axis that only one of them has, those of one column the x axis."""
    done = []
    for panel in panels:
        y, x, columns = panel.y, panel.x, panel.columns
        for other in panels:
            same_row = abs(other.area.y0 - panel.area.y0) < em and abs(other.area.y1 - panel.area.y1) < em
            same_column = abs(other.area.x0 - panel.area.x0) < em and abs(other.area.x1 - panel.area.x1) < em
            if y is None and not panel.rows and same_row:
                y = other.y
            if x is None and same_column and (not columns or (len(columns) == 1 and other.x is not None)):
                x, columns = other.x, other.columns
        done.append(replace(panel, x=x, y=y, columns=columns))
    return done
