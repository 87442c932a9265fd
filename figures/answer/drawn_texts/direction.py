"""The direction in which a drawing is to be read: along its arrows, from inputs to outputs, or along a row of texts."""

from __future__ import annotations

from collections.abc import Sequence

from ...statements.texts import DrawnText, is_words

OPPOSITE = {"above": "below", "below": "above", "left": "right", "right": "left"}
ALIGNED = 0.35  # letter heights between the middles or sides of texts under one another


def find_row(names: Sequence[DrawnText], origin: int) -> str:
    """ "right" for a text in a row of others that are in line with it, and with none over or under it; "" for others."""
    start = names[origin]
    others = [text for i, text in enumerate(names) if i != origin and is_words(text.text)]
    near = ALIGNED * start.box.height
    row = sum(abs(text.cy - start.cy) <= near for text in others)
    column = sum(min(abs(text.cx - start.cx), abs(text.box.x0 - start.box.x0)) <= near for text in others)
    return "right" if row > 1 and not column else ""


def distance_towards(text: DrawnText, side: str) -> float:
    """Distance of the middle of a text towards a side."""
    return {"above": -text.cy, "below": text.cy, "left": -text.cx, "right": text.cx}[side]
