"""Geometry of the plots of a report: what the templates draw, in pixels of a drawing 760 wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from .report import Estimate, ReportCurve, ReportPart, number

WIDTH = 760
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito, 2008
_ROW, _LEFT, _RIGHT, _TOP, _BOTTOM = 26, 282, 64, 14, 34
_HEIGHT = 300  # of the plots with two axes


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """A run in the plot of cost against accuracy; `cost` in the unit of the axis."""

    name: str
    cost: float
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class PlotLine:
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class PlotText:
    text: str
    x: float
    y: float
    anchor: str = "middle"
    faint: bool = True
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A dot for a mean with a line for its interval; `title` appears on hovering."""

    title: str
    x: float
    y: float
    x0: float
    y0: float
    x1: float
    y1: float
    colour: str
    strong: bool = True


@dataclass(frozen=True, slots=True)
class CurveLine:
    points: str
    dots: tuple[PlotText, ...]
    name: PlotText


@dataclass(frozen=True, slots=True)
class Drawing:
    """A plot; `label` describes it to a screen reader."""

    label: str
    height: float
    grid: tuple[PlotLine, ...]
    texts: tuple[PlotText, ...]
    marks: tuple[PlotMark, ...] = ()
    curves: tuple[CurveLine, ...] = ()
    names: tuple[PlotText, ...] = ()
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class _Axis:
    """Maps low..high to the pixels start..end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return round(self.start + share * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[float]:
        """Four to eight round numbers."""
        span = self.high - self.low
        step = 10.0 ** floor(log10(span)) if span > 0 else 1.0
        step = next(s for s in (step, step / 2, step / 5, step / 10) if span / s >= 4)
        first = -floor(-self.low / step)
        return [round(n * step, 10) for n in range(int(first), floor(self.high / step + 1e-9) + 1)]


def draw_intervals(parts: Sequence[ReportPart], metric: str) -> Drawing:
    """A dot for the mean of each part and a line for its interval, tags separated."""
    rows = [(part, part.estimate(metric)) for part in parts]
    across = _Axis(0.0, _ceiling([estimate for _, estimate in rows]), _LEFT, WIDTH - _RIGHT)
    texts = [
        PlotText(metric, WIDTH - 4, _TOP + 4, "end"),
        PlotText("n", _LEFT - 14, _TOP + 4, "end"),
    ]
    marks = []
    y, before = float(_TOP), ""
    for part, estimate in rows:
        y += _ROW + (12 if part.by != before else 0)
        before = part.by
        texts.append(PlotText(part.label or "all", _LEFT - 58, y + 4, "end", faint=False))
        texts.append(PlotText(str(part.n), _LEFT - 14, y + 4, "end"))
        if estimate.mean is not None and estimate.low is not None and estimate.high is not None:
            texts.append(PlotText(number(estimate.mean), WIDTH - 4, y + 4, "end", faint=False))
            title = (
                f"{number(estimate.mean)} ({number(estimate.low)} to {number(estimate.high)}), n {estimate.n}"
            )
            low, high = across(estimate.low), across(estimate.high)
            marks.append(
                PlotMark(title, across(estimate.mean), y, low, y, high, y, COLOURS[0], strong=part.by == "")
            )
    bottom = y + _ROW / 2
    grid = tuple(PlotLine(across(tick), _TOP, across(tick), bottom) for tick in across.ticks)
    texts += [PlotText(f"{tick:g}", across(tick), bottom + 16) for tick in across.ticks]
    return Drawing(f"{metric} with 95% intervals", bottom + _BOTTOM, grid, tuple(texts), tuple(marks))


def draw_curves(curves: Sequence[ReportCurve], metric: str) -> Drawing:
    """A line per curve over k, named at its right end."""
    deepest = max(len(curve.values) for curve in curves)
    across = _Axis(1, max(2, deepest), 56, WIDTH - 130)
    up = _Axis(0.0, 1.0, _HEIGHT - _BOTTOM, _TOP)
    names = _space_out([up(curve.values[-1]) for curve in curves], 15)
    texts = [_axis_title("k", across), *_heights(across, up)]
    texts += [PlotText(str(k), across(k), _HEIGHT - _BOTTOM + 16) for k in (1, *range(5, deepest + 1, 5))]
    lines = []
    for n, curve in enumerate(curves):
        places = [(across(k), up(value)) for k, value in enumerate(curve.values, 1)]
        dots = tuple(
            PlotText(f"{curve.name}: {metric}@{k} {number(value)}", x, y)
            for (k, value), (x, y) in zip(enumerate(curve.values, 1), places, strict=True)
        )
        colour = COLOURS[n % len(COLOURS)]
        name = PlotText(curve.name, WIDTH - 120, names[n] + 4, "start", colour=colour)
        lines.append(CurveLine(" ".join(f"{x},{y}" for x, y in places), dots, name))
    return Drawing(f"{metric}@k", _HEIGHT, _horizontals(across, up), tuple(texts), curves=tuple(lines))


def draw_costs(points: Sequence[PlotPoint], metric: str, unit: str) -> Drawing:
    """A dot per run: its cost to the right, its mean with the interval upwards."""
    across = _Axis(0.0, max(point.cost for point in points) * 1.1 or 1.0, 56, WIDTH - 20)
    up = _Axis(0.0, _ceiling([point.estimate for point in points]), _HEIGHT - _BOTTOM, _TOP)
    texts = [_axis_title(unit, across), *_heights(across, up)]
    texts += [PlotText(f"{tick:g}", across(tick), _HEIGHT - _BOTTOM + 16) for tick in across.ticks]
    marks, names = [], []
    for n, point in enumerate(points):
        e, x, colour = point.estimate, across(point.cost), COLOURS[n % len(COLOURS)]
        if e.mean is None or e.low is None or e.high is None:
            continue
        title = f"{point.name}: {metric} {number(e.mean)} at {point.cost:.3g} {unit}"
        marks.append(PlotMark(title, x, up(e.mean), x, up(e.low), x, up(e.high), colour))
        left = x > WIDTH / 2  # the side of the dot with more space for its name
        names.append(
            PlotText(
                point.name,
                x - 10 if left else x + 10,
                up(e.mean) + 4,
                "end" if left else "start",
                colour=colour,
            )
        )
    label = f"{metric} against cost"
    return Drawing(label, _HEIGHT, _horizontals(across, up), tuple(texts), tuple(marks), names=tuple(names))


def _ceiling(estimates: Sequence[Estimate]) -> float:
    """1 for shares, else the next round number: a judge's scale may end at 5."""
    highest = max((e.high for e in estimates if e.high is not None), default=1.0)
    return 1.0 if highest <= 1.0 else float(-floor(-highest))


def _horizontals(across: _Axis, up: _Axis) -> tuple[PlotLine, ...]:
    return tuple(PlotLine(across.start, up(tick), across.end, up(tick)) for tick in up.ticks)


def _heights(across: _Axis, up: _Axis) -> list[PlotText]:
    return [PlotText(f"{tick:g}", across.start - 8, up(tick) + 4, "end") for tick in up.ticks]


def _axis_title(text: str, across: _Axis) -> PlotText:
    return PlotText(text, (across.start + across.end) / 2, _HEIGHT - 2)


def _space_out(heights: Sequence[float], apart: float) -> list[float]:
    """`heights`, moved down as little as keeps labels `apart` pixels from each other."""
    placed = list(heights)
    lowest = float("-inf")
    for at in sorted(range(len(placed)), key=lambda i: (placed[i], i)):
        placed[at] = lowest = max(placed[at], lowest + apart)
    return placed
