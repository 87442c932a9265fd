"""Styles in words: "dashed blue line with circles"."""

from __future__ import annotations

from collections.abc import Iterator

from ..raster.colour_names import COMMON, fits
from ..types import Appearance, FigureData
from .series import name_series
from .types import FigureStatement

_NOUNS = {
    "line": "line",
    "bar": "bar",
    "pie": "slice",
    "scatter": "point",
    "box": "box",
    "radar": "line",
    "diagram": "box",
}


def describe_style(look: Appearance, noun: str) -> str:
    """A style in words, in front of the noun for the mark; "" for one without attributes."""
    lab = look.colour
    colour = max(COMMON, key=lambda name: fits(name, lab)) if lab else ""
    words = " ".join(filter(None, (look.dash, "hatched" if look.hatched else "", colour)))
    marker = f"{'hollow ' if look.hollow else ''}{look.marker}s" if look.marker else ""
    if not words and not marker:
        return ""
    return f"{words} {noun}".strip() + (f" with {marker}" if marker else "")


def state_styles(data: FigureData) -> Iterator[FigureStatement]:
    """The style of each named series, slice or box."""
    noun, names = _NOUNS.get(data.kind, "mark"), name_series(data)
    for row, (name, look) in enumerate(zip(names, data.rows.appearances, strict=False)):
        style = describe_style(look, noun) if look else ""
        if name and style:
            boxes = tuple(fact.box for fact in data.facts if fact.row == row and fact.box)[:1]
            yield FigureStatement(
                f"{name} is the {style}.", "style", style, name, boxes, ("style", "meaning")
            )
