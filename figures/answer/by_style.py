"""Select items by style: color, marker, dashes, or print such as bold."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import reduce

from ..operations import StyleFilter
from ..primitives import Lab
from ..raster.color_names import fits
from ..types import Appearance
from .scope import Scope

_NEAR_MARKERS = [
    {"triangle", "triangle down", "triangle left", "triangle right"},
    {"square", "diamond"},
    {"circle", "hexagon", "pentagon"},
    {"cross", "plus", "star"},
    {"star", "pentagon"},
]

ACHROMATIC = 5.0  # chroma below which a color is black, gray or white
BLACK, WHITE = 15.0, 98.0  # lightness; darker than BLACK is ink, lighter than WHITE is paper
_NOT = re.compile(r"\b(?:not|n't)\s(?:\w+\s)?$")
_GRAYS = {"black", "white", "gray", "grey", "silver", "beige", "golden"}
_BASIC = (
    "red",
    "green",
    "blue",
    "yellow",
    "orange",
    "purple",
    "pink",
    "brown",
    "cyan",
    "gray",
    "black",
    "white",
)


def styled(scope: Scope, operation: StyleFilter) -> list[float] | None:
    """Return a weight for each item: how well its style fits the description.

    None if the description concerns nothing in which the items differ.
    """
    if "shaded" in operation.prints and scope.data.kind == "diagram":
        filled = [_is_filled(look) for look in scope.view.items.appearances]
        return list(map(float, filled)) if any(filled) and not all(filled) else None
    if operation.prints:
        weights = scope.field_weights(operation.about)
        wanted = set(operation.prints)
        return [
            sum(
                weight
                for weight, fact in zip(weights, row, strict=True)
                if fact and fact.appearance and wanted <= set(fact.appearance.prints)
            )
            for row in scope.view.grid
        ]
    if scope.data.kind == "table" or not (operation.colors or operation.markers or operation.dashes):
        return None
    looks = [_appearance(scope, item) for item in range(scope.view.items.count)]
    result = [_fit(look, operation) if look and look.color else 0.0 for look in looks]
    if max(result, default=0.0) < 1e-4 or not _differ(looks):
        return [0.0] * len(result)
    before = scope.question.wording[max(0, operation.span[0] - 12) : operation.span[0]]
    return [max(result) - fit for fit in result] if _NOT.search(before) else result


def _is_filled(look: Appearance | None) -> bool:
    """True for a node whose fill is neither white nor black (black means the text of a node without a box)."""
    if look is None or look.color is None:
        return False
    lightness, *hue = look.color
    return math.hypot(*hue) >= ACHROMATIC or BLACK < lightness < WHITE


def _appearance(scope: Scope, item: int) -> Appearance | None:
    """Return the style of an item, or the style of its marks if all of them share one; otherwise None."""
    own = scope.view.items.appearances
    if own:
        return own[item]
    facts = [fact for fact in scope.view.grid[item] if fact and fact.appearance]
    looks = {fact.appearance for fact in facts}
    return facts[0].appearance if len(looks) == 1 else None


def _differ(looks: Sequence[Appearance | None]) -> bool:
    return len({look for look in looks if look}) > 1


def _fit(look: Appearance, operation: StyleFilter) -> float:
    factors = [_color_fit(color, look.color) for color in operation.colors[:1] if look.color]
    factors += [_marker_fit(look, marker) for marker in operation.markers[:1]]
    factors += [_dash_fit(look, dash) for dash in operation.dashes[:1]]
    return reduce(lambda one, other: one * other, factors, 1.0)


def _color_fit(word: str, color: Lab) -> float:
    """Return how well a color word fits a color, 0..1.

    The fit is lower if another basic color word fits better, and if a gray color is called by the name of a hue.
    """
    fit = fits(word, color)
    best = max(fits(basic, color) for basic in _BASIC)
    gray = math.hypot(color[1], color[2]) < ACHROMATIC and word.split()[-1] not in _GRAYS
    return fit**2 * min(1.0, fit / max(best, 1e-9)) ** 2 * (0.1 if gray else 1.0)


def _marker_fit(look: Appearance, marker: str) -> float:
    if look.marker == marker or look.marker.split(" ")[0] == marker:
        return 1.0
    return 0.4 if any(marker in group and look.marker in group for group in _NEAR_MARKERS) else 0.1


def _dash_fit(look: Appearance, dash: str) -> float:
    if dash == "hatched":
        return 1.0 if look.hatched else 0.1
    if look.dash == dash:
        return 1.0
    broken = {"dashed", "dotted", "dashdot"}
    return 0.5 if dash in broken and look.dash in broken else 0.1
