"""A chart as a list of facts: this series has this value at this place in this panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ....papers.types import BBox
from ...chart.legend.styles import Style
from ...chart.types import Chart

# The ways in which a fact can be named, and so the kinds of name that may answer a question.
KEYS = ("series", "label", "place", "panel")
SAMPLES = 40  # of a curve
ENDS = 0.02  # share of the area's width by which a curve may seem to end too early


@dataclass(frozen=True, slots=True)
class ChartFact:
    """A mark under its names ("" where it has none). `at` is the index of its place, for order along the axis."""

    series: str
    label: str
    place: str
    panel: str
    at: int
    x: float | None
    y: float | None
    size: float
    printed: bool
    box: BBox
    style: Style | None = None

    def name(self, key: str) -> str:
        """The fact's name of one of the KEYS."""
        return str(getattr(self, key))


def facts_of(chart: Chart) -> list[ChartFact]:
    """One fact per mark, in the chart's order."""
    facts = []
    for mark in chart.marks:
        panel = chart.panels[mark.panel]
        places = panel.rows if panel.level else panel.columns
        place = places[mark.place].text if 0 <= mark.place < len(places) else ""
        series = chart.series[mark.series].name if mark.series >= 0 else ""
        facts.append(
            ChartFact(
                series,
                mark.label,
                place,
                panel.title,
                mark.place,
                mark.x,
                mark.y,
                mark.size,
                mark.printed,
                mark.box,
                chart.series[mark.series].style if mark.series >= 0 else None,
            )
        )
    return facts


def profiles_of(chart: Chart) -> dict[str, list[float]]:
    """Heights of each named curve at SAMPLES evenly spaced points between its ends; several panels' one after the other."""
    profiles: dict[str, list[float]] = {}
    for curve in chart.curves:
        name = chart.series[curve.series].name
        if name:
            xs, ys = np.array(curve.points).T
            order = np.argsort(xs, kind="stable")
            at = np.linspace(xs.min(), xs.max(), SAMPLES)
            profiles.setdefault(name, []).extend(np.interp(at, xs[order], ys[order]).tolist())
    return profiles


def curve_facts(chart: Chart, x: float) -> list[ChartFact]:
    """Facts read off the curves at a value of a numeric x axis; none from curves that do not reach it."""
    facts = []
    for curve in chart.curves:
        panel = chart.panels[curve.panel]
        xs, ys = np.array(curve.points).T
        if panel.x is None or panel.y is None:
            continue
        at = panel.x.pixel(x)
        slack = ENDS * panel.area.width
        if not panel.x.pixel(xs.min()) - slack <= at <= panel.x.pixel(xs.max()) + slack:
            continue
        order = np.argsort(xs, kind="stable")
        y = float(np.interp(x, xs[order], ys[order]))
        height = panel.y.pixel(y)
        box = BBox(at - 4, height - 4, at + 4, height + 4)
        facts.append(
            ChartFact(chart.series[curve.series].name, "", "", panel.title, 0, x, y, 0.0, False, box)
        )
    return facts


def names_of(chart: Chart, facts: Sequence[ChartFact], key: str) -> list[str]:
    """Distinct names of one key, in drawing order: legend order, left to right, top to bottom."""
    if key == "series":
        pool: Iterable[str] = [s.name for s in chart.series]
    elif key == "place":
        pool = [c.text for p in chart.panels for c in (p.rows if p.level else p.columns)]
    elif key == "panel":
        pool = [p.title for p in chart.panels]
    else:
        pool = [f.label for f in facts]
    return list(dict.fromkeys(name for name in pool if name))
