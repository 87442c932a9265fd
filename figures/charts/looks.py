"""Which series is drawn as a question describes it."""

from __future__ import annotations

from ..question import Look
from .colours import fits
from .styles import Style
from .types import Chart

_NEAR_MARKERS = [
    {"triangle", "triangle down", "triangle left", "triangle right"},
    {"square", "diamond"},
    {"circle", "hexagon", "pentagon"},
    {"cross", "plus", "star"},
    {"star", "pentagon"},
]


def looked_like(chart: Chart, look: Look) -> dict[str, float]:
    """A distribution over the named series; empty when the description says nothing that series differ in."""
    named = [s for s in chart.series if s.name]
    if not named or not (look.colours or look.markers or look.dashes):
        return {}
    weights = {s.name: _weight(s.style, look) for s in named}
    total = sum(weights.values())
    if total < 1e-4:
        return {}
    return {name: weight / total for name, weight in weights.items()}


def _weight(style: Style, look: Look) -> float:
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
