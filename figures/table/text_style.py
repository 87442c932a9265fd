"""Detect the styles of printed cells: bold, underlined, shaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np
import numpy.typing as npt
from PIL import Image

from ...papers.raster import find_runs
from ...papers.types import BBox
from .types import Cell

BOLD = 1.22  # least stroke width of bold text, relative to the median
# Share of the difference between paper and darkest ink; the inside of a stroke is darker, its soft edge is not
DARK = 0.5
REACH = 6  # pixels on both sides of a text; a table rule continues into them, an underline does not
SHADE = 8  # gray levels; least difference between the paper and a shaded cell

Gray = npt.NDArray[np.float64]


def detect_styles(image: Image.Image, grid: Sequence[Sequence[Cell | None]]) -> list[list[Cell | None]]:
    """Return `grid` with the styles of each cell that has its own text. Bold is relative to the other cells of the
    column.
    """
    gray = np.asarray(image.convert("L"), dtype=np.float64)
    paper = float(np.argmax(np.bincount(gray.astype(np.intp).ravel(), minlength=256)))
    return [_column(gray, paper, column) for column in grid]


def _column(gray: Gray, paper: float, column: Sequence[Cell | None]) -> list[Cell | None]:
    crops = [_crop(gray, cell) if cell and not cell.spread else None for cell in column]
    strokes = [_stroke(*crop) if crop is not None else 0.0 for crop in crops]
    known = [stroke for stroke in strokes if stroke > 0]
    usual = median(known) if len(known) >= 3 else float("inf")
    result: list[Cell | None] = []
    for cell, crop, stroke in zip(column, crops, strokes, strict=True):
        if cell is None or crop is None:
            result.append(cell)
            continue
        found = {
            "bold": stroke > BOLD * usual,
            "underlined": _underlined(gray, crop[1], cell.bbox),
            "shaded": abs(crop[1] - paper) > SHADE,
        }
        result.append(replace(cell, prints=tuple(name for name, holds in found.items() if holds)))
    return result


def _crop(gray: Gray, cell: Cell) -> tuple[Gray, float] | None:
    """Return the pixels of the cell's text and the gray level around it; None if fewer than 5 x 5 pixels are in the
    image.
    """
    box = cell.bbox
    top, bottom = max(0, round(box.y0)), max(0, round(box.y1))
    left, right = max(0, round(box.x0)), max(0, round(box.x1))
    crop = gray[top:bottom, left:right]
    if crop.shape[0] < 5 or crop.shape[1] < 5:
        return None
    rim = gray[max(0, top - 3) : bottom + 2, max(0, left - 4) : right + 4]
    frame = np.concatenate((rim[0], rim[-1], rim[:, :3].ravel(), rim[:, -3:].ravel()))
    return crop, float(np.argmax(np.bincount(frame.astype(np.intp), minlength=256)))


def _ink(crop: Gray, ground: float) -> npt.NDArray[np.bool_]:
    depth = np.abs(crop - ground)
    dark: npt.NDArray[np.bool_] = depth > DARK * max(40.0, float(depth.max()))
    return dark


def _flat(ink: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Mark the rows that are inked almost from end to end."""
    flat: npt.NDArray[np.bool_] = ink.mean(axis=1) > 0.85
    return flat


def _underlined(gray: Gray, ground: float, box: BBox) -> bool:
    """True for a thin flat stroke in or just below the lower part of the text that ends where the text ends."""
    top, bottom = round(box.y0 + 0.6 * box.height), round(box.y1 + max(4.0, 0.3 * box.height))
    left, right = max(REACH, round(box.x0)), round(box.x1)
    region = gray[max(0, top) : max(0, bottom), left - REACH : max(0, right + REACH)]
    if region.shape[0] < 2 or region.shape[1] <= 2 * REACH:
        return False
    band = _ink(region, ground)
    ends = band[:, :REACH].all(axis=1) & band[:, -REACH:].all(axis=1)
    strokes = find_runs(_flat(band[:, REACH:-REACH]) & ~ends)
    return any(end - start <= max(3, 0.15 * box.height) for start, end in strokes)


def _stroke(crop: Gray, ground: float) -> float:
    """Return the mean stroke width in pixels: twice the ink's area divided by its outline. Rules are left out. 0
    without ink.
    """
    ink = _ink(crop, ground)
    ink = ink[~_flat(ink)]
    if ink.sum() < 8:
        return 0.0
    padded = np.pad(ink, 1)
    inner = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    outline = float((ink & ~inner).sum())
    return 2.0 * float(ink.sum()) / max(1.0, outline)
