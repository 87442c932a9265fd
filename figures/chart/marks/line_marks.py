"""Traced lines as curves, with a mark at every named place."""

from __future__ import annotations

import numpy as np

from ....papers.types import BBox
from ..types import Curve, Mark
from .mark_context import MarkContext
from .series_masks import SeriesMasks
from .traces import Path, height_at

SHORTEST = 5  # nodes of a path


def line_marks(
    series: int, path: Path, masks: SeriesMasks, plot: MarkContext
) -> tuple[list[Curve], list[Mark]]:
    """The curve of a series and its marks at the panel's columns; nothing when the path is too short for a line."""
    if len(path) < SHORTEST:
        return [], []
    moved: Path = path + np.array([masks.x, masks.y])
    points = tuple((plot.x_value(x), plot.y_value(y)) for x, y in moved.tolist())
    marks = []
    half = 0.4 * plot.em
    for index, place in enumerate(plot.panel.columns):
        y = height_at(moved, place.at, plot.em)
        if y is not None:
            box = BBox(place.at - half, y - half, place.at + half, y + half)
            marks.append(Mark(series, plot.number, index, box, plot.x_value(place.at), plot.y_value(y)))
    return [Curve(series, plot.number, points)], marks
