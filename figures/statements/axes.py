"""Sentences about the axes of a chart: their titles and the ranges of their ticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..numbers import parse_number
from ..request import Cue
from ..types import FigureData
from .texts import DrawnText, is_words
from .types import FigureStatement

_FEWEST = 3  # ticks
_ALIGNED = 0.6  # letter heights within which the ends or middles of ticks are one below another
_UNEVEN = 0.12  # share by which the steps between ticks may differ, in pixels
_MOST_RANGES = 2  # of one direction, in panels
_MOST_TITLES = 3


def state_axes(data: FigureData | None, lines: Sequence[DrawnText]) -> Iterator[FigureStatement]:
    """The title and the range of the x axis and of the y axis; of several panels where they differ."""
    upright = [line for line in lines if line.upright and is_words(line.text)]
    upright.sort(key=lambda line: line.box.x0)
    above = list(dict.fromkeys(line.text for line in upright))
    titles = (data.x_title if data else "", "; ".join(above[:_MOST_TITLES]) or (data.y_title if data else ""))
    for axis, title, is_upright in (("x", titles[0], False), ("y", titles[1], True)):
        cue: Cue = "y axis" if is_upright else "x axis"
        name = f"The {axis} axis ({'vertical' if is_upright else 'horizontal'})"
        if title:
            yield FigureStatement(f"{name} shows {title}.", "axis", title, relations=(cue,))
        ranges = list(dict.fromkeys(find_ranges(lines, is_upright)))[:_MOST_RANGES]
        if ranges:
            text = "; ".join(f"{low} to {high}" for low, high in ranges)
            lead = f"{name}{f', {title},' if title else ''} ranges from"
            yield FigureStatement(f"{lead} {text}.", "axis", text, relations=(cue, "range"))
    sides: tuple[tuple[str, Cue], ...] = ((above[0], "left"), (above[-1], "right")) if len(above) > 1 else ()
    for title, side in sides:
        yield FigureStatement(
            f"The y axis on the {side} shows {title}.", "axis", title, relations=("y axis", side)
        )


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
