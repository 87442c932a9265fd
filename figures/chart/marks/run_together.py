"""Names of bars that OCR ran together ("red blue" under two bars), parted where bars lack a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ....papers.types import BBox
from ..axes.categories import Category
from ..axes.plot_area import PlotArea
from ..types import Mark
from .mark_context import nearest


def part_names(panel: PlotArea, marks: Sequence[Mark]) -> tuple[PlotArea, list[Mark]]:
    """The area with each name of as many words as there are bars over it parted, and the bars at the parts; both unchanged where
    every upright bar has a name."""
    bars = [mark for mark in marks if mark.size > 0]
    if panel.level or all(bar.place >= 0 for bar in bars):
        return panel, list(marks)
    middles = sorted({_middle(bar) for bar in bars})
    columns = tuple(part for name in panel.columns for part in _parts(name, middles))
    if len(columns) == len(panel.columns):
        return panel, list(marks)
    placed = [replace(m, place=nearest(columns, _middle(m))) if m.size > 0 else m for m in marks]
    return replace(panel, columns=columns), placed


def _middle(mark: Mark) -> float:
    return (mark.box.x0 + mark.box.x1) / 2


def _parts(name: Category, middles: Sequence[float]) -> list[Category]:
    """The words of a name, each at the bar over it; the name itself where their numbers differ."""
    words, over = name.text.split(), [at for at in middles if name.box.x0 <= at <= name.box.x1]
    if len(words) < 2 or len(words) != len(over):
        return [name]
    borders = [name.box.x0, *((a + b) / 2 for a, b in pairwise(over)), name.box.x1]
    return [
        Category(word, at, BBox(left, name.box.y0, right, name.box.y1))
        for word, at, (left, right) in zip(words, over, pairwise(borders), strict=True)
    ]
