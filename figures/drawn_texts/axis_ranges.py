"""Ranges of axes, as far as their ticks are printed: "What range does the y axis cover?", "the highest value on the x axis"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..numbers import parse_number
from ..request import FigureRequest
from .read import DrawnText

_AXIS = r"(?:(?P<letter{0}>[xy])[- ]?|(?P<level{0}>horizontal|vertical)\s+)ax[ie]s"
_UP = r"highest|largest|maximum|max|biggest|top|upper|greatest|last"
_DOWN = r"lowest|smallest|minimum|min|bottom|lower|first"
_VALUE = r"(?:values?|ticks?|tick (?:labels?|marks?|values?)|numbers?|labels?|limits?|bounds?|ends?)"
_RANGE = re.compile(
    r"\b(?:range|span|extent|limits|scale|cover\w*|extend\w*|go(?:es)?|runs?)\b[^?]*?\b" + _AXIS.format(1)
    + r"|\b" + _AXIS.format(2) + r"\b[^?]*?\b(?:range|span|cover\w*|extend\w*|go|goes|run|runs|start\w*|begin\w*|end\w*)\b",
    re.IGNORECASE,
)  # fmt: skip
_EXTREME = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s(?:\w+\s)?{_VALUE}\s"
    r"(?:(?:(?:that|which) is )?(?:shown|marked|printed|labell?ed|given)\s)?"
    r"(?:on|of|along|at|in) the " + _AXIS.format(1),
    re.IGNORECASE,
)
_OF_A_CURVE = re.compile(
    r"\b(?:curves?|lines?|bars?|method|model|reach\w*|achiev\w*|by(?! the [xyhv]))\b", re.IGNORECASE
)
_FEWEST = 3  # ticks
_ALIGNED = 0.6  # letter heights within which the ends or middles of ticks are one below another
_UNEVEN = 0.12  # share by which the steps between ticks may differ, in pixels
_MOST = 2  # axes of panels whose ranges are given


def answer_axis_range(question: FigureRequest, texts: Sequence[DrawnText]) -> str:
    """The first and last tick of the axis that the question asks the range of, or one of them; "" for another question, and where
    no ticks are found or the panels have more than two ranges."""
    if _OF_A_CURVE.search(question.wording):
        return ""
    extreme, ranged = _EXTREME.search(question.wording), _RANGE.search(question.wording)
    match = extreme or ranged
    if match is None:
        return ""
    groups = match.groupdict()
    letters = [groups.get(name) or "" for name in ("letter1", "letter2", "level1", "level2")]
    upright = any(letter.lower() in ("y", "vertical") for letter in letters)
    ranges = list(dict.fromkeys(_ranges(texts, upright)))
    if not 0 < len(ranges) <= _MOST:
        return ""
    if extreme is not None:
        return "; ".join(dict.fromkeys(high if extreme["up"] else low for low, high in ranges))
    return "; ".join(f"{low} to {high}" for low, high in ranges)


def _ranges(texts: Sequence[DrawnText], upright: bool) -> list[tuple[str, str]]:
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
