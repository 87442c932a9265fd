"""Prepare the pixels of a figure for geometry: color, ink and scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ...papers.types import BBox, Word
from ..shapes.cielab import Floats, to_lab
from ..shapes.shape import scaled_box

Mask = NDArray[np.bool_]

# Longest side of a canvas: tick marks and dashes survive, and reading stays within its time budget.
MAX_SIDE = 1600
FEW = 20_000  # pixels; below this, colors are sorted and not counted
# CIE76 distance from which two colors are clearly different (antialiasing and JPEG noise stay below it).
DISTINCT = 14.0


@dataclass(frozen=True, slots=True)
class Canvas:
    """An image prepared for reading.

    `lab` is (height, width, 3) CIELAB with L in 0..100. `chroma` is the distance from gray: 0 for black, white
    and grays. `ink` marks pixels that differ from `page`, the background color. `scale` is canvas pixels per
    image pixel. `em` is the usual letter height in canvas pixels, the unit of distances; 0 until the labels are
    found.
    """

    lab: Floats
    chroma: Floats
    ink: Mask
    page: Floats
    scale: float
    em: float = 0.0

    @property
    def height(self) -> int:
        return int(self.lab.shape[0])

    @property
    def width(self) -> int:
        return int(self.lab.shape[1])


def build_canvas(image: Image.Image) -> Canvas:
    """Return the canvas of an image of any mode.

    Transparent pixels become white, and images with a side above MAX_SIDE are scaled down.
    """
    rgb = flatten(image)
    scale = min(1.0, MAX_SIDE / max(rgb.size))
    if scale < 1.0:
        size = (max(1, round(rgb.width * scale)), max(1, round(rgb.height * scale)))
        rgb = rgb.resize(size, Image.Resampling.BOX)
    pixels = np.asarray(rgb, dtype=np.uint8)
    lab = to_lab(pixels)
    page = most_common(_rim(lab))
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    ink = distance(lab, page) > DISTINCT
    return Canvas(lab, chroma, ink, page, scale)


def _rim(lab: Floats) -> Floats:
    """Return the outermost pixels, which show the background of a figure."""
    return np.concatenate(
        [
            lab[:3].reshape(-1, 3),
            lab[-3:].reshape(-1, 3),
            lab[:, :3].reshape(-1, 3),
            lab[:, -3:].reshape(-1, 3),
        ]
    )


def flatten(image: Image.Image) -> Image.Image:
    """Return the image in RGB on a white background."""
    if image.mode == "RGB":
        return image
    rgba = image.convert("RGBA")
    paper = Image.new("RGBA", rgba.size, "white")
    paper.alpha_composite(rgba)
    return paper.convert("RGB")


def distance(lab: Floats, color: Floats) -> Floats:
    """Return the Euclidean (CIE76) distance of each pixel of (..., 3) to a color."""
    squares = np.square(lab[..., 0] - color[0])
    squares += np.square(lab[..., 1] - color[1])
    squares += np.square(lab[..., 2] - color[2])
    root: Floats = np.sqrt(squares)
    return root


def most_common(lab: Floats) -> Floats:
    """Return the most common color of the (..., 3) pixels, to within a bin of 4 units; white without pixels."""
    flat = lab.reshape(-1, 3)
    if len(flat) == 0:
        return np.array([100.0, 0.0, 0.0], dtype=np.float32)
    bins = ((flat + np.array([2, 128, 128], dtype=np.float32)) * 0.25).astype(np.int32)
    keys = (bins[:, 0] << 12) | (bins[:, 1] << 6) | bins[:, 2]
    if len(keys) < FEW:  # sorting few keys is faster than counting all possible ones
        values, counts = np.unique(keys, return_counts=True)
        most = int(values[counts.argmax()])
    else:
        most = int(np.bincount(keys).argmax())
    winner = flat[keys == most]
    mean: Floats = winner.mean(axis=0, dtype=np.float64).astype(np.float32)
    return mean


def on_canvas(words: Sequence[Word], canvas: Canvas) -> list[Word]:
    """Return the words in canvas pixels, clipped to the canvas. Words outside the canvas are left out."""
    found = []
    for word in words:
        box = scaled_box(word.bbox, canvas.scale)
        cut = BBox(max(0.0, box.x0), max(0.0, box.y0), min(canvas.width, box.x1), min(canvas.height, box.y1))
        if cut.x1 - cut.x0 >= 1 and cut.y1 - cut.y0 >= 1:
            found.append(Word(word.text, cut, word.confidence))
    return found


def window(box: BBox, canvas: Canvas) -> tuple[slice, slice]:
    """Return the row and column slices of the box, clipped to the canvas."""
    rows = slice(max(0, int(box.y0)), max(0, min(canvas.height, int(np.ceil(box.y1)))))
    columns = slice(max(0, int(box.x0)), max(0, min(canvas.width, int(np.ceil(box.x1)))))
    return rows, columns
