"""Count the header lines of a table from its rules and its values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..lines import TableLine
from ..marks import mark_of
from ..rules import Rule, Rules
from ..under_columns import Extent, columns_under
from ..values import is_value

WIDE = 0.6  # least share of the table's width for a rule to count as full-width
MAX_LINES = 6  # most lines of a header closed by a rule; with more lines, they are rows


def wide_rules(rules: Rules, left: float, right: float, height: float, *, whole: bool = False) -> list[float]:
    """Return the y positions of horizontal rules that run over most of the width. Pieces at the same height count
    together.

    With `whole`, rules must also start at the left edge, as the rule that closes a header does.
    """
    levels: list[list[Rule]] = []
    for rule in rules.horizontal:
        if levels and rule.at - levels[-1][-1].at < 0.3 * height:
            levels[-1].append(rule)
        else:
            levels.append([rule])
    return [
        level[0].at for level in levels
        if sum(min(rule.end, right) - max(rule.start, left) for rule in level) >= WIDE * (right - left)
        and not (whole and min(rule.start for rule in level) > left + height)
    ]  # fmt: skip


def is_data(line: TableLine, first_column_end: float) -> bool:
    """True if at least half of the segments to the right of the first column are values or marks for yes and no."""
    cells = [segment for segment in line.segments if segment.bbox.x0 >= first_column_end]
    values = sum(_is_datum(segment.text) for segment in cells)
    return bool(cells) and 2 * values >= len(cells)


def _is_datum(text: str) -> bool:
    """True for a value or a yes/no mark. The size of a group, "(n = 314)", belongs to its name and is no value."""
    is_size = text.strip("() ").replace(" ", "").casefold().startswith("n=")
    return not is_size and (is_value(text) or mark_of(text) is not None)


def header_size(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Sequence[float], wide: Sequence[float] = ()
) -> int:
    """Return the number of header lines, from the top.

    `rules` are the positions of rules that may close a header; `wide` are the positions of all wide rules. A
    text alone in the first column below a wide rule is the heading of the first rows, and no header line.
    """
    border = columns[0][1] if len(columns) > 1 else columns[0][0]
    first_data = next((i for i, line in enumerate(lines) if is_data(line, border)), len(lines))
    ends = [
        i for i in range(1, len(lines)) if any(lines[i - 1].y < rule < lines[i].y for rule in rules)
    ]  # fmt: skip
    if not ends or ends[0] > MAX_LINES:
        return _without_heading(lines, first_data, border) if first_data < len(lines) else min(1, len(lines))
    size = ends[0]
    above = sum(is_data(line, border) for line in lines[:size])
    if above > 1 or (above == 1 and _is_row(lines[first_data], lines[size:], columns)):
        return _without_heading(lines, first_data, border)
    # Further parts closed by their own rules also belong to the header, down to a heading or to the data.
    for start, end in pairwise(ends):
        part = lines[start:end]
        if end > min(first_data, MAX_LINES) or not any(len(line.segments) > 1 for line in part):
            break
        size = end
    if size > 1 and any(lines[size - 2].y < rule < lines[size - 1].y for rule in wide):
        size = _without_heading(lines, size, border)
    return size if first_data < len(lines) else ends[0]


def _without_heading(lines: Sequence[TableLine], size: int, border: float) -> int:
    """Return the number of header lines, without a heading of the first rows (a text alone in the first column)."""
    alone = size > 1 and len(lines[size - 1].segments) == 1 and len(lines[size - 2].segments) > 1
    return size - 1 if alone and lines[size - 1].segments[0].bbox.x0 < border else size


def _is_row(line: TableLine, below: Sequence[TableLine], columns: Sequence[Extent]) -> bool:
    """True if a line of values above a rule is a row: it has decimals or check marks in a column where the next
    line has them.
    """
    if not below or line.segments[0].bbox.x0 >= columns[0][1]:
        return False

    def valued(line: TableLine) -> set[int]:
        cells = [
            segment for segment in line.segments if "." in segment.text or mark_of(segment.text) is not None
        ]
        return {columns_under(segment, columns)[0] for segment in cells}

    return bool(valued(line) & valued(below[0]))
