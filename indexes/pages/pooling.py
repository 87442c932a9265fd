"""The few vectors by which a page is found before it is scored exactly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .types import Array, PageVectors

# Parts of a page: each holds about a paragraph of one column, or a piece of a figure.
ROWS, COLUMNS = 6, 4


def pooled(page: PageVectors, rows: int = ROWS, columns: int = COLUMNS) -> Array:
    """(up to rows x columns, dimension) unit vectors: the means of the patches in each part of the page, row by row.

    A patch belongs to the part that its middle is in; parts without a patch are left out. A page whose model places no
    patches is pooled over stretches of its tokens instead, as many as there are rows.
    """
    placed = page.boxes.any(axis=1)
    if not placed.any():
        stretches = np.array_split(page.vectors, min(rows, len(page.vectors)))
        return _unit(np.stack([part.mean(axis=0) for part in stretches]))
    vectors, boxes = page.vectors[placed], page.boxes[placed]
    row, column = _part(boxes[:, 1::2], rows), _part(boxes[:, ::2], columns)
    part = row * columns + column
    return _unit(np.stack([vectors[part == n].mean(axis=0) for n in np.unique(part)]))


def _part(bounds: Array, count: int) -> npt.NDArray[np.int64]:
    """Index of the one of `count` equal parts that contains the middle of each pair of `bounds`."""
    return np.asarray(np.clip(bounds.mean(axis=1) * count, 0, count - 1), dtype=np.int64)


def _unit(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
