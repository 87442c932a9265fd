"""The texts of a drawing by their places: those of one node joined, and the side to which a diagram flows."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ...papers.types import BBox
from ..label_match import tokens
from ..types import FigureData
from .texts import DrawnText

_INPUTS = frozenset(
    "input inputs embedding embeddings word words token tokens character characters query document raw".split()
)
_OUTPUTS = frozenset(
    "output outputs prediction predictions softmax result results score scores classifier label loss".split()
)


def join_nodes(texts: Sequence[DrawnText], data: FigureData | None) -> list[DrawnText]:
    """The texts with those in the box of one node of a diagram joined to its name."""
    joined = list(texts)
    attributes = data.rows.attributes if data is not None and data.kind == "diagram" else ()
    for name, box in zip(attributes[0].names, attributes[0].boxes, strict=True) if attributes else ():
        inside = [t for t in joined if box and box.x0 <= t.cx <= box.x1 and box.y0 <= t.cy <= box.y1]
        if box is not None and len(inside) > 1:
            joined = [text for text in joined if text not in inside] + [DrawnText(name.text, box)]
    return sorted(joined, key=lambda text: (text.box.y0, text.box.x0, text.text))


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
