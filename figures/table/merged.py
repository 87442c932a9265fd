"""Merged cells of the leading columns: which rows a label beside several of them belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .body import Draft, RowLabel
from .lines import bounds
from .rules import Rule
from .spans import assign_spans
from .values import is_value

IN_ROW = 0.25  # of the row pitch: a label that near to the middle of a row is in it
EMPTY = 0.2  # share of blank cells from which a leading text column is taken for one of merged cells


def spread_labels(
    labels: Sequence[RowLabel], rows: Sequence[float], extent: tuple[float, float], rules: Sequence[Rule]
) -> list[RowLabel | None]:
    """For each row (its middle, ascending) the label that covers it; None where there is none.

    Rules that run over the column cut the rows into parts; a part with one label is all that label's. Several labels
    in a part each cover a stretch centered on them, unless each is in a row and the first in the first one: then
    every label covers the rows down to the next. Where the first row of a part is that of the whole, without a label,
    and all others have one, each label is its own row's only.
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
        totals = set()  # one label in the last of two rows may be that of both
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
    """The labels with `part` of the `cuts` above them, from top to bottom."""
    inside = (label for label in labels if sum(cut < label.y for cut in cuts) == part)
    return sorted(inside, key=lambda label: label.y)


def _is_under_total(labels: Sequence[RowLabel], rows: Sequence[float]) -> bool:
    """True if each row but the first one has a label in it."""
    if len(rows) != len(labels) + 1 or not labels or any(map(_goes_on, labels, labels[1:])):
        return False
    step = (rows[-1] - rows[0]) / len(labels)
    return all(abs(label.y - y) < IN_ROW * step for label, y in zip(labels, rows[1:], strict=True))


def _goes_on(label: RowLabel, below: RowLabel) -> bool:
    """True if the label below goes on with the text: it begins with a bracket, or follows a colon, comma or hyphen."""
    return below.text.startswith("(") or label.text.endswith((":", ",", "-"))


def _rejoined(labels: Sequence[RowLabel], rows: Sequence[float]) -> list[RowLabel]:
    """One label for several on consecutive lines with blanks beside them: a text of several lines."""
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
    """True if a leading column leaves enough rows blank, and holds labels at all, to be one of merged cells."""
    texts = [row.text_of(column) for row in rows if row.cells[column]]
    if column > 0 and 2 * sum(map(is_value, texts)) >= len(texts):
        return False
    blank = len(rows) - len(texts)
    return bool(texts or floating) and blank >= max(1, EMPTY * len(rows))
