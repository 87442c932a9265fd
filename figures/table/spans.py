"""Assign merged labels to the slots (columns or rows) that they cover, based on their positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

UNCOVERED = 0.1  # cost of a slot without a label, in slot widths; a label off center by half a slot costs .5
CROSSED = 2.0  # cost of a label that crosses a ruling line


def assign_spans(
    centers: Sequence[float],
    slots: Sequence[tuple[float, float]],
    open_slots: Sequence[bool],
    borders: Sequence[float] = (),
) -> list[tuple[int, int]]:
    """Return, for each label, the first and last slot that it covers. Spans are disjoint, in order and centered on
    their labels.

    `centers` are ascending. A span of several slots may contain only open slots, which have their own labels on
    a lower level. `borders` are the positions of ruling lines between slots. The assignment with the lowest
    total cost is used. Every label gets at least one slot; if there are fewer slots than labels, every label
    gets the nearest slot.
    """
    count, labels = len(slots), len(centers)
    if count < labels or labels == 0:
        return [(near, near) for near in (_nearest(center, slots) for center in centers)]
    unit = max(1e-6, (slots[-1][1] - slots[0][0]) / count)

    def cost(label: int, first: int, last: int) -> float:
        if first != last and not all(open_slots[first : last + 1]):
            return float("inf")
        middle = (slots[first][0] + slots[last][1]) / 2
        crossed = sum(slots[first][0] < border < slots[last][1] for border in borders)
        return abs(middle - centers[label]) / unit + CROSSED * crossed

    @cache
    def best(label: int, start: int) -> tuple[float, tuple[tuple[int, int], ...]]:
        if label == labels:
            return UNCOVERED * sum(open_slots[start:]), ()
        options = []
        for first in range(start, count - (labels - label) + 1):
            skipped = UNCOVERED * sum(open_slots[start:first])
            for last in range(first, count - (labels - label) + 1):
                here = cost(label, first, last)
                if here == float("inf"):
                    break
                rest, spans = best(label + 1, last + 1)
                options.append((skipped + here + rest, ((first, last), *spans)))
        return min(options, default=(float("inf"), ()))

    _, spans = best(0, 0)
    return list(spans) if len(spans) == labels else [(n, n) for n in (_nearest(c, slots) for c in centers)]


def _nearest(center: float, slots: Sequence[tuple[float, float]]) -> int:
    return min(range(len(slots)), key=lambda i: (abs((slots[i][0] + slots[i][1]) / 2 - center), i))
