"""Collect the pixels, texts, legend and rulings of an image before its marks are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ...papers.types import BBox, Word
from ..chart.style import Style
from ..shapes.label import Label, text_height
from ..shapes.rulings import Ruling, find_frames
from .canvas import DISTINCT, Canvas, build_canvas, on_canvas
from .labels import extract_labels
from .legend.entries import LegendEntry
from .legend.read import read_legend
from .marks.color_clusters import cluster_colors
from .plot_backgrounds import area_background, find_shaded_areas
from .rulings import find_rulings
from .text_ink import text_color

GRAY_TEXT = (35.0, 80.0)  # lightness of texts that are neither black nor too pale to read


@dataclass(frozen=True, slots=True)
class ChartContext:
    """A chart image with its texts, legend and rulings, before its marks are read.

    `level` and `upright` are the horizontal and vertical rulings. `frames` are rectangles that may be plot areas.
    """

    canvas: Canvas
    phrases: tuple[Label, ...]
    legend: tuple[LegendEntry, ...]
    level: tuple[Ruling, ...]
    upright: tuple[Ruling, ...]
    frames: tuple[BBox, ...]

    @property
    def em(self) -> float:
        """The usual letter height in canvas pixels."""
        return self.canvas.em

    @property
    def covered(self) -> list[BBox]:
        """The boxes of the legend entries, in which no marks are read."""
        boxes = [e.swatch.union(e.text) for e in self.legend]
        return [BBox(b.x0 - 3, b.y0 - 3, b.x1 + 3, b.y1 + 3) for b in boxes]


def build_context(image: Image.Image, words: Sequence[Word]) -> ChartContext | None:
    """Return the context of an image; None if the image has no text. `words` are in pixels of the image."""
    canvas = build_canvas(image)
    phrases = extract_labels(on_canvas(words, canvas), canvas)
    if not phrases:
        return None
    canvas = replace(canvas, em=text_height(phrases))
    level, upright = find_rulings(canvas, phrases)
    legend = read_legend(canvas, phrases, level, upright)
    frames = find_frames(level, upright, canvas.em) + find_shaded_areas(canvas)
    return ChartContext(canvas, phrases, tuple(legend), tuple(level), tuple(upright), tuple(frames))


def unnamed_styles(context: ChartContext, area: BBox) -> list[Style]:
    """Return a style for each color in the area, for charts without a legend."""
    ground = area_background(context.canvas, area)
    styles = cluster_colors(context.canvas, area, ground, [p.box for p in context.phrases])
    for phrase in context.phrases:
        # A line may be as gray as the gridlines. A text in the same gray at its end reveals the line.
        at_end = phrase.cx > area.x0 + 0.6 * area.width and area.y0 < phrase.cy < area.y1
        if not at_end or phrase.number is not None:
            continue
        lightness, a, b = text_color(phrase, context.canvas).tolist()
        style = Style("line", (lightness, a, b))
        apart = all(float(np.linalg.norm(style.lab - s.lab)) > DISTINCT for s in styles)
        if GRAY_TEXT[0] < lightness < GRAY_TEXT[1] and not style.colored and apart:
            styles.append(style)
    return styles
