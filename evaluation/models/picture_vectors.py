"""Vectors of pictures, to find those that look alike: by a page model, or without one by their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from ...indexes.pages.types import PageEncoder

Matrix = npt.NDArray[np.float32]

SIDE = 64  # pixels of the square that a picture is fitted into
_CELL, _BINS = 8, 9  # pixels of a side, and orientations, as of Dalal and Triggs, CVPR 2005


def picture_vectors(pictures: Sequence[bytes], encoder: PageEncoder | None = None) -> Matrix:
    """(n, dimension), rows of length 1, or 0 for a picture without any feature; `pictures` are encoded as PNG or JPEG.

    With `encoder` the mean of a picture's vectors. Without, its histograms of oriented gradients (Dalal and Triggs, CVPR
    2005; not normalized by block) on a white square, less the mean over all pictures: no value is negative, so that all would
    be alike.
    """
    if not pictures:
        return np.zeros((0, 1), np.float32)
    opened = (Image.open(BytesIO(data)).convert("RGB") for data in pictures)
    if encoder is not None:
        rows = np.stack([_encode(encoder, picture) for picture in opened])
    else:
        rows = np.stack([_describe_gradients(picture) for picture in opened])
        rows = rows - rows.mean(axis=0)
    return unit_rows(rows)


def unit_rows(rows: npt.NDArray[Any]) -> Matrix:
    """`rows` divided by their lengths; rows of zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Matrix = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 1e-9).astype(np.float32)
    return unit


def _encode(encoder: PageEncoder, picture: Image.Image) -> Matrix:
    (page,) = encoder.encode(encoder.prepare([picture]))
    mean: Matrix = page.vectors.mean(axis=0)
    return mean


def _describe_gradients(picture: Image.Image) -> Matrix:
    """(8 * 8 * 9,) the square root of the gradients' magnitude by cell of the picture and unsigned orientation."""
    square = Image.new("L", (SIDE, SIDE), 255)
    fitted = picture.convert("L")
    fitted.thumbnail((SIDE, SIDE), Image.Resampling.BILINEAR)
    square.paste(fitted, ((SIDE - fitted.width) // 2, (SIDE - fitted.height) // 2))
    down, right = np.gradient(np.asarray(square, dtype=np.float32))
    orientation = np.minimum((np.arctan2(down, right) % np.pi) / np.pi * _BINS, _BINS - 1).astype(int)
    cells = np.arange(SIDE) // _CELL
    histogram = np.zeros((SIDE // _CELL, SIDE // _CELL, _BINS), np.float32)
    np.add.at(histogram, (cells[:, None], cells[None, :], orientation), np.hypot(down, right))
    features: Matrix = np.sqrt(histogram).ravel()
    return features
