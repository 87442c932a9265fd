"""Boxes of the page patches behind the tokens of a page's embedding."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from .types import Array

# Before each tile of models that cut a page into tiles (Idefics3).
_TILE = re.compile(r"<row_(\d+)_col_(\d+)>")


def patch_boxes(tokens: Sequence[str], image_token: str, grid: tuple[int, int] | None) -> Array:
    """(len(tokens), 4) fractions x0, y0, x1, y1 of the page; zeros where a token is no patch.

    Patches are the tokens equal to `image_token`. `grid` is the model's (rows, columns) of them if known. Otherwise
    tokens like <row_2_col_1> name the tile of the following patches, the last patches being of the whole page;
    without these, as many patches as a square has are one. Patches in any other arrangement have no places.
    """
    boxes = np.zeros((len(tokens), 4), dtype=np.float32)
    places = [n for n, token in enumerate(tokens) if token == image_token]
    tiles = _tiles(tokens, image_token)
    if grid and len(places) == grid[0] * grid[1]:
        boxes[places] = _cells(*grid)
    elif tiles:
        high, wide = max(row for row, _, _ in tiles), max(column for _, column, _ in tiles)
        for row, column, inside in tiles:
            side = math.isqrt(len(inside))
            if side * side != len(inside):
                return np.zeros_like(boxes)
            cells = _cells(side, side)
            scale = (wide, high, wide, high) if row else (1, 1, 1, 1)
            shift = (column - 1, row - 1, column - 1, row - 1) if row else (0, 0, 0, 0)
            boxes[inside] = (cells + np.array(shift, np.float32)) / np.array(scale, np.float32)
    elif places and math.isqrt(len(places)) ** 2 == len(places):
        boxes[places] = _cells(math.isqrt(len(places)), math.isqrt(len(places)))
    return boxes


def _cells(rows: int, columns: int) -> Array:
    """(rows * columns, 4) cells of the unit square, row by row."""
    y, x = np.divmod(np.arange(rows * columns), columns)
    return np.stack([x / columns, y / rows, (x + 1) / columns, (y + 1) / rows], axis=1).astype(np.float32)


def _tiles(tokens: Sequence[str], image_token: str) -> list[tuple[int, int, list[int]]]:
    """Row, column (from 1; 0, 0 for the whole page) and patches of each tile; [] where the page is not cut."""
    tiles: list[tuple[int, int, list[int]]] = []
    row = column = 0
    before = ""
    for n, token in enumerate(tokens):
        mark = _TILE.fullmatch(token)
        if mark:
            row, column = int(mark[1]), int(mark[2])
        elif token == image_token:
            if before != image_token:
                tiles.append((row, column, []))
                row = column = 0  # a tile without a mark of its own is the whole page
            tiles[-1][2].append(n)
        before = token
    return tiles if any(row for row, _, _ in tiles) else []
