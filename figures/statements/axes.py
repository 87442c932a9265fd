"""The ranges of the axes of a chart by the texts of their ticks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..numbers import parse_number
from .texts import DrawnText

_FEWEST = 3  # ticks
_ALIGNED = 0.6  # letter heights within which the ends or middles of ticks are one below another
_UNEVEN = 0.12  # share by which the steps between ticks may differ, in pixels


def find_ranges(texts: Sequence[DrawnText], upright: bool) -> list[tuple[str, str]]:
    """The lowest and the highest tick of each axis in this direction."""
    numbers = [text for text in texts if not text.upright and parse_number(text.text) is not None]
    found, used = list[tuple[str, str]](), set[int]()
    for index, first in enumerate(numbers):
        if index in used:
            continue
        row = [i for i, text in enumerate(numbers) if _is_aligned(first, text, upright) and i not in used]
        row.sort(key=lambda i: numbers[i].cy if upright else numbers[i].cx)
        for ticks in _even_runs([numbers[i] for i in row], upright):
            used |= {i for i in row if numbers[i] in ticks}
            low, high = sorted((ticks[0], ticks[-1]), key=_value)
            found.append((low.text, high.text))
    return found


def _value(text: DrawnText) -> float:
    return parse_number(text.text) or 0.0


def _is_aligned(one: DrawnText, other: DrawnText, upright: bool) -> bool:
    height = max(one.box.height, other.box.height)
    if upright:
        return min(abs(one.box.x1 - other.box.x1), abs(one.cx - other.cx)) <= _ALIGNED * height
    return abs(one.cy - other.cy) <= _ALIGNED * height


def _even_runs(texts: Sequence[DrawnText], upright: bool) -> list[list[DrawnText]]:
    """Stretches of _FEWEST texts or more with values that only rise or only fall, evenly spaced."""
    runs = [[text] for text in texts[:1]]
    for before, text in pairwise(texts):
        run = runs[-1]
        step = text.cy - before.cy if upright else text.cx - before.cx
        if len(run) > 1:
            last = run[-1].cy - run[-2].cy if upright else run[-1].cx - run[-2].cx
            same_way = (_value(text) > _value(before)) == (_value(run[-1]) > _value(run[-2]))
            even = abs(step - last) <= _UNEVEN * max(step, last) and same_way
        else:
            even = _value(text) != _value(before)
        if even:
            run.append(text)
        else:
            runs.append([text])
    return [run for run in runs if len(run) >= _FEWEST]
