"""Read the body of a table: turn lines into rows, headings and merged labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median

from ...papers.types import BBox
from .lines import TableLine, TextSegment, bounds
from .tall_rows import join_lines
from .under_columns import Extent, columns_under, split_by_columns
from .values import is_value

FLOATING = 0.75  # row pitches; a label closer than this to both neighbors belongs between rows

FindDash = Callable[[float, Extent], BBox | None]


@dataclass(slots=True)
class Draft:
    """A row while it is built. `y` is its position, `cells` are the segments of each column, and `group` is its
    heading.
    """

    y: float
    cells: list[list[TextSegment]]
    group: str = ""

    def text_of(self, column: int) -> str:
        return " ".join(segment.text for segment in self.cells[column])


@dataclass(slots=True)
class RowLabel:
    """The text of a merged cell that labels several rows, and its box."""

    text: str
    bbox: BBox

    @property
    def y(self) -> float:
        return (self.bbox.y0 + self.bbox.y1) / 2


def place(line: TableLine, columns: Sequence[Extent]) -> list[list[TextSegment]]:
    """Return the line's segments for each column.

    A heading alone on its line stays whole, in the first column that it covers. Several values in one segment
    are not a heading, and are split among the columns.
    """
    cells: list[list[TextSegment]] = [[] for _ in columns]
    for segment in line.segments:
        hit = columns_under(segment, columns)
        parts = split_by_columns(segment, columns)
        alone = len(line.segments) == 1 and not all(is_value(part.text) for part in parts)
        if len(hit) == 1 or alone:
            cells[hit[0]].append(segment)
            continue
        for part in parts:
            cells[columns_under(part, columns)[0]].append(part)
    return cells


def data_columns(lines: Sequence[TableLine], columns: Sequence[Extent]) -> list[bool]:
    """Return, for each column, True if at least half of its filled cells are values."""
    values, filled = [0] * len(columns), [0] * len(columns)
    for line in lines:
        if len(line.segments) < 2:
            continue
        for column, segments in enumerate(place(line, columns)):
            if segments:
                filled[column] += 1
                values[column] += is_value(" ".join(segment.text for segment in segments))
    return [value > 0 and 2 * value >= count for value, count in zip(values, filled, strict=True)]


def draft_rows(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Sequence[float], find_dash: FindDash
) -> tuple[list[Draft], list[list[RowLabel]]]:
    """Return the rows of a table, and for each column the labels between rows.

    `rules` are the y positions of the wide rules.
    """
    data = data_columns(lines, columns)
    placed = [place(line, columns) for line in lines]
    dashes = [_dashes(line, cells, columns, find_dash) for line, cells in zip(lines, placed, strict=True)]
    has_data = [_holds_data(cells, dash, data) for cells, dash in zip(placed, dashes, strict=True)]
    rows_of_lines = join_lines([line.y for line in lines], placed, has_data, data)
    lines = [_join_line([lines[i] for i in row]) for row in rows_of_lines]
    placed = [join_cells([placed[i] for i in row]) for row in rows_of_lines]
    has_data = [any(has_data[i] for i in row) for row in rows_of_lines]
    middles = [line.y for line, filled in zip(lines, has_data, strict=True) if filled]
    step = median([b - a for a, b in pairwise(middles)]) if len(middles) > 1 else 0.0
    rows: list[Draft] = []
    floating: list[list[RowLabel]] = [[] for _ in columns]
    group: list[str] = []
    fresh = True
    for index, line in enumerate(lines):
        if has_data[index]:
            rows.append(Draft(line.y, placed[index], " ".join(group)))
            fresh = True
        elif _floats(line.y, middles, step) or _is_beside_blanks(index, placed, has_data):
            for column, segments in enumerate(placed[index]):
                if segments:
                    floating[column].append(_label(segments))
        elif (
            rows
            and not any(rows[-1].y < rule < line.y for rule in rules)
            and _continues(rows[-1], line, placed[index])
        ):
            for column, segments in enumerate(placed[index]):
                rows[-1].cells[column].extend(segments)
        else:
            text = " ".join(segment.text for segment in line.segments)
            group = [text] if fresh else [*group, text]
            fresh = False
    return rows, floating


def _holds_data(cells: Sequence[Sequence[TextSegment]], dashes: Sequence[bool], data: Sequence[bool]) -> bool:
    """True if a line is a row: it has a value or a dash, or it has texts in half of the value columns."""
    if any(dashes):
        return True
    filled = [
        " ".join(s.text for s in segments)
        for segments, of_data in zip(cells, data, strict=True)
        if of_data and segments
    ]
    if sum(map(bool, cells)) < 2 or not filled:
        return False
    return any(map(is_value, filled)) or 2 * len(filled) >= sum(data)


def _dashes(
    line: TableLine, cells: Sequence[Sequence[TextSegment]], columns: Sequence[Extent], find_dash: FindDash
) -> list[bool]:
    return [
        not cells[index] and find_dash(line.y, extent) is not None for index, extent in enumerate(columns)
    ]


def _join_line(lines: Sequence[TableLine]) -> TableLine:
    return TableLine(mean(line.y for line in lines), tuple(s for line in lines for s in line.segments))


def join_cells(rows: Sequence[Sequence[Sequence[TextSegment]]]) -> list[list[TextSegment]]:
    """Join the cells of several lines into the cells of one row."""
    return [[segment for segments in column for segment in segments] for column in zip(*rows, strict=True)]


def _is_beside_blanks(
    index: int, placed: Sequence[Sequence[Sequence[TextSegment]]], has_data: Sequence[bool]
) -> bool:
    """True if the line's texts are in columns that the rows above and below leave blank.

    This does not apply if a heading precedes the first row, because rows under a heading may also leave its
    column blank.
    """
    above = next((i for i in range(index - 1, -1, -1) if has_data[i]), None)
    below = next((i for i in range(index + 1, len(placed)) if has_data[i]), None)
    columns = [column for column, segments in enumerate(placed[index]) if segments]
    if above is None or below is None or has_data.index(True) > 0:
        return False
    return not any(placed[row][column] for row in (above, below) for column in columns)


def _floats(y: float, middles: Sequence[float], step: float) -> bool:
    above = max((middle for middle in middles if middle < y), default=None)
    below = min((middle for middle in middles if middle > y), default=None)
    return (
        above is not None
        and below is not None
        and y - above < FLOATING * step
        and below - y < FLOATING * step
    )


def _continues(row: Draft, line: TableLine, cells: Sequence[Sequence[TextSegment]]) -> bool:
    """True if a line without values continues the name of the row above: an open bracket or a lower-case first
    letter.
    """
    filled = [column for column, segments in enumerate(cells) if segments]
    if len(filled) != 1 or not row.cells[filled[0]] or is_value(row.text_of(filled[0])):
        return False
    before, text = row.text_of(filled[0]), line.segments[0].text
    unclosed = before.count("(") > before.count(")") or before.endswith(("-", ",", "+", "&", "/"))
    return unclosed or text[0] in "([+)" or text[0].islower()


def _label(segments: Sequence[TextSegment]) -> RowLabel:
    return RowLabel(" ".join(s.text for s in segments), bounds([s.bbox for s in segments]))
