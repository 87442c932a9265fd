"""Find the path of header texts over each column."""

from __future__ import annotations

from collections.abc import Sequence

from ..columns import BRACKETED
from ..lines import TableLine, TextSegment
from ..rules import Rules
from ..spans import assign_spans
from ..under_columns import Extent, columns_under, split_titles
from ..values import is_value
from .title_columns import are_centered, find_title_columns

HALFWAY = 0.3  # share of the distance of two lines; a title centered between them is this close to the middle


def join_under_titles(
    head: Sequence[TableLine], body: Sequence[TableLine], columns: Sequence[Extent]
) -> list[Extent]:
    """Join `columns` of text under one word of the lowest header line, because they are parts of one name: "ESIM (k
    = 5)".
    """
    joined = list(columns)
    for title in reversed(head[-1].segments if head else ()):
        covered = columns_under(title, columns)
        if len(covered) > 1 and len(title.words) == 1:
            texts = [_list_texts(column, body, columns) for column in covered]
            values = [[is_value(text) and not BRACKETED.fullmatch(text) for text in own] for own in texts]
            if all(2 * sum(own) < len(own) for own in values) and not all(map(is_value, texts[0])):
                joined[covered[0] : covered[-1] + 1] = [(columns[covered[0]][0], columns[covered[-1]][1])]
    return joined


def _list_texts(column: int, lines: Sequence[TableLine], columns: Sequence[Extent]) -> list[str]:
    return [
        segment.text
        for line in lines
        for segment in line.segments
        if columns_under(segment, columns) == [column]
    ]


def header_paths(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Rules, height: float
) -> list[tuple[str, ...]]:
    """Return, for each column, the texts of the header lines over it, top level first; "" for levels without a text."""
    lines, spanned = _join_spanned_rows(lines, columns)
    own = [_own(line, columns) for line in lines]
    levels: list[list[str]] = []
    for index, line in enumerate(lines):
        below = [
            column not in spanned and any(level[column] for level in own[index + 1 :])
            for column in range(len(columns))
        ]
        if index and index == len(lines) - 1:
            below = _titled_above(line, columns, own[:index], height)
        line = _cut(line, columns, below)
        slots = _widened(columns, lines[index + 1 :])
        spans = find_title_columns(line, slots, below, rules, height, lowest=not any(below))
        texts = [""] * len(columns)
        for segment, covered in zip(line.segments, spans, strict=True):
            for column in covered:
                texts[column] = f"{texts[column]} {segment.text}".strip()
        levels.append(texts)
    return [tuple(level[column] for level in levels) for column in range(len(columns))]


def _titled_above(
    line: TableLine, columns: Sequence[Extent], above: Sequence[Sequence[bool]], height: float
) -> list[bool]:
    """Return, for each column, True if it is titled in `above`, provided that the lowest line has titles of groups.

    Each segment of the lowest line must then be centered on several titled columns. Otherwise all columns are False.
    """
    titled = [any(level[column] for level in above) for column in range(len(columns))]
    under = [segment for segment in line.segments if any(titled[i] for i in columns_under(segment, columns))]
    if under and all(len(columns_under(segment, columns)) > 1 for segment in under):
        spans = assign_spans([segment.center for segment in under], columns, titled)
        covered = [list(range(first, last + 1)) for first, last in spans]
        if are_centered(under, columns, covered, titled, height):
            return titled
    return [False] * len(columns)


def _join_spanned_rows(
    lines: Sequence[TableLine], columns: Sequence[Extent]
) -> tuple[list[TableLine], set[int]]:
    """Join titles that are centered between two header lines to the lower line.

    Titles that span several columns may be under them, but no other title. Returns the lines, and the columns of
    the joined titles.
    """
    joined = list(lines)
    spanned: set[int] = set()
    for above, line, below in zip(lines, lines[1:], lines[2:], strict=False):
        titled = {i for i, hit in enumerate(_own(line, columns)) if hit}
        apart = below.y - above.y
        under = [segment for other in lines[lines.index(below) :] for segment in other.segments]
        single = {covered[0] for segment in under if len(covered := columns_under(segment, columns)) == 1}
        if abs(2 * line.y - above.y - below.y) < HALFWAY * apart and not titled & single:
            segments = sorted((*line.segments, *below.segments), key=lambda segment: segment.bbox.x0)
            joined = [TableLine(below.y, tuple(segments)) if one is below else one for one in joined]
            joined = [one for one in joined if one is not line]
            spanned |= titled
    return joined, spanned


def _widened(columns: Sequence[Extent], below: Sequence[TableLine]) -> list[Extent]:
    """Return the columns widened by the titles under a header line, which may be wider than the values."""
    slots = list(columns)
    for segment in (segment for line in below for segment in line.segments):
        covered = columns_under(segment, columns)
        if len(covered) == 1:
            x0, x1 = slots[covered[0]]
            slots[covered[0]] = min(x0, segment.bbox.x0), max(x1, segment.bbox.x1)
    return slots


def _cut(line: TableLine, columns: Sequence[Extent], below: Sequence[bool]) -> TableLine:
    """Return `line` with segments over several columns cut, unless a lower level shows that they span the columns."""
    parts: list[TextSegment] = []
    for segment in line.segments:
        covered = columns_under(segment, columns)
        spanning = len(covered) > 1 and all(below[column] for column in covered)
        parts.extend(
            [segment]
            if spanning or len(covered) == 1
            else split_titles(segment, [columns[i] for i in covered])
        )
    return TableLine(line.y, tuple(parts))


def _own(line: TableLine, columns: Sequence[Extent]) -> list[bool]:
    hit = [False] * len(columns)
    for segment in line.segments:
        for column in columns_under(segment, columns):
            hit[column] = True
    return hit
