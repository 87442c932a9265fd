"""Find numeric axes: tick labels in a row or column whose values grow evenly, linearly or by powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import log2, log10
from statistics import median

import numpy as np

from ...shapes.label import Label

# Largest distance, in letter heights, of a tick label from the position of its value.
SLACK = 0.35
ALIGNED = 0.5
MOST_NUMBERS = 150  # a figure with more numbers is a table
LOG_RATIO = 1.45  # least ratio of neighboring ticks on a log axis, if a linear axis also fits some ticks
NAMES = 0.5  # numbers that continue a row of ticks but not its values, per tick; with more, all are names
MISREAD = 0.34  # numbers among the ticks that contradict the axis, per tick; with more, all are names


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick label, with its position along the axis (in pixels) and its value."""

    at: float
    value: float
    label: Label


@dataclass(frozen=True, slots=True)
class Axis:
    """A numeric axis, which converts pixels to values.

    value = slope * pixel + offset, or ten to that power if `log`. An `upright` axis is vertical; its pixels grow
    downwards.
    """

    upright: bool
    log: bool
    slope: float
    offset: float
    ticks: tuple[Tick, ...]

    def value(self, pixel: float) -> float:
        """Return the axis value at a pixel. Beyond the ticks the value is extrapolated."""
        exponent = self.slope * pixel + self.offset
        return float(10.0 ** min(300.0, max(-300.0, exponent))) if self.log else exponent

    def pixel(self, value: float) -> float:
        """Return the pixel of an axis value; nan for values <= 0 on a log axis."""
        if self.log and value <= 0:
            return float("nan")
        return ((log10(value) if self.log else value) - self.offset) / self.slope

    @property
    def start(self) -> float:
        return min(t.at for t in self.ticks)

    @property
    def end(self) -> float:
        return max(t.at for t in self.ticks)


def numeric_axes(phrases: Sequence[Label], em: float) -> list[Axis]:
    """Return all axes with three or more tick labels: vertical axes first, then the best supported first.

    In a column, the labels of one axis share their right side, left side or center; in a row they share their
    height. A label is part of at most one vertical and one horizontal axis.
    """
    numbers = [p for p in phrases if p.number is not None and not p.vertical]
    if len(numbers) > MOST_NUMBERS:
        return []
    upright = _axes(numbers, True, em, [lambda p: p.box.x1, lambda p: p.box.x0, lambda p: p.cx])
    level = _axes(numbers, False, em, [lambda p: p.cy, lambda p: p.box.y1])
    return upright + level


Side = Callable[[Label], float]


def _axes(numbers: Sequence[Label], upright: bool, em: float, sides: Sequence[Side]) -> list[Axis]:
    free = list(numbers)
    found: list[Axis] = []
    while True:
        fits = [
            axis
            for side in sides
            for group in _aligned(free, side, ALIGNED * em)
            if (axis := _best_fit(group, upright, em)) is not None
        ]
        if not fits:
            return found
        best = max(fits, key=lambda axis: (len(axis.ticks), axis.end - axis.start))
        found.append(best)
        used = {id(tick.label) for tick in best.ticks}
        free = [p for p in free if id(p) not in used]


def _aligned(phrases: Sequence[Label], side: Side, slack: float) -> list[list[Label]]:
    """Return the groups of three or more labels whose `side` is at most `slack` beyond that of the group's first
    label.
    """
    groups: dict[tuple[int, ...], list[Label]] = {}
    for phrase in phrases:
        group = [p for p in phrases if 0 <= side(p) - side(phrase) <= slack]
        if len(group) >= 3:
            groups.setdefault(tuple(map(id, group)), group)
    return list(groups.values())


def _best_fit(group: Sequence[Label], upright: bool, em: float) -> Axis | None:
    """Return the axis that explains most of the labels, read as linear, logarithmic or powers of ten.

    Powers of ten win a tie, then linear. None if no axis fits.
    """
    plain = [Tick(p.cy if upright else p.cx, float(p.number), p) for p in group if p.number is not None]
    plain = _with_lost_signs(plain) if upright else plain
    powers = [t for t in (_as_power(tick) for tick in plain) if t is not None]
    positive = [t for t in plain if t.value > 0 and _is_round(t.value)]
    slack = SLACK * em
    fits = [
        _fit(plain, upright, False, slack),
        _fit(powers, upright, True, slack),
        _fit(positive, upright, True, slack),
    ]
    if fits[0] is not None and fits[2] is not None and _typical_ratio(fits[2]) < LOG_RATIO:
        fits[2] = None
    if fits[2] is not None and _continuing(fits[2], plain) > 0:
        fits[2] = None
    if fits[0] is not None and _continuing(fits[0], plain) > NAMES * len(fits[0].ticks):
        fits[0] = None
    found = [axis for axis in fits if axis is not None]
    if not found:
        return None
    if fits[1] is not None and len(fits[1].ticks) == max(len(axis.ticks) for axis in found):
        return fits[1]
    return max(found, key=lambda axis: (len(axis.ticks), not axis.log))


def _with_lost_signs(ticks: Sequence[Tick]) -> list[Tick]:
    """Restore minus signs that a font without a character mapping lost.

    The values of a vertical axis must fall to 0 from above and rise again below; the ticks below 0 then get a
    minus sign.
    """
    ordered = sorted(ticks, key=lambda tick: tick.at)
    values = [tick.value for tick in ordered]
    if values.count(0.0) != 1:
        return list(ticks)
    zero = values.index(0.0)
    above, below = values[:zero], values[zero + 1 :]
    falls = all(a > b for a, b in pairwise([*above, 0.0])) and all(a < b for a, b in pairwise([0.0, *below]))
    if not (above and below and falls):
        return list(ticks)
    return [*ordered[: zero + 1], *(replace(tick, value=-tick.value) for tick in ordered[zero + 1 :])]


def _continuing(axis: Axis, ticks: Sequence[Tick]) -> int:
    """Return the number of ticks beyond the axis that continue its row but not its values, as in 0, 1, 2, 4, 8.

    Such numbers are names.
    """
    spacing = median(b.at - a.at for a, b in pairwise(axis.ticks))
    count, start, end = 0, axis.start, axis.end
    values = {tick.value for tick in axis.ticks}  # the axis of the next plot area repeats these values
    for tick in sorted(ticks, key=lambda t: max(axis.start - t.at, t.at - axis.end)):
        if tick.value not in values and 0 < max(start - tick.at, tick.at - end) < 1.3 * spacing:
            count, start, end = count + 1, min(start, tick.at), max(end, tick.at)
    return count


def _typical_ratio(axis: Axis) -> float:
    """Return the median ratio of neighboring tick values (1 or more)."""
    values = sorted(tick.value for tick in axis.ticks)
    return median(b / a for a, b in pairwise(values))


def sparse_axis(labels: Sequence[Label], upright: bool) -> Axis | None:
    """Return the axis of only two tick labels along a known plot area.

    It is logarithmic if both labels are powers of ten, otherwise linear. None unless there are two different numbers.
    """
    ticks = [Tick(p.cy if upright else p.cx, float(p.number), p) for p in labels if p.number is not None]
    powers = [t for t in (_as_power(tick) for tick in ticks) if t is not None]
    chosen, log = (powers, True) if len(powers) == 2 else (ticks, False)
    if len(chosen) != 2 or chosen[0].value == chosen[1].value or abs(chosen[0].at - chosen[1].at) < 1:
        return None
    first, second = sorted(chosen, key=lambda t: t.at)
    a, b = (log10(first.value), log10(second.value)) if log else (first.value, second.value)
    slope = (b - a) / (second.at - first.at)
    return Axis(upright, log, slope, a - slope * first.at, (first, second))


def _is_round(value: float) -> bool:
    """True if a log axis could have a label at this value: one digit and zeros, or a power of two."""
    digits = f"{value:.6e}".split("e")[0].rstrip("0.")
    return len(digits) == 1 or log2(value).is_integer()


def _as_power(tick: Tick) -> Tick | None:
    """Return the tick read as a power of ten: "103" is 10^3 if the exponent lost its superscript. None for any
    other text.
    """
    match = re.fullmatch(r"10\^?([-−–]?\d)", tick.label.text.replace(" ", ""))
    if match is None:
        power = re.fullmatch(r"10[^\d.,]+", tick.label.text)  # superscript digits: already read as a power
        return tick if power else None
    exponent = int(re.sub("[−–]", "-", match[1]))
    return replace(tick, value=10.0**exponent)


def _fit(ticks: Sequence[Tick], upright: bool, log: bool, slack: float) -> Axis | None:
    """Fit a line to as many ticks as possible.

    The line through two ticks that passes most other ticks is refitted to all ticks on it. None if fewer than
    three ticks are on the line, or if too many ticks between its ends are off the line.
    """
    heights = [log10(t.value) if log else t.value for t in ticks]
    best: list[int] = []
    for i, j in combinations(range(len(ticks)), 2):
        run, rise = ticks[j].at - ticks[i].at, heights[j] - heights[i]
        if abs(run) < 2 * slack or rise == 0:
            continue
        per_value = run / rise
        on = [
            k
            for k in range(len(ticks))
            if abs(ticks[i].at + (heights[k] - heights[i]) * per_value - ticks[k].at) <= slack
        ]
        if len({round(heights[k], 9) for k in on}) == len(on) > max(2, len(best)):
            best = on
    start, end = min((ticks[k].at for k in best), default=0.0), max((ticks[k].at for k in best), default=0.0)
    against = sum(start < t.at < end for t in ticks) - max(0, len(best) - 2)
    if not best or against > MISREAD * len(best):
        return None
    slope, offset = np.polyfit([ticks[k].at for k in best], [heights[k] for k in best], 1)
    return Axis(
        upright, log, float(slope), float(offset), tuple(sorted((ticks[k] for k in best), key=lambda t: t.at))
    )
