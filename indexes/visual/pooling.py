"""The few vectors by which a page is found before it is scored exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .types import Array, PageVectors

# Bands of a page: a line of text or a row of a table lies in one, a figure in two or three.
ROWS, COLUMNS = 8, 4


def pooled(page: PageVectors, rows: int = ROWS, columns: int = COLUMNS) -> Array:
    """(up to rows + columns, dimension) unit vectors: the means of the patches in each horizontal and vertical band.

    A patch belongs to the band of its middle; bands without a patch are left out. A page whose model places no
    patches is pooled over stretches of its tokens instead.
    """
    placed = page.boxes.any(axis=1)
    if not placed.any():
        stretches = np.array_split(page.vectors, min(rows, len(page.vectors)))
        return _unit(np.stack([part.mean(axis=0) for part in stretches]))
    vectors, boxes = page.vectors[placed], page.boxes[placed]
    means = _means(vectors, boxes[:, 1::2].mean(axis=1), rows)
    return _unit(np.concatenate([means, _means(vectors, boxes[:, ::2].mean(axis=1), columns)]))


def _means(vectors: Array, middles: npt.NDArray[Any], bands: int) -> Array:
    band = np.clip((middles * bands).astype(int), 0, bands - 1)
    return np.stack([vectors[band == b].mean(axis=0) for b in np.unique(band)])


def _unit(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
