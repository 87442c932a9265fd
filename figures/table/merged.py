"""Merged cells of the leading columns: which rows a label beside several of them belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .body import Draft, RowLabel
from .lines import bounds
from .rules import Rule
from .spans import assign_spans
from .values import is_value

EMPTY = 0.2  # share of blank cells from which a leading text column is taken for one of merged cells


def spread_labels(
    labels: Sequence[RowLabel], rows: Sequence[float], extent: tuple[float, float], rules: Sequence[Rule]
) -> list[RowLabel | None]:
    """For each row (its middle, ascending) the label that covers it; None where there is none.

    Rules that run over the column cut the rows into parts; a part with one label is all that label's. Several labels
    in a part each cover a stretch centred on them, unless each is in a row and the first in the first one: then
    every label covers the rows down to the next.
    """
    middle = (extent[0] + extent[1]) / 2
    cuts = sorted(rule.at for rule in rules if rule.start - 2 <= middle <= rule.end + 2)
    parts: dict[int, list[int]] = {}
    for index, y in enumerate(rows):
        parts.setdefault(sum(cut < y for cut in cuts), []).append(index)
    result: list[RowLabel | None] = [None] * len(rows)
    for part, members in parts.items():
        own = sorted(
            (label for label in labels if sum(cut < label.y for cut in cuts) == part),
            key=lambda label: label.y,
        )
        if own:
            own = _rejoined(own, [rows[i] for i in members])
            for index, label in zip(members, _within(own, [rows[i] for i in members]), strict=True):
                result[index] = label
    return result


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
    in_rows = all(min(abs(label.y - y) for y in rows) < 0.25 * step for label in labels)
    if in_rows and abs(labels[0].y - rows[0]) < 0.25 * step:
        return [_last_above(labels, y + 0.25 * step) for y in rows]
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
