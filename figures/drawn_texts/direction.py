"""The direction in which a drawing is to be read: along its arrows, from inputs to outputs, or along a row of texts."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ...papers.types import BBox
from ..label_match import tokens
from ..types import FigureData
from .read import DrawnText, is_words

OPPOSITE = {"above": "below", "below": "above", "left": "right", "right": "left"}
ALIGNED = 0.35  # letter heights between the middles or sides of texts under one another
_INPUTS = frozenset(
    "input inputs embedding embeddings word words token tokens character characters query document raw".split()
)
_OUTPUTS = frozenset(
    "output outputs prediction predictions softmax result results score scores classifier label loss".split()
)


def find_flow(texts: Sequence[DrawnText], data: FigureData | None) -> str:
    """The side to which most arrows lead, or else that of the outputs as seen from the inputs; "" where neither is there."""
    boxes: Sequence[BBox | None] = data.rows.attributes[0].boxes if data and data.rows.attributes else ()
    dx = dy = 0.0
    for edge in data.edges if data and data.kind == "diagram" else ():
        start, end = boxes[edge.source], boxes[edge.target]
        if edge.kind == "arrow" and start is not None and end is not None:
            x, y = (end.x0 + end.x1 - start.x0 - start.x1) / 2, (end.y0 + end.y1 - start.y0 - start.y1) / 2
            dx, dy = (dx + (x > 0) - (x < 0), dy) if abs(x) > abs(y) else (dx, dy + (y > 0) - (y < 0))
    if not dx and not dy:
        inputs = [text for text in texts if _INPUTS & set(tokens(text.text))]
        outputs = [text for text in texts if _OUTPUTS & set(tokens(text.text))]
        if not inputs or not outputs:
            return ""
        dx = fmean(text.cx for text in outputs) - fmean(text.cx for text in inputs)
        dy = fmean(text.cy for text in outputs) - fmean(text.cy for text in inputs)
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "below" if dy > 0 else "above"


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
