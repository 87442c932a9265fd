"""Choose between overlapping plot areas, and share axes between neighboring panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .plot_area import PlotArea
from .plot_area_labels import support


def label_count(panel: PlotArea) -> int:
    """Return the number of labels along the sides. A frame without labels is not a plot area."""
    ticks = sum(support(a) for a in (panel.x, panel.y) if a is not None)
    named = len(panel.columns) if len(panel.columns) > 1 and panel.x is None else 0
    return ticks + named + (len(panel.rows) if len(panel.rows) > 1 else 0)


def without_overlaps(panels: Sequence[PlotArea]) -> list[PlotArea]:
    """Keep the best of overlapping areas: the area with more labels wins, then the larger area."""
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
    """Give panels without an axis the axis of a neighbor: the y axis in a row of panels, the x axis in a column."""
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
