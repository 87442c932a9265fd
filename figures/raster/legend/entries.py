"""Build legend entries: a swatch with its style, and the lines of text that belong to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ....papers.types import BBox
from ...chart.style import Style
from ...shapes.cielab import Floats
from ...shapes.label import Label
from ..canvas import Canvas, most_common, window
from .styles import read_style


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A legend entry: its name, the style of its series, and the boxes of swatch and text."""

    name: str
    style: Style
    swatch: BBox
    text: BBox


def with_lines_joined(
    found: Sequence[tuple[Label, BBox]], texts: Sequence[Label], canvas: Canvas
) -> list[LegendEntry]:
    """Return one entry per swatch.

    The text of an entry has several lines if texts share a swatch, or if a text without a swatch continues on
    the next line.
    """
    swatches: list[tuple[BBox, list[Label]]] = []
    for phrase, box in found:
        for other, lines in swatches:
            if other.intersection_area(box) > 0.5 * min(other.width * other.height, box.width * box.height):
                lines.append(phrase)
                break
        else:
            swatches.append((box, [phrase]))
    taken = {id(p) for _, lines in swatches for p in lines}
    pitch = _pitch([box for box, _ in swatches])
    for _, lines in swatches:
        _take_continuations(lines, [p for p in texts if id(p) not in taken], pitch)
        taken.update(id(p) for p in lines)
    return [_entry(box, lines, canvas) for box, lines in swatches]


def _pitch(boxes: Sequence[BBox]) -> float:
    """Return the smallest distance between swatches in one column; infinity without two such swatches."""
    steps = [
        abs(a.y0 + a.y1 - b.y0 - b.y1) / 2
        for a, b in combinations(boxes, 2)
        if abs(a.x0 - b.x0) < 3 and abs(a.y0 - b.y0) > 3
    ]
    return min(steps, default=float("inf"))


def _take_continuations(lines: list[Label], free: Sequence[Label], pitch: float) -> None:
    for phrase in sorted(free, key=lambda p: p.box.y0):
        last = max(lines, key=lambda p: p.box.y1)
        gap = phrase.box.y0 - last.box.y1
        if abs(phrase.box.x0 - last.box.x0) <= 0.3 * last.em and -0.2 * last.em < gap < 0.6 * last.em < pitch:
            lines.append(phrase)


def _entry(swatch: BBox, lines: Sequence[Label], canvas: Canvas) -> LegendEntry:
    ordered = sorted(lines, key=lambda p: (p.box.y0, p.box.x0))
    text = ordered[0].box
    for line in ordered[1:]:
        text = text.union(line.box)
    rows, columns = window(swatch, canvas)
    style = read_style(canvas.lab[rows, columns], _surroundings(canvas, swatch), ordered[0].em)
    return LegendEntry(" ".join(p.text for p in ordered), style, swatch, text)


def _surroundings(canvas: Canvas, box: BBox) -> Floats:
    grown = BBox(box.x0 - 4, box.y0 - 4, box.x1 + 4, box.y1 + 4)
    rows, columns = window(grown, canvas)
    region = canvas.lab[rows, columns]
    rim = np.concatenate([region[:3].reshape(-1, 3), region[-3:].reshape(-1, 3)])
    return most_common(rim)
