"""Rows and cells of a born-digital table, as far as citation markers need them: no headers, no spans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...types import BBox, Word

_CELL_GAP = 0.8  # of the words' height; wider white space separates two cells of a row
_SAME_ROW = 0.5  # of the words' height; words whose centres are closer than this share a line


def group_cells(words: Sequence[Word]) -> list[list[str]]:
    """Group words into the cell texts of each row, from left to right and top to bottom.

    A cell with an unclosed bracket ("DSM (Guo et al.,") is merged with the cell below that closes it.
    """
    rows: list[list[tuple[str, BBox]]] = [_split_cells(line) for line in _group_lines(words)]
    for upper, lower in pairwise(rows):
        _merge_open_brackets(upper, lower)
    return [[text for text, _ in row] for row in rows if row]


def _group_lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.bbox.y0 + w.bbox.y1, w.bbox.x0)):
        centre = (word.bbox.y0 + word.bbox.y1) / 2
        if lines:
            last = lines[-1][0].bbox
            if abs((last.y0 + last.y1) / 2 - centre) < _SAME_ROW * max(last.height, 1.0):
                lines[-1].append(word)
                continue
        lines.append([word])
    return [sorted(line, key=lambda w: w.bbox.x0) for line in lines]


def _split_cells(line: Sequence[Word]) -> list[tuple[str, BBox]]:
    cells: list[tuple[str, BBox]] = []
    for word in line:
        if cells and word.bbox.x0 - cells[-1][1].x1 < _CELL_GAP * word.bbox.height:
            text, box = cells[-1]
            cells[-1] = (f"{text} {word.text}", box.union(word.bbox))
        else:
            cells.append((word.text, word.bbox))
    return cells


def _merge_open_brackets(upper: list[tuple[str, BBox]], lower: list[tuple[str, BBox]]) -> None:
    for place, (text, box) in enumerate(upper):
        if text.count("(") + text.count("[") <= text.count(")") + text.count("]"):
            continue
        for below, (more, other) in enumerate(lower):
            if (")" in more or "]" in more) and other.x0 < box.x1 and box.x0 < other.x1:
                upper[place] = (f"{text} {more}", box.union(other))
                del lower[below]
                break
