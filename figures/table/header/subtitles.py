"""Find column titles in the first line below the rule of a header: "EM / F1" under "Dev set" and "Test set"."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import data_columns, place
from ..lines import TableLine
from ..marks import mark_of
from ..spans import assign_spans
from ..under_columns import Extent, columns_under
from ..values import is_value

MOST = 0.8  # least share of value columns in which such a line has a text
VALUED = 0.9  # least share of values among the texts below it in these columns


def move_subtitles(
    head: Sequence[TableLine], body: Sequence[TableLine], columns: Sequence[Extent]
) -> tuple[list[TableLine], list[TableLine]]:
    """Move column titles from the first line of `body` to `head`; both stay unchanged if the line is a row.

    The line has titles if it repeats one text over the value columns, or if `head` has fewer titles than
    columns. A text before the titles stays in `body` as the heading of the rows. The line also has titles if
    each of its texts spans several columns and no other line is like it.
    """
    unchanged = list(head), list(body)
    data = data_columns(body, columns)
    if len(body) < 2 or data[0] or not head:
        return unchanged
    if _is_over_several(body[0], columns, data):
        further = any(_is_over_several(line, columns, data) for line in body[1:])
        return unchanged if further else ([*head, body[0]], list(body[1:]))
    under = [i for i, segments in enumerate(place(body[0], columns)) if segments and data[i]]
    texts = _texts(body[0], columns, under)
    if len(under) < max(2, MOST * sum(data)) or any(is_value(t) or mark_of(t) is not None for t in texts):
        return unchanged
    below = [text for line in body[1:] for text in _texts(line, columns, under)]
    titles = max(len(line.segments) for line in head)
    if sum(map(is_value, below)) < VALUED * len(below) or (len(set(texts)) > 1 and titles >= len(under)):
        return unchanged
    names = [s for s in body[0].segments if s.bbox.x1 <= columns[under[0]][0]]
    subtitles = [segment for segment in body[0].segments if segment not in names]
    heading = [TableLine(body[0].y, tuple(names))] if names else []
    return [*head, TableLine(body[0].y, tuple(subtitles))], [*heading, *body[1:]]


def _is_over_several(line: TableLine, columns: Sequence[Extent], data: Sequence[bool]) -> bool:
    """True for texts that are centered over several value columns each, and together cover all of them."""
    over = [s for s in line.segments if any(data[i] for i in columns_under(s, columns))]
    if not over or 2 * len(over) > sum(data) or any(is_value(segment.text) for segment in over):
        return False
    spans = assign_spans([segment.center for segment in over], columns, data)
    middles = [(columns[first][0] + columns[last][1]) / 2 for first, last in spans]
    near = all(abs(s.center - middle) < s.bbox.height for s, middle in zip(over, middles, strict=True))
    return near and sum(last - first + 1 for first, last in spans) == sum(data) > 1


def _texts(line: TableLine, columns: Sequence[Extent], under: Sequence[int]) -> list[str]:
    cells = place(line, columns)
    return [" ".join(segment.text for segment in cells[i]) for i in under if cells[i]]
