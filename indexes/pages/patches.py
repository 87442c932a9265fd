"""Find the boxes of the page patches that the tokens of a page's embedding stand for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from .types import Array

# The token before each tile, in models that cut a page into tiles (Idefics3).
_TILE = re.compile(r"<row_(\d+)_col_(\d+)>")


def patch_boxes(tokens: Sequence[str], image_token: str, grid: tuple[int, int] | None) -> Array:
    """Return the box of every token, (len(tokens), 4): x0, y0, x1, y1 as fractions of the page; zeros if it is not a
    patch.

    Patches are the tokens equal to `image_token`. `grid` is the model's (rows, columns) of patches if known. Without
    it, tokens such as <row_2_col_1> name the tile of the patches that follow, and the last patches are of the whole
    page. Without such tokens, a square number of patches is taken as a square grid. For any other arrangement all
    boxes are zero.
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
    """Return the boxes of the cells of the unit square, row by row, (rows * columns, 4)."""
    y, x = np.divmod(np.arange(rows * columns), columns)
    return np.stack([x / columns, y / rows, (x + 1) / columns, (y + 1) / rows], axis=1).astype(np.float32)


def _tiles(tokens: Sequence[str], image_token: str) -> list[tuple[int, int, list[int]]]:
    """Return row, column (from 1; 0, 0 for the whole page) and token indices of the patches of each tile.

    [] if the page is not cut into tiles.
    """
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
                row = column = 0  # a tile without a token for its row and column is the whole page
            tiles[-1][2].append(n)
        before = token
    return tiles if any(row for row, _, _ in tiles) else []
