"""Numbers printed beside marks, taken for their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .panels import Panel
from .phrases import Phrase
from .types import Mark

REACH = 3.0  # letter heights between a mark's end and its number
AGREES = 0.04  # of the axis span that a printed value may lie off the measured one


def with_printed_values(
    marks: Sequence[Mark], panel: Panel, numbers: Sequence[Phrase], em: float
) -> list[Mark]:
    """The marks with measured values replaced by the numbers printed at their ends, nearest pairs first.

    With an axis a number counts only where it agrees with the measurement; without one, nearness decides.
    """
    pairs = sorted(
        (gap, i, j)
        for i, mark in enumerate(marks)
        for j, number in enumerate(numbers)
        if (gap := _gap(mark, number, panel, em)) is not None
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


def _gap(mark: Mark, number: Phrase, panel: Panel, em: float) -> float | None:
    """Distance from the mark's end to the number; None when they do not belong together."""
    box = mark.box
    if panel.level:
        across, along = (
            abs(number.cy - (box.y0 + box.y1) / 2),
            max(0.0, number.box.x0 - box.x1, box.x1 - number.box.x1),
        )
        limit = max(0.6 * em, 0.6 * box.height)
    else:
        across, along = (
            abs(number.cx - (box.x0 + box.x1) / 2),
            max(0.0, box.y0 - number.box.y1, number.box.y0 - box.y0),
        )
        limit = max(2.2 * em, 0.6 * box.width)
    if across > limit or along > REACH * em:
        return None
    axis = panel.x if panel.level else panel.y
    if axis is not None and mark.y is None:
        return (
            along + 0.7 * across
            if along <= 1.5 * em and axis.pixel(number.number or 0.0) is not None
            else None
        )
    if axis is not None and mark.y is not None and number.number is not None:
        at = axis.pixel(number.number)
        measured = axis.pixel(mark.y)
        if not abs(at - measured) <= max(0.35 * em, AGREES * abs(axis.end - axis.start)):
            return None
    return along + 0.7 * across
