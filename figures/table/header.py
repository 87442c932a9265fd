"""The header of a table: which lines it has and the path of texts over every column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .columns import BRACKETED, columns_under, split_titles
from .lines import TableLine, TextSegment
from .marks import mark_of
from .rules import Rule, Rules
from .spans import assign_spans
from .values import is_value

Extent = tuple[float, float]

WIDE = 0.6  # share of the table's width from which a rule counts as full-width
HALFWAY = 0.3  # of the distance of two lines: a title centred on both is that near to the middle
CENTRED = 0.5  # of its distance from the middle of one column: a title that near to that of two is over both
SAME_EDGE = 0.35  # of the text height between the left edges of a title and of the columns under it
MAX_LINES = 6  # of a header closed by a rule; more lines above a rule are rows


def wide_rules(rules: Rules, left: float, right: float, height: float, *, whole: bool = False) -> list[float]:
    """Positions of horizontal rules, pieces on one level taken together, that run over most of the width.

    With `whole` they must begin at the left edge too, as the rule that closes a header does.
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
    """True if at least half of the segments right of the first column are values or signs for yes and no."""
    cells = [segment for segment in line.segments if segment.bbox.x0 >= first_column_end]
    values = sum(is_value(segment.text) or mark_of(segment.text) is not None for segment in cells)
    return bool(cells) and 2 * values >= len(cells)


def header_size(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Sequence[float], wide: Sequence[float] = ()
) -> int:
    """Return the number of header lines, from the top.

    `rules` are the positions of the rules that close a header, `wide` those of all wide ones: a text alone in the first
    column below one of these is the heading of the first rows.
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
    # Further parts closed by rules of their own are header too, down to a heading or to the data.
    for start, end in pairwise(ends):
        part = lines[start:end]
        if end > min(first_data, MAX_LINES) or not any(len(line.segments) > 1 for line in part):
            break
        size = end
    if size > 1 and any(lines[size - 2].y < rule < lines[size - 1].y for rule in wide):
        size = _without_heading(lines, size, border)
    return size if first_data < len(lines) else ends[0]


def _without_heading(lines: Sequence[TableLine], size: int, border: float) -> int:
    """The number of header lines without a heading of the first rows: a text alone in the first column."""
    alone = size > 1 and len(lines[size - 1].segments) == 1 and len(lines[size - 2].segments) > 1
    return size - 1 if alone and lines[size - 1].segments[0].bbox.x0 < border else size


def _is_row(line: TableLine, below: Sequence[TableLine], columns: Sequence[Extent]) -> bool:
    """True if a line of values above a rule is a row: decimals over decimals or check marks over check marks."""
    if not below or line.segments[0].bbox.x0 >= columns[0][1]:
        return False

    def valued(line: TableLine) -> set[int]:
        cells = [
            segment for segment in line.segments if "." in segment.text or mark_of(segment.text) is not None
        ]
        return {columns_under(segment, columns)[0] for segment in cells}

    return bool(valued(line) & valued(below[0]))


def join_under_titles(
    head: Sequence[TableLine], body: Sequence[TableLine], columns: Sequence[Extent]
) -> list[Extent]:
    """`columns` with those of names under one word of the lowest header line joined: parts of one name, as "ESIM (k = 5)"."""
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
    """For each column the texts of the header lines over it, top level first; "" where a level has none."""
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
        spans = _spans(line, slots, below, rules, height, lowest=not any(below))
        texts = [""] * len(columns)
        for segment, covered in zip(line.segments, spans, strict=True):
            for column in covered:
                texts[column] = f"{texts[column]} {segment.text}".strip()
        levels.append(texts)
    return [tuple(level[column] for level in levels) for column in range(len(columns))]


def _titled_above(
    line: TableLine, columns: Sequence[Extent], above: Sequence[Sequence[bool]], height: float
) -> list[bool]:
    """True for the columns titled `above` the lowest line, if its segments are in the middle of several of these each."""
    titled = [any(level[column] for level in above) for column in range(len(columns))]
    under = [segment for segment in line.segments if any(titled[i] for i in columns_under(segment, columns))]
    if under and all(len(columns_under(segment, columns)) > 1 for segment in under):
        spans = assign_spans([segment.centre for segment in under], columns, titled)
        covered = [list(range(first, last + 1)) for first, last in spans]
        if _are_centred(under, columns, covered, titled, height):
            return titled
    return [False] * len(columns)


def _join_spanned_rows(
    lines: Sequence[TableLine], columns: Sequence[Extent]
) -> tuple[list[TableLine], set[int]]:
    """Join titles that are centred between two header lines to the lower one; the lines, and the columns of these titles.

    No other title may be under them, but for those over several columns.
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
    """The columns with the titles under a header line, which may be wider than the values."""
    slots = list(columns)
    for segment in (segment for line in below for segment in line.segments):
        covered = columns_under(segment, columns)
        if len(covered) == 1:
            x0, x1 = slots[covered[0]]
            slots[covered[0]] = min(x0, segment.bbox.x0), max(x1, segment.bbox.x1)
    return slots


def _cut(line: TableLine, columns: Sequence[Extent], below: Sequence[bool]) -> TableLine:
    """Return `line` with segments over several columns cut, unless a lower level shows that they span them."""
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


def _spans(
    line: TableLine,
    columns: Sequence[Extent],
    below: Sequence[bool],
    rules: Rules,
    height: float,
    *,
    lowest: bool,
) -> list[list[int]]:
    if lowest:
        return _with_untitled(line, columns)
    ruled = [
        _under_rule(segment, line, columns, rules, height) or _between_rules(segment, line, columns, rules)
        for segment in line.segments
    ]
    borders = [rule.at for rule in rules.vertical if rule.start < line.y < rule.end]
    if any(ruled):
        return _complete(ruled, line, columns, below, borders)
    for side in (0, 1):
        at = [_aligned_with(segment, columns, below, height, side) for segment in line.segments]
        if len(at) < 2 or -1 in at or any(below[at[-1] + 1 :] if side else below[: at[0]]):
            continue
        # The first column has the names, whose title is in no group.
        starts = [min(1, at[0]), *(column + 1 for column in at[:-1])] if side else at
        ends = [column + 1 for column in at] if side else [*at[1:], len(columns)]
        return [
            [column for column in range(start, end) if below[column]]
            for start, end in zip(starts, ends, strict=True)
        ]
    centres = [segment.centre for segment in line.segments]
    return [list(range(a, b + 1)) for a, b in assign_spans(centres, columns, below, borders)]


def _are_centred(
    segments: Sequence[TextSegment],
    columns: Sequence[Extent],
    spans: Sequence[Sequence[int]],
    below: Sequence[bool],
    reach: float,
) -> bool:
    """True if all titles are in the middle of their columns, which together are all those with titles below."""
    covered = {column for span in spans for column in span}
    return all(column in covered for column, titled in enumerate(below) if titled) and all(
        _off_centre(segment, columns, span) < reach for segment, span in zip(segments, spans, strict=True)
    )


def _complete(
    ruled: Sequence[list[int]],
    line: TableLine,
    columns: Sequence[Extent],
    below: Sequence[bool],
    borders: Sequence[float],
) -> list[list[int]]:
    """The columns under each segment: those that rules give it, else those of the others that it is centred on."""
    taken = {column for covered in ruled for column in covered}
    free = [index for index in range(len(columns)) if index not in taken]
    others = [segment for segment, covered in zip(line.segments, ruled, strict=True) if not covered]
    spans = iter(
        assign_spans(
            [segment.centre for segment in others],
            [columns[index] for index in free],
            [below[index] for index in free],
            borders,
        )
        if free
        else ()
    )
    completed = []
    for segment, covered in zip(line.segments, ruled, strict=True):
        first, last = (0, -1) if covered else next(spans, (0, -1))
        completed.append(covered or free[first : last + 1] or columns_under(segment, columns))
    return completed


def _with_untitled(line: TableLine, columns: Sequence[Extent]) -> list[list[int]]:
    """The columns under each segment of the lowest line, with those beside them that no segment is over but it is centred on."""
    spans = [columns_under(segment, columns) for segment in line.segments]
    for index, segment in enumerate(line.segments):
        for beside in (spans[index][0] - 1, spans[index][-1] + 1):
            untitled = 0 < beside < len(columns) and not any(beside in covered for covered in spans)
            both = sorted([*spans[index], beside])
            if untitled and _off_centre(segment, columns, both) < CENTRED * _off_centre(
                segment, columns, spans[index]
            ):
                spans[index] = both
    return spans


def _off_centre(segment: TextSegment, columns: Sequence[Extent], covered: Sequence[int]) -> float:
    """Distance of the middle of a segment from that of columns side by side."""
    return abs(segment.centre - (columns[covered[0]][0] + columns[covered[-1]][1]) / 2)


def _aligned_with(
    segment: TextSegment, columns: Sequence[Extent], below: Sequence[bool], height: float, side: int
) -> int:
    """The column with titles below whose left (0) or right (1) edge is that of the segment; -1 without one."""
    edge = (segment.bbox.x0, segment.bbox.x1)[side]
    edges = [
        abs(column[side] - edge) if under else 9 * height
        for column, under in zip(columns, below, strict=True)
    ]
    nearest = min(range(len(edges)), key=edges.__getitem__)
    return nearest if edges[nearest] < SAME_EDGE * height else -1


def _between_rules(
    segment: TextSegment, line: TableLine, columns: Sequence[Extent], rules: Rules
) -> list[int]:
    """Columns between the vertical rules left and right of the segment, when it is alone between them."""
    crossing = [rule.at for rule in rules.vertical if rule.start < line.y < rule.end]
    left = max((at for at in crossing if at < segment.centre), default=None)
    right = min((at for at in crossing if at > segment.centre), default=None)
    if left is None or right is None or sum(left < other.centre < right for other in line.segments) > 1:
        return []
    return [index for index, (x0, x1) in enumerate(columns) if left < (x0 + x1) / 2 < right]


def _under_rule(
    segment: TextSegment, line: TableLine, columns: Sequence[Extent], rules: Rules, height: float
) -> list[int]:
    """Columns over which a partial rule right below the whole segment runs."""
    total = columns[-1][1] - columns[0][0]
    for rule in sorted(rules.horizontal, key=lambda rule: -rule.length):
        if (
            0 < rule.at - line.y < 1.6 * height
            and rule.start < segment.bbox.x0 + height
            and rule.end > segment.bbox.x1 - height
            and rule.length > segment.bbox.width + height  # else it underlines the title
            and rule.length < 0.97 * total
            and sum(rule.start < other.centre < rule.end for other in line.segments) <= 1
        ):
            covered = [
                index for index, (x0, x1) in enumerate(columns)
                if rule.start - 0.5 * height <= (x0 + x1) / 2 <= rule.end + 0.5 * height
            ]  # fmt: skip
            if covered:
                return covered
    return []
