"""Which series is drawn as a question describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...chart.legend.styles import Style
from ...chart.types import Chart
from ...question.operations import StyleFilter
from ...raster.colour_names import fits
from .facts import ChartFact

_NEAR_MARKERS = [
    {"triangle", "triangle down", "triangle left", "triangle right"},
    {"square", "diamond"},
    {"circle", "hexagon", "pentagon"},
    {"cross", "plus", "star"},
    {"star", "pentagon"},
]


def looked_like(chart: Chart, look: StyleFilter) -> dict[str, float]:
    """A distribution over the named series; empty when the description says nothing that series differ in."""
    return _weighed({s.name: s.style for s in chart.series if s.name}, look)


def marks_like(facts: Sequence[ChartFact], key: str, look: StyleFilter) -> dict[str, float]:
    """The same over places or labels by the colour of their marks, for charts that name no series."""
    styles: dict[str, Style] = {}
    for fact in facts:
        if fact.name(key) and fact.style is not None:
            styles.setdefault(fact.name(key), fact.style)
    if len({s.colour for s in styles.values()}) < 2:
        return {}
    return _weighed(styles, look)


def _weighed(styles: Mapping[str, Style], look: StyleFilter) -> dict[str, float]:
    if not styles or not (look.colours or look.markers or look.dashes):
        return {}
    weights = {name: _weight(style, look) for name, style in styles.items()}
    total = sum(weights.values())
    if total < 1e-4:
        return {}
    return {name: weight / total for name, weight in weights.items()}


def _weight(style: Style, look: StyleFilter) -> float:
    weight = 1.0
    for colour in look.colours[:1]:
        weight *= fits(colour, style.colour) ** 2
    for marker in look.markers[:1]:
        weight *= _marker_weight(style, marker)
    for dash in look.dashes[:1]:
        weight *= _dash_weight(style, dash)
    return weight


def _marker_weight(style: Style, marker: str) -> float:
    if style.marker == marker or style.marker.split(" ")[0] == marker:
        return 1.0
    return 0.4 if any(marker in group and style.marker in group for group in _NEAR_MARKERS) else 0.1


def _dash_weight(style: Style, dash: str) -> float:
    if dash == "hatched":
        return 1.0 if style.hatched else 0.1
    if style.dash == dash:
        return 1.0
    broken = {"dashed", "dotted", "dashdot"}
    return 0.5 if dash in broken and style.dash in broken else 0.1
