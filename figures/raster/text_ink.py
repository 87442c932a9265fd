"""Find the pixels that the letters of a text cover, and the background around them."""

from __future__ import annotations

import numpy as np

from ...papers.types import BBox
from ..shapes.cielab import Floats
from ..shapes.label import Label
from .canvas import DISTINCT, Canvas, Mask, distance, most_common, window
from .legend.styles import stroke_color

RIM = 3  # pixels around a text in which its background shows


def tighten(box: BBox, canvas: Canvas) -> BBox:
    """Shrink the box to the ink inside it. Rows and columns of a ruled line through the box are ignored."""
    rows, columns = window(box, canvas)
    margin = max(3, int(0.25 * box.height))
    grown = window(BBox(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin), canvas)
    around = letters(canvas, *grown)
    if not around.any():
        return box
    inner = (
        slice(rows.start - grown[0].start, rows.stop - grown[0].start),
        slice(columns.start - grown[1].start, columns.stop - grown[1].start),
    )
    ruled_rows, ruled_columns = around.mean(axis=1) > 0.95, around.mean(axis=0) > 0.95
    inked_rows = np.flatnonzero((around[inner].any(axis=1)) & ~ruled_rows[inner[0]])
    inked_columns = np.flatnonzero((around[inner].any(axis=0)) & ~ruled_columns[inner[1]])
    if len(inked_rows) < 3 or len(inked_columns) < 2:
        return box
    return BBox(
        float(columns.start + inked_columns[0]),
        float(rows.start + inked_rows[0]),
        float(columns.start + inked_columns[-1] + 1),
        float(rows.start + inked_rows[-1] + 1),
    )


def letters(canvas: Canvas, rows: slice, columns: slice, contrast: float = 2 * DISTINCT) -> Mask:
    """Mark the pixels whose color distance from the background around the region is larger than `contrast`."""
    region = canvas.lab[rows, columns]
    if region.size == 0:
        return np.zeros(region.shape[:2], dtype=bool)
    return distance(region, background_around(canvas, rows, columns)) > contrast


def background_around(canvas: Canvas, rows: slice, columns: slice) -> Floats:
    """Return the most common color in a narrow border around the region."""
    top, left = max(0, rows.start - RIM), max(0, columns.start - RIM)
    around = canvas.lab[top : rows.stop + RIM, left : columns.stop + RIM]
    sides = [around[:RIM], around[-RIM:], around[:, :RIM], around[:, -RIM:]]
    return most_common(np.concatenate([side.reshape(-1, 3) for side in sides]))


def text_color(phrase: Label, canvas: Canvas) -> Floats:
    """Return the CIELAB color of the letters, from the pixels that differ most from the background. Thin strokes
    look pale.
    """
    region = canvas.lab[window(phrase.box, canvas)].reshape(-1, 3)
    ground = most_common(region)
    away = distance(region, ground)
    core = region[away >= max(20.0, 0.9 * float(away.max(initial=0.0)))]
    return np.array(stroke_color(core, ground), dtype=np.float32)
