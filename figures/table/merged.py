"""Spread the labels of merged cells in leading columns over the rows that they cover."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .body import Draft, RowLabel
from .lines import bounds
from .rules import Rule
from .spans import assign_spans
from .values import is_value

IN_ROW = 0.25  # share of the row pitch; a label this close to the middle of a row is in the row
EMPTY = 0.2  # least share of blank cells for a leading text column to have merged cells


def spread_labels(
    labels: Sequence[RowLabel], rows: Sequence[float], extent: tuple[float, float], rules: Sequence[Rule]
) -> list[RowLabel | None]:
    """Return, for each row, the label that covers it; None for rows without a label. `rows` are the middles,
    ascending.

    Rules across the column divide the rows into parts. A single label covers its whole part. Several labels in a
    part each cover rows around them. If each label is in a row, and the first label in the first row, every
    label covers the rows down to the next label.

    If the first row of a part has no label and all other rows have one, the first row is a total. Each label
    then covers only its own row.
    """
    middle = (extent[0] + extent[1]) / 2
    cuts = sorted(rule.at for rule in rules if rule.start - 2 <= middle <= rule.end + 2)
    parts: dict[int, list[int]] = {}
    for index, y in enumerate(rows):
        parts.setdefault(sum(cut < y for cut in cuts), []).append(index)
    result: list[RowLabel | None] = [None] * len(rows)
    own = {part: _list_between(labels, cuts, part) for part in parts}
    totals = {
        part for part, members in parts.items() if _is_under_total(own[part], [rows[i] for i in members])
    }
    if all(len(own[part]) < 2 for part in totals):
        totals = set()  # one label in the last of two rows may belong to both rows
    for part, members in parts.items():
        middles = [rows[i] for i in members]
        if part in totals:
            covering = [None, *own[part]]
        elif own[part]:
            covering = _within(_rejoined(own[part], middles), middles)
        else:
            continue
        for index, label in zip(members, covering, strict=True):
            result[index] = label
    return result


def _list_between(labels: Sequence[RowLabel], cuts: Sequence[float], part: int) -> list[RowLabel]:
    """Return the labels that have `part` of the `cuts` above them, from top to bottom."""
    inside = (label for label in labels if sum(cut < label.y for cut in cuts) == part)
    return sorted(inside, key=lambda label: label.y)


def _is_under_total(labels: Sequence[RowLabel], rows: Sequence[float]) -> bool:
    """True if each row except the first has its own label."""
    if len(rows) != len(labels) + 1 or not labels or any(map(_goes_on, labels, labels[1:])):
        return False
    step = (rows[-1] - rows[0]) / len(labels)
    return all(abs(label.y - y) < IN_ROW * step for label, y in zip(labels, rows[1:], strict=True))


def _goes_on(label: RowLabel, below: RowLabel) -> bool:
    """True if the label below continues the text: it starts with a bracket, or follows a colon, comma or hyphen."""
    return below.text.startswith("(") or label.text.endswith((":", ",", "-"))


def _rejoined(labels: Sequence[RowLabel], rows: Sequence[float]) -> list[RowLabel]:
    """Join labels on consecutive lines into one label of several lines, if there are fewer labels than rows."""
    if not 1 < len(labels) < len(rows):
        return list(labels)
    step = (rows[-1] - rows[0]) / (len(rows) - 1)
    if any(below.y - above.y > 1.2 * step for above, below in pairwise(labels)):
        return list(labels)
    return [RowLabel(" ".join(label.text for label in labels), bounds([label.bbox for label in labels]))]


def _within(labels: Sequence[RowLabel], rows: Sequence[float]) -> list[RowLabel | None]:
    if len(labels) == 1:
        return [labels[0]] * len(rows)
    step = (rows[-1] - rows[0]) / max(1, len(rows) - 1) or 1.0
    in_rows = all(min(abs(label.y - y) for y in rows) < IN_ROW * step for label in labels)
    if in_rows and abs(labels[0].y - rows[0]) < IN_ROW * step:
        return [_last_above(labels, y + IN_ROW * step) for y in rows]
    slots = [(y - step / 2, y + step / 2) for y in rows]
    spans = assign_spans([label.y for label in labels], slots, [True] * len(rows))
    result: list[RowLabel | None] = [None] * len(rows)
    for label, (first, last) in zip(labels, spans, strict=True):
        for index in range(first, last + 1):
            result[index] = label
    return result


def _last_above(labels: Sequence[RowLabel], y: float) -> RowLabel | None:
    return next((label for label in reversed(labels) if label.y <= y), None)


def is_merged(column: int, rows: Sequence[Draft], floating: Sequence[RowLabel]) -> bool:
    """True if a leading column has labels and enough blank rows to consist of merged cells."""
    texts = [row.text_of(column) for row in rows if row.cells[column]]
    if column > 0 and 2 * sum(map(is_value, texts)) >= len(texts):
        return False
    blank = len(rows) - len(texts)
    return bool(texts or floating) and blank >= max(1, EMPTY * len(rows))
