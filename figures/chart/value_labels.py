"""Take the numbers printed next to marks as their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..shapes.label import Label
from .axes.plot_area import PlotArea
from .types import Mark

REACH = 3.0  # letter heights; largest distance between a mark's end and its number
AGREES = 0.04  # largest difference between a printed and a measured value, as a share of the axis span


def with_printed_values(
    marks: Sequence[Mark], panel: PlotArea, numbers: Sequence[Label], tops: Sequence[float] = ()
) -> list[Mark]:
    """Return the marks with measured values replaced by the numbers printed at their ends, nearest pairs first.

    With an axis, a number counts only if it agrees with the measurement; without an axis, nearness decides.
    `tops` are the values at the ends of stacked segments. If more numbers agree with `tops` than with the
    segment values, the printed numbers are running totals.
    """
    plain = _paired(marks, panel, numbers)
    if not tops:
        return plain
    totals = _paired([replace(m, y=top) for m, top in zip(marks, tops, strict=True)], panel, numbers)
    return totals if sum(m.printed for m in totals) > sum(m.printed for m in plain) else plain


def _paired(marks: Sequence[Mark], panel: PlotArea, numbers: Sequence[Label]) -> list[Mark]:
    pairs = sorted(
        (gap, i, j)
        for i, mark in enumerate(marks)
        for j, number in enumerate(numbers)
        if (gap := _gap(mark, number, panel)) is not None
    )
    done = list(marks)
    used_marks: set[int] = set()
    used_numbers: set[int] = set()
    for _, i, j in pairs:
        if i in used_marks or j in used_numbers:
            continue
        used_marks.add(i)
        used_numbers.add(j)
        done[i] = replace(done[i], y=numbers[j].number, printed=True)
    return done


def _gap(mark: Mark, number: Label, panel: PlotArea) -> float | None:
    """Return the distance from the mark's end to the number; None if the number does not belong to the mark.

    Inside a bar the distance counts as at most half a letter, because numbers stand at the end or in the middle
    of a bar.
    """
    em = panel.em
    box = mark.box
    if panel.level:
        across = abs(number.cy - (box.y0 + box.y1) / 2)
        along = max(0.0, number.box.x0 - box.x1, box.x1 - number.box.x1)
        inside = box.x0 <= number.cx <= box.x1
        limit = max(0.6 * em, 0.6 * box.height)
    else:
        across = abs(number.cx - (box.x0 + box.x1) / 2)
        along = max(0.0, box.y0 - number.box.y1, number.box.y0 - box.y0)
        inside = box.y0 <= number.cy <= box.y1
        limit = max(2.2 * em, 0.6 * box.width)
    if inside and mark.size > 0:
        along = min(along, 0.5 * em)
    if across > limit or along > REACH * em:
        return None
    axis = panel.x if panel.level else panel.y
    value = number.number
    if axis is not None and value is not None:
        if mark.y is None:
            return along + 0.7 * across if along <= 1.5 * em else None
        if not abs(axis.pixel(value) - axis.pixel(mark.y)) <= max(
            0.35 * em, AGREES * abs(axis.end - axis.start)
        ):
            return None
    return along + 0.7 * across
