"""Descriptions of style: colors, markers, dashes, bold."""

from __future__ import annotations

from collections.abc import Iterable

from citehop.figures.operations import Operation, StyleFilter

from ..vocabulary import COLORS, DASHES, DRAWN, MARKERS, PRINT, SHADES
from .patterns import any_of, pattern

_SHADED = rf"(?:(?:{any_of(SHADES)})[\s-])?(?:{any_of(COLORS)})(?:ish)?"
_COLOR = pattern(rf"(?<![\w-])(?P<colour>{_SHADED})(?![\w]|-(?!col))")
_DASH = pattern(rf"(?<![\w-])(?P<dash>{any_of(DASHES)})\b")
_MARKER = pattern(rf"(?<![\w-])(?P<marker>{any_of(MARKERS)})(?:-shaped)?\b")
_PRINT = pattern(rf"(?<![\w-])(?P<print>{any_of(PRINT)})\b")
_DRAWN = pattern(
    rf"\b(?:{any_of(DRAWN)}|represented|denoted|marked|drawn|plotted|shaded|shown|depicted|indicated|demonstrated|highlighted|filled)\b"
)
_SHAPED = pattern(
    r"\b(?:marker|markers|symbol|symbols|shape|shapes|marked|points?|shaped|icon|line|lines|represented|denoted|depicts?|depicted|stands?\sfor|belongs?|corresponds?)\b"
)


def find_styles(text: str) -> Iterable[Operation]:
    """Find all descriptions of style, if the text is about drawn things. Yields at most one filter that combines
    them."""
    drawn = _DRAWN.search(text)
    colors = [m for m in _COLOR.finditer(text) if m.group().islower()] if drawn else []
    dashes = list(_DASH.finditer(text)) if drawn else []
    markers = list(_MARKER.finditer(text)) if _SHAPED.search(text) else []
    prints = list(_PRINT.finditer(text))
    found = colors + dashes + markers + prints
    if not found:
        return
    span = min(m.start() for m in found), max(m.end() for m in found)
    yield StyleFilter(
        tuple(dict.fromkeys(m["colour"].lower().replace("-", " ").replace("grey", "gray") for m in colors)),
        tuple(dict.fromkeys(MARKERS[m["marker"].lower()] for m in markers)),
        tuple(dict.fromkeys(DASHES[m["dash"].lower()] for m in dashes)),
        tuple(dict.fromkeys(PRINT[m["print"].lower()] for m in prints)),
        span if span[1] - span[0] < 40 else found[0].span(),
    )
