"""Questions about one figure or table, answered by a value or a name in it, like those of SPIQA."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from ...figures.types import Fact, FigureData
from ...papers.types import BBox, Figure
from .types import FigureQuestion
from .views import (
    NameView,
    build_views,
    find_predicates,
    is_label,
    rank_entries,
    to_page,
)
from .visual import is_askable, names_printed_once

_CELL = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?%?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FEWEST_LETTERS = 2  # fewest consecutive letters in a name
_WORD = re.compile(rf"[^\W\d_]{{{_FEWEST_LETTERS},}}")
_COMPARED = {"max", "min", "rank", "change"}

Asked = tuple[str, str, str, list[BBox | None]]
"""Operation, question, answer, boxes in pixels."""


def ask_about_one_figure(figure: Figure, data: FigureData, scale: float) -> list[FigureQuestion]:
    """Return the questions about `figure` that its data answer. `scale` is the number of pixels per point of its
    image.
    """
    if not is_askable(data):
        return []
    asked: list[Asked] = []
    for view, side in zip(build_views(data), _sides(data), strict=True):
        names = {e: name.text for e, name in names_printed_once(figure, data, view).items()}
        clear = {entry: text for entry, text in names.items() if is_label(text) and _WORD.search(text)}
        asked += _names(figure, data, view, side, clear)
        if side == "row":
            asked += _cells(figure, view, clear)
            asked += _gaps(figure, view, clear)
    return [
        FigureQuestion(
            question,
            answer,
            operation,
            data.kind,
            tuple(to_page(box, figure.bbox, scale) for box in boxes if box),
        )
        for operation, question, answer, boxes in asked
    ]


def _sides(data: FigureData) -> tuple[str, str]:
    return ("row", "column") if data.kind == "table" else ("series", "category")


def _names(
    figure: Figure, data: FigureData, view: NameView, side: str, names: dict[int, str]
) -> Iterator[Asked]:
    noun = view.noun if view.noun != "entry" else side
    for operation, entry, clause, facts in find_predicates(view, data.facts, data.kind == "table"):
        if entry in names and (operation in _COMPARED or side == "row"):
            boxes = [view.boxes.get(entry), *(fact.box for fact in facts)]
            yield operation, f"Which {noun} {clause} in {figure.label}?", names[entry], boxes


def _cells(figure: Figure, view: NameView, names: dict[int, str]) -> Iterator[Asked]:
    for (entry, column), fact in view.facts.items():
        label = view.labels.get(column)
        if entry in names and label and fact.printed and _CELL.fullmatch(fact.text):
            question = f"What is the value of {label} for {names[entry]} in {figure.label}?"
            yield "cell", question, fact.text, [view.boxes.get(entry), fact.box]


def _gaps(figure: Figure, view: NameView, names: dict[int, str]) -> Iterator[Asked]:
    """Yield questions about the difference between two entries that are neighbors when ordered by value."""
    for column, label in view.labels.items():
        for (lower, first), (higher, second) in pairwise(rank_entries(view, column)):
            gap = _difference(first, second)
            if lower in names and higher in names and gap:
                question = (
                    f"In {figure.label}, by how much does the value of {label} for {names[higher]} exceed "
                    f"that for {names[lower]}?"
                )
                boxes = [view.boxes.get(higher), second.box, view.boxes.get(lower), first.box]
                yield "difference", question, gap, boxes


def _difference(lower: Fact, higher: Fact) -> str:
    """Return the exact difference of two printed decimal numbers; "" if it is not positive or a text is no plain
    number.
    """
    if not (lower.printed and higher.printed):
        return ""
    if not (_NUMBER.fullmatch(lower.text) and _NUMBER.fullmatch(higher.text)):
        return ""
    gap = Decimal(higher.text) - Decimal(lower.text)
    return str(gap) if gap > 0 else ""
