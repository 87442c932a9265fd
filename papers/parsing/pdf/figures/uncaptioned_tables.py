"""Find tables without a caption: rows of separate cells that line up in columns, or text in a ruled grid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from ....types import BBox
from ..layout.reading_order import find_gutter
from ..layout.text_columns import find_prose_lines, find_text_columns
from ..text.frame import bounding_box
from ..text.lines import Line
from .drawings import PageMark
from .table_columns import find_columns
from .text_rows import EDGE, TextRow, group_rows, group_tables

_FEWEST_ROWS = 3  # fewest rows with several cells in a table without rules
_FEWEST_RULED = 2  # fewest rows with several cells in a table with rules
_FEWEST_LEVELS = 3  # fewest rules across a grid, including its frame
_READABLE = 0.5  # share of a table's tokens that are words or numbers; formulas and code have fewer
_LONGEST_MEAN = 6.0  # most words per cell in a table without rules; bibliographies and examples have more
_FILLED = 0.4  # share of the rows from which a column counts as filled
_SHORT_CELL = 5  # most words of a piece that is a cell rather than a line of a text column
_WORD_OR_NUMBER = re.compile(r"\W*(?:[^\W\d_]{2,}[^\W_]*|[^\W\d_]*\d[\d.,:/%–-]*)(?:[-/'’][^\W_]+)*\W{0,2}")

# Justified lines of a bibliography have wide gaps: "Diederik P. Kingma and Jimmy Ba. 2014."
_YEAR_OF_ENTRY = re.compile(r"\w\w\. (?:19|20)\d\d[a-z]?\.$")


def may_contain_tables(lines: Sequence[Line]) -> bool:
    """True if rows of short pieces line up in columns, with or without rules.

    Only then is the page worth rendering.
    """
    if not _has_short_rows(lines):
        return False
    size = median(line.size for line in lines)
    prose = find_prose_lines(lines, find_text_columns(lines))
    groups = group_tables(group_rows(lines, prose))
    return any(len(group) >= _FEWEST_RULED and _line_up(group, size) for group in groups)


def _has_short_rows(lines: Sequence[Line]) -> bool:
    """True if two or more rows have at least two short pieces each. This test is fast."""
    short: dict[int, int] = {}
    for line in lines:
        if len(line.tokens) <= _SHORT_CELL:
            short[round(line.baseline)] = short.get(round(line.baseline), 0) + 1
    return sum(count >= 2 for count in short.values()) >= _FEWEST_RULED


def _line_up(group: Sequence[TextRow], size: float) -> bool:
    rows = [row for row in group if row.tabular]
    columns = find_columns(_list_boxes(rows), size)
    return (
        len(rows) >= _FEWEST_RULED
        and len(columns) >= 2
        and _are_filled(columns, rows, True)
        and _is_readable(rows)
    )


def may_contain_grids(lines: Sequence[Line]) -> bool:
    """True if many rows consist of several pieces, such as the rows of a grid with running text in its cells."""
    rows: dict[int, int] = {}
    for line in lines:
        rows[round(line.baseline)] = rows.get(round(line.baseline), 0) + 1
    return sum(count >= 2 for count in rows.values()) >= 2 * _FEWEST_ROWS


def find_uncaptioned_tables(
    lines: Sequence[Line], marks: Sequence[PageMark], title_end: float = 0.0
) -> list[BBox]:
    """Return the boxes of tables without a caption, from top to bottom.

    `lines` are the pieces of lines on a page outside captioned figures. No table crosses the gutter between two columns
    of the page, unless it is a grid. Rows without rules that begin above the y `title_end` are names and addresses, not
    tables.
    """
    rules = [mark.bbox for mark in marks if mark.rule]
    drawings = [mark.bbox for mark in marks if not mark.rule and min(mark.bbox.width, mark.bbox.height) > 12]
    if not _has_short_rows(lines):
        return _find_grids(lines, rules, drawings)
    prose = find_prose_lines(lines, find_text_columns(lines))
    gutter = find_gutter(lines)
    bands = [lines] if gutter is None else [
        [line for line in lines if line.bbox.x1 <= gutter + EDGE],
        [line for line in lines if line.bbox.x0 >= gutter - EDGE],
    ]  # fmt: skip
    found = _find_grids(lines, rules, drawings)
    for band in bands:
        for group in group_tables(group_rows(band, prose)):
            box = _check_table(group, rules, drawings, title_end)
            if box is not None and not any(_overlaps(box, other) for other in found):
                found.append(box)
    return sorted(found, key=lambda box: (box.y0, box.x0))


def _find_grids(lines: Sequence[Line], rules: Sequence[BBox], drawings: Sequence[BBox]) -> list[BBox]:
    """Find frames that have rules across them and text in several columns."""
    found: list[BBox] = []
    for frame in sorted(drawings, key=lambda box: -box.width * box.height):
        across = [r for r in rules if r.width > 0.9 * frame.width and frame.y0 - 2 <= r.y0 <= frame.y1 + 2]
        levels = {round(rule.y0 / EDGE) for rule in across}
        if len(levels) < _FEWEST_LEVELS or any(_overlaps(frame, box) for box in found):
            continue
        inside: dict[int, int] = {}
        for line in lines:
            if frame.intersection_area(line.bbox) > 0.9 * line.bbox.width * line.bbox.height:
                inside[round(line.baseline)] = inside.get(round(line.baseline), 0) + 1
        if sum(count >= 2 for count in inside.values()) >= _FEWEST_RULED:
            found.append(frame)
    return found


def _check_table(
    group: Sequence[TextRow], rules: Sequence[BBox], drawings: Sequence[BBox], title_end: float
) -> BBox | None:
    """Return the box of the table and its rules, or None if the rows are not a table.

    Rows are not a table if they do not line up in columns or do not consist of words and numbers.
    """
    cells = [row for row in group if row.tabular]
    box = bounding_box([piece.bbox for row in group for piece in row.pieces])
    size = median(row.size for row in cells)
    within = [
        rule
        for rule in rules
        if box.y0 - 2.0 * size < rule.y0 < box.y1 + 1.5 * size
        and min(rule.x1, box.x1) - max(rule.x0, box.x0) > 0.5 * min(rule.width, box.width)
    ]
    frames = [frame for frame in drawings if _overlaps(frame, box)]
    ruled = len(within) >= 2 or bool(frames)
    if len(cells) < (_FEWEST_RULED if ruled else _FEWEST_ROWS) or (not ruled and box.y0 < title_end):
        return None
    pieces = [piece for row in cells for piece in row.pieces]
    if not _is_readable(cells) or (not ruled and _count_tokens(pieces) > _LONGEST_MEAN * len(pieces)):
        return None
    if not ruled and any(_YEAR_OF_ENTRY.search(piece.text) for piece in pieces):
        return None
    columns = find_columns(_list_boxes(cells), size)
    if len(columns) < 2 or not _are_filled(columns, cells, ruled):
        return None
    return bounding_box([box, *(rule for rule in within if rule.width < 1.3 * box.width + 20)])


def _is_readable(rows: Sequence[TextRow]) -> bool:
    """True if enough tokens are words or numbers rather than symbols."""
    tokens = [token.text for row in rows for piece in row.pieces for token in piece.tokens]
    return sum(bool(_WORD_OR_NUMBER.fullmatch(text)) for text in tokens) >= _READABLE * len(tokens)


def _count_tokens(pieces: Sequence[Line]) -> int:
    return sum(len(piece.tokens) for piece in pieces)


def _overlaps(frame: BBox, box: BBox) -> bool:
    return frame.intersection_area(box) > 0.3 * min(frame.width * frame.height, box.width * box.height)


def _list_boxes(rows: Sequence[TextRow]) -> list[list[BBox]]:
    return [[piece.bbox for piece in row.pieces] for row in rows]


def _are_filled(columns: Sequence[tuple[float, float]], rows: Sequence[TextRow], ruled: bool) -> bool:
    """True if at least two columns have cells in enough of the rows.

    In a table without rules, most columns must also line up at their left edges, right edges or middles.
    """
    shares, aligned = [], 0
    for left, right in columns:
        inside = [
            [piece for piece in row.pieces if left - 1 <= (piece.bbox.x0 + piece.bbox.x1) / 2 <= right + 1]
            for row in rows
        ]
        cells = [pieces[0] for pieces in inside if pieces]
        shares.append(len(cells) / len(rows))
        aligned += bool(cells) and _lines_up(cells)
    if sum(share >= _FILLED for share in shares) < 2:
        return False
    return ruled or aligned >= max(2, 0.6 * len(columns))


def _lines_up(cells: Sequence[Line]) -> bool:
    """True if four fifths of the cells share their left edge, their right edge or their middle."""
    sides = (
        [cell.bbox.x0 for cell in cells],
        [cell.bbox.x1 for cell in cells],
        [(cell.bbox.x0 + cell.bbox.x1) / 2 for cell in cells],
    )
    return any(sum(abs(x - median(side)) < EDGE for x in side) >= 0.8 * len(side) for side in sides)
