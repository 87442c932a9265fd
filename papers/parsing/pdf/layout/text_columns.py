"""Distinguish running text from the words of figures and tables by the edges of text columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_high

import numpy as np
import numpy.typing as npt

from ..text.lines import Line, build_line

_EDGE = 2.6  # points by which the ends of lines of one column may differ
_INDENT = 45.0  # deepest indent of a paragraph or list item, in points
_STEP = 1.75  # largest baseline distance, in font sizes, of two lines in one run of text


@dataclass(frozen=True, slots=True)
class TextColumn:
    """The left and right edge of a column, and its font size."""

    left: float
    right: float
    size: float


def find_text_columns(lines: Sequence[Line]) -> list[TextColumn]:
    """Find the text columns of the page, with the most lines first.

    Three or more lines of text share the edges of a column.
    """
    wide = [
        line
        for line in lines
        if len(line.tokens) >= 4 and line.bbox.width > 8 * line.size and _is_wordy(line)
    ]
    columns: list[TextColumn] = []
    same = _compare_edges(wide)
    while True:
        votes = same.sum(axis=1)
        chosen = np.flatnonzero(same[votes.argmax()]) if len(wide) else np.zeros(0, int)
        if len(chosen) < 3:
            return columns
        best = [wide[place] for place in chosen.tolist()]
        if _count_adjacent(best) >= 3:
            edges = ([x.bbox.x0 for x in best], [x.bbox.x1 for x in best], [x.size for x in best])
            columns.append(TextColumn(*(median_high(values) for values in edges)))
        same[chosen] = same[:, chosen] = False


def find_prose_lines(lines: Sequence[Line], columns: Sequence[TextColumn]) -> set[int]:
    """Return the `id` of each line of running text.

    These are lines that fill a column or cross the whole text. Shorter first and last lines count if such a line is
    directly below or above them, at the usual distance and in the same size.
    """
    rows = _group_rows(lines, columns)
    prose: set[int] = set()
    for column, pieces in rows:
        _mark_column(pieces, column, prose)
    width = max((line.bbox.x1 for line in lines), default=0.0) - min(
        (line.bbox.x0 for line in lines), default=0.0
    )
    prose.update(id(line) for line in lines if _is_long(line, width))
    return prose


def _is_wordy(line: Line) -> bool:
    """True if the line consists of letters rather than numbers and symbols."""
    text = "".join(token.text for token in line.tokens)
    return sum(map(str.isalpha, text)) > 0.6 * len(text)


def _is_long(line: Line, width: float) -> bool:
    """True if the line has at least ten words across most of the text's `width`.

    Such a line is running text even if no other line is like it.
    """
    return line.bbox.width > 0.8 * width and len(line.tokens) >= 10 and _is_wordy(line)


def _compare_edges(lines: Sequence[Line]) -> npt.NDArray[np.bool_]:
    """Return the (n, n) mask of pairs of lines with the same edges and font size."""
    looks = np.array([(line.bbox.x0, line.bbox.x1, line.size) for line in lines]).reshape(-1, 1, 3)
    same: npt.NDArray[np.bool_] = (np.abs(looks - looks.transpose(1, 0, 2)) < (_EDGE, _EDGE, 0.6)).all(axis=2)
    return same


def _count_adjacent(lines: Sequence[Line]) -> int:
    """Count the lines that have another of `lines` close above or below."""
    heights = sorted(line.baseline for line in lines)
    size = lines[0].size
    near = [b - a < 2 * _STEP * size for a, b in pairwise(heights)]
    return sum(1 for i in range(len(heights)) if (i and near[i - 1]) or (i < len(near) and near[i]))


def _group_rows(
    lines: Sequence[Line], columns: Sequence[TextColumn]
) -> list[tuple[TextColumn, list[tuple[Line, list[Line]]]]]:
    """Return each column with its rows, from top to bottom; a row is a pair (the row as one line, its pieces)."""
    result = []
    for column in columns:
        inside = [
            line
            for line in lines
            if line.bbox.x0 > column.left - _EDGE and line.bbox.x1 < column.right + _EDGE
        ]
        inside.sort(key=lambda line: (line.baseline, line.bbox.x0))
        rows: list[list[Line]] = []
        for line in inside:
            if rows and abs(line.baseline - rows[-1][0].baseline) < 0.15 * line.size:
                rows[-1].append(line)
            else:
                rows.append([line])
        result.append((column, [(_join_row(row), row) for row in rows]))
    return result


def _join_row(row: list[Line]) -> Line:
    return row[0] if len(row) == 1 else build_line(token for line in row for token in line.tokens)


def _mark_column(rows: Sequence[tuple[Line, list[Line]]], column: TextColumn, prose: set[int]) -> None:
    full = [_fills_column(row, pieces, column) for row, pieces in rows]
    marked = [False] * len(rows)
    for i, (row, _) in enumerate(rows):
        if full[i]:
            neighbors = [j for j in (i - 1, i + 1) if 0 <= j < len(rows) and _are_adjacent(rows[j][0], row)]
            alone = (
                sum(map(str.isalpha, row.text)) > 0.75 * len(row.text.replace(" ", ""))
                and len(row.tokens) > 7
            )
            marked[i] = any(full[j] or _reaches_right_edge(rows[j][0], column) for j in neighbors) or alone
    for i, (row, pieces) in enumerate(rows):
        if marked[i] or len(pieces) > 2:
            continue
        above = i > 0 and marked[i - 1] and _are_adjacent(rows[i - 1][0], row)
        below = i + 1 < len(rows) and full[i + 1] and marked[i + 1] and _are_adjacent(row, rows[i + 1][0])
        starts_left = row.bbox.x0 - column.left < _INDENT
        if (
            above
            and starts_left
            and abs(row.bbox.x0 - max(column.left, _get_left(rows, i - 1))) < 2.5 * row.size
        ) or (below and _reaches_right_edge(row, column)):
            marked[i] = True
    for is_text, (_, pieces) in zip(marked, rows, strict=True):
        if is_text:
            prose.update(id(piece) for piece in pieces)


def _get_left(rows: Sequence[tuple[Line, list[Line]]], index: int) -> float:
    return rows[index][0].bbox.x0


def _fills_column(row: Line, pieces: Sequence[Line], column: TextColumn) -> bool:
    if not _reaches_right_edge(row, column) or len(row.tokens) < 4 or abs(row.size - column.size) > 0.7:
        return False
    ordered = sorted(pieces, key=lambda piece: piece.bbox.x0)
    return len(pieces) <= 2 and ordered[-1].bbox.x0 - ordered[0].bbox.x1 < 3 * row.size


def _reaches_right_edge(row: Line, column: TextColumn) -> bool:
    return abs(row.bbox.x1 - column.right) < 2 * _EDGE and row.bbox.x0 - column.left < _INDENT


def _are_adjacent(a: Line, b: Line) -> bool:
    return abs(a.baseline - b.baseline) < _STEP * max(a.size, b.size) and abs(a.size - b.size) < 0.7
