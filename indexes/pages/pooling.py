"""Pool the vectors of a page into the few vectors of the first stage of a search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .types import Array, PageVectors

# Parts of a page: each holds about a paragraph of one column, or a piece of a figure.
ROWS, COLUMNS = 6, 4


def pooled(page: PageVectors, rows: int = ROWS, columns: int = COLUMNS) -> Array:
    """Return the mean of the patches in each part of the page as unit vectors, row by row, (at most rows x columns,
    dimension).

    A patch belongs to the part that contains its center; parts without a patch are left out. If the model does not
    say where its patches are, the tokens are cut into `rows` consecutive parts instead.
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
    """Return the index of the part that contains the center of each pair of `bounds`, with 0..1 cut into `count`
    equal parts.
    """
    return np.asarray(np.clip(bounds.mean(axis=1) * count, 0, count - 1), dtype=np.int64)


def _unit(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
