"""Find the columns under each title of a header line, by rules, by edges, or by the center of the title."""

from __future__ import annotations

from collections.abc import Sequence

from ..lines import TableLine, TextSegment
from ..rules import Rules
from ..spans import assign_spans
from ..under_columns import Extent, columns_under

CENTERED = 0.5  # a title spans two columns if its offset from their center is below this share of its offset from one
SAME_EDGE = 0.35  # text heights; largest distance between the edges of a title and of the columns under it


def find_title_columns(
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
        # The first column has the names, and its title is in no group.
        starts = [min(1, at[0]), *(column + 1 for column in at[:-1])] if side else at
        ends = [column + 1 for column in at] if side else [*at[1:], len(columns)]
        return [
            [column for column in range(start, end) if below[column]]
            for start, end in zip(starts, ends, strict=True)
        ]
    centers = [segment.center for segment in line.segments]
    return [list(range(a, b + 1)) for a, b in assign_spans(centers, columns, below, borders)]


def are_centered(
    segments: Sequence[TextSegment],
    columns: Sequence[Extent],
    spans: Sequence[Sequence[int]],
    below: Sequence[bool],
    reach: float,
) -> bool:
    """True if all titles are centered on their columns, and these columns include all columns with titles below."""
    covered = {column for span in spans for column in span}
    return all(column in covered for column, titled in enumerate(below) if titled) and all(
        _off_center(segment, columns, span) < reach for segment, span in zip(segments, spans, strict=True)
    )


def _complete(
    ruled: Sequence[list[int]],
    line: TableLine,
    columns: Sequence[Extent],
    below: Sequence[bool],
    borders: Sequence[float],
) -> list[list[int]]:
    """Return the columns under each segment.

    Rules decide first. The other segments are centered on some of the remaining columns.
    """
    taken = {column for covered in ruled for column in covered}
    free = [index for index in range(len(columns)) if index not in taken]
    others = [segment for segment, covered in zip(line.segments, ruled, strict=True) if not covered]
    spans = iter(
        assign_spans(
            [segment.center for segment in others],
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
    """Return the columns under each segment of the lowest line.

    A segment also gets an adjacent column without a title, if the segment is centered on both.
    """
    spans = [columns_under(segment, columns) for segment in line.segments]
    for index, segment in enumerate(line.segments):
        for beside in (spans[index][0] - 1, spans[index][-1] + 1):
            untitled = 0 < beside < len(columns) and not any(beside in covered for covered in spans)
            both = sorted([*spans[index], beside])
            if untitled and _off_center(segment, columns, both) < CENTERED * _off_center(
                segment, columns, spans[index]
            ):
                spans[index] = both
    return spans


def _off_center(segment: TextSegment, columns: Sequence[Extent], covered: Sequence[int]) -> float:
    """Return the distance between the center of a segment and the center of adjacent columns."""
    return abs(segment.center - (columns[covered[0]][0] + columns[covered[-1]][1]) / 2)


def _aligned_with(
    segment: TextSegment, columns: Sequence[Extent], below: Sequence[bool], height: float, side: int
) -> int:
    """Return the column whose left (side 0) or right (side 1) edge matches the edge of the segment; -1 without such
    a column.

    Only columns with titles below count.
    """
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
    """Return the columns between the vertical rules around the segment; [] unless the segment is alone between them."""
    crossing = [rule.at for rule in rules.vertical if rule.start < line.y < rule.end]
    left = max((at for at in crossing if at < segment.center), default=None)
    right = min((at for at in crossing if at > segment.center), default=None)
    if left is None or right is None or sum(left < other.center < right for other in line.segments) > 1:
        return []
    return [index for index, (x0, x1) in enumerate(columns) if left < (x0 + x1) / 2 < right]


def _under_rule(
    segment: TextSegment, line: TableLine, columns: Sequence[Extent], rules: Rules, height: float
) -> list[int]:
    """Return the columns that a partial rule directly below the whole segment covers; [] without such a rule."""
    total = columns[-1][1] - columns[0][0]
    for rule in sorted(rules.horizontal, key=lambda rule: -rule.length):
        if (
            0 < rule.at - line.y < 1.6 * height
            and rule.start < segment.bbox.x0 + height
            and rule.end > segment.bbox.x1 - height
            and rule.length > segment.bbox.width + height  # otherwise it underlines the title
            and rule.length < 0.97 * total
            and sum(rule.start < other.center < rule.end for other in line.segments) <= 1
        ):
            covered = [
                index for index, (x0, x1) in enumerate(columns)
                if rule.start - 0.5 * height <= (x0 + x1) / 2 <= rule.end + 0.5 * height
            ]  # fmt: skip
            if covered:
                return covered
    return []
