"""Plots as inline SVG. Numbers come in the metric's own unit; sizes are pixels of a drawing 760 wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from ..cells import number
from ..report import Estimate, ReportCurve, ReportPart
from .markup import Child, Markup, join, tag

WIDTH = 760
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito, 2008
_ROW, _LEFT, _RIGHT, _TOP, _BOTTOM = 26, 282, 64, 14, 34


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """A run in the plot of cost against accuracy; `cost` in the unit of the axis."""

    name: str
    cost: float
    estimate: Estimate


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


def interval_plot(parts: Sequence[ReportPart], metric: str) -> Markup:
    """A dot for the mean of each part and a line for its interval, tags set apart."""
    rows = [(part, part.estimate(metric)) for part in parts]
    drawn: list[Child] = []
    across = _Axis(0.0, _ceiling([e for _, e in rows]), _LEFT, WIDTH - _RIGHT)
    at, before = float(_TOP), ""
    for part, estimate in rows:
        if part.by != before:
            at, before = at + 12, part.by
        at += _ROW
        drawn.append(_label(part.label or "all", _LEFT - 58, at))
        drawn.append(tag("text", part.n, x=_LEFT - 14, y=at + 4, text_anchor="end", class_="faint"))
        drawn.append(_whisker(across, at, estimate, part.by == ""))
    bottom = at + _ROW / 2
    return _drawing(bottom + _BOTTOM, f"{metric} with 95% intervals", _scale(across, bottom, metric), *drawn)


def _whisker(across: _Axis, y: float, estimate: Estimate, strong: bool) -> Markup | None:
    if estimate.mean is None or estimate.low is None or estimate.high is None:
        return None
    x0, x1, x = across(estimate.low), across(estimate.high), across(estimate.mean)
    said = f"{number(estimate.mean)} ({number(estimate.low)} to {number(estimate.high)}), n {estimate.n}"
    return tag(
        "g",
        tag("title", said),
        tag(
            "line", x1=x0, x2=x1, y1=y, y2=y, stroke=COLOURS[0], stroke_width=3 if strong else 2, opacity=0.5
        ),
        tag("circle", cx=x, cy=y, r=6 if strong else 5, fill=COLOURS[0]),
        tag("text", number(estimate.mean), x=WIDTH - 4, y=y + 4, text_anchor="end"),
    )


def curve_plot(curves: Sequence[ReportCurve], metric: str) -> Markup:
    """A line per curve over k, named at its right end."""
    height, deepest = 300, max(len(curve.values) for curve in curves)
    across = _Axis(1, max(2, deepest), 56, WIDTH - 130)
    up = _Axis(0.0, 1.0, height - _BOTTOM, _TOP)
    drawn: list[Child] = [_grid(across, up), _title("k", across, height)]
    drawn += [
        tag("text", k, x=across(k), y=height - _BOTTOM + 16, text_anchor="middle", class_="faint")
        for k in (1, *range(5, deepest + 1, 5))
    ]
    names = _spread([up(curve.values[-1]) for curve in curves], 15)
    for place, curve in enumerate(curves):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{across(k)},{up(value)}" for k, value in enumerate(curve.values, 1))
        drawn.append(tag("polyline", points=path, fill="none", stroke=colour, stroke_width=2.5))
        drawn += [
            tag(
                "circle",
                tag("title", f"{curve.name}: {metric}@{k} {number(value)}"),
                cx=across(k),
                cy=up(value),
                r=3.5,
                fill=colour,
            )
            for k, value in enumerate(curve.values, 1)
        ]
        drawn.append(tag("text", curve.name, x=WIDTH - 120, y=names[place] + 4, fill=colour, class_="name"))
    return _drawing(height, f"{metric}@k", *drawn)


def cost_plot(points: Sequence[PlotPoint], metric: str, unit: str) -> Markup:
    """A dot per run: its cost to the right, its mean with the interval upwards."""
    height = 300
    dearest = max(point.cost for point in points)
    across = _Axis(0.0, dearest * 1.1 or 1.0, 56, WIDTH - 20)
    up = _Axis(0.0, _ceiling([point.estimate for point in points]), height - _BOTTOM, _TOP)
    drawn: list[Child] = [_grid(across, up), _title(unit, across, height)]
    drawn += [
        tag(
            "text", f"{tick:g}", x=across(tick), y=height - _BOTTOM + 16, text_anchor="middle", class_="faint"
        )
        for tick in across.ticks
    ]
    for place, point in enumerate(points):
        e, x, colour = point.estimate, across(point.cost), COLOURS[place % len(COLOURS)]
        if e.mean is None or e.low is None or e.high is None:
            continue
        said = f"{point.name}: {metric} {number(e.mean)} at {point.cost:.3g} {unit}"
        drawn.append(
            tag(
                "g",
                tag("title", said),
                tag(
                    "line",
                    x1=x,
                    x2=x,
                    y1=up(e.low),
                    y2=up(e.high),
                    stroke=colour,
                    stroke_width=2,
                    opacity=0.5,
                ),
                tag("circle", cx=x, cy=up(e.mean), r=6, fill=colour),
                _beside(point.name, x, up(e.mean), colour),
            )
        )
    return _drawing(height, f"{metric} against cost", *drawn)


def _beside(name: str, x: float, y: float, colour: str) -> Markup:
    """A name on the side of a dot where there is more room."""
    left = x > WIDTH / 2
    anchor, place = ("end", x - 10) if left else ("start", x + 10)
    return tag("text", name, x=place, y=y + 4, text_anchor=anchor, fill=colour, class_="name")


def _ceiling(estimates: Sequence[Estimate]) -> float:
    """1 for shares, else the next round number: a judge's scale may end at 5."""
    highest = max((e.high for e in estimates if e.high is not None), default=1.0)
    return 1.0 if highest <= 1.0 else float(-floor(-highest))


def _scale(across: _Axis, bottom: float, metric: str) -> Markup:
    """Vertical grid lines with their values below."""
    lines = [
        join(
            tag("line", x1=across(tick), x2=across(tick), y1=_TOP, y2=bottom, class_="grid"),
            tag("text", f"{tick:g}", x=across(tick), y=bottom + 16, text_anchor="middle", class_="faint"),
        )
        for tick in across.ticks
    ]
    heads = join(
        tag("text", metric, x=WIDTH - 4, y=_TOP + 4, text_anchor="end", class_="faint"),
        tag("text", "n", x=_LEFT - 14, y=_TOP + 4, text_anchor="end", class_="faint"),
    )
    return join(*lines, heads)


def _grid(across: _Axis, up: _Axis) -> Markup:
    """Horizontal grid lines with their values to the left."""
    return join(
        *(
            join(
                tag("line", x1=across.start, x2=across.end, y1=up(tick), y2=up(tick), class_="grid"),
                tag(
                    "text", f"{tick:g}", x=across.start - 8, y=up(tick) + 4, text_anchor="end", class_="faint"
                ),
            )
            for tick in up.ticks
        )
    )


def _title(text: str, across: _Axis, height: float) -> Markup:
    return tag(
        "text", text, x=(across.start + across.end) / 2, y=height - 2, text_anchor="middle", class_="faint"
    )


def _label(text: str, x: float, y: float) -> Markup:
    return tag("text", text, x=x, y=y + 4, text_anchor="end")


def _spread(heights: Sequence[float], apart: float) -> list[float]:
    """`heights`, moved down as little as keeps labels `apart` pixels from each other."""
    placed = list(heights)
    lowest = float("-inf")
    for at in sorted(range(len(placed)), key=lambda i: (placed[i], i)):
        placed[at] = lowest = max(placed[at], lowest + apart)
    return placed


def _drawing(height: float, said: str, *children: Child) -> Markup:
    return tag("svg", *children, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=said)
