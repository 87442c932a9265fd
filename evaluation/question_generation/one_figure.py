"""Questions about one figure or table, answered by a value or a name in it, in the manner of SPIQA."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise

from ...figures.types import Fact, FigureData
from ...papers.types import BBox, Figure
from .types import FigureQuestion
from .views import (
    NameView,
    build_views,
    find_predicates,
    innermost,
    is_apart,
    is_label,
    rank_entries,
    to_page,
)
from .visual import is_askable, names_printed_once

PLACE_OPERATIONS = frozenset({"max place", "min place"})  # whose answer is a number of the axis
_TICK_NUMBER = re.compile(r"\d+(?:[.,]\d+)*%?")
_FEWEST_SERIES, _FEWEST_PLACES = 2, 4

TickQuestion = tuple[str, str, str, list[BBox | None]]
"""Operation, question, answer, boxes in pixels."""


def ask_at_ticks(
    data: FigureData, view: NameView, names: Mapping[int, str], label: str
) -> Iterator[TickQuestion]:
    """Questions about a chart by its series, whose `names` are printed once in the figure `label`.

    Only numbers that are printed once are asked about, and only where every series has a value; values that are nearer to each
    other than their measurement allows decide nothing.
    """
    places = innermost(data.columns)
    if places is None or data.kind == "table":
        return
    counts = Counter(name.text for name in places.names)
    ticks = {
        n: name.text
        for n, name in enumerate(places.names)
        if counts[name.text] == 1 and _TICK_NUMBER.fullmatch(name.text)
    }
    at = "at {} on the horizontal axis" if data.kind == "line" else "for {}"
    for place, tick in ticks.items():
        ranked = _ranked((n, view.facts.get((n, place))) for n in range(data.rows.count))
        if len(ranked) < max(_FEWEST_SERIES, data.rows.count):
            continue
        for operation, word, order in _orders(ranked):
            series, fact = order[0]
            if series in names and is_apart(order, 0):
                question = f"Which series has the {word} value {at.format(tick)} in {label}?"
                yield operation, question, names[series], [view.boxes.get(series), fact.box]
    if data.kind != "line":
        return
    for series, name in names.items():
        ranked = _ranked((n, view.facts.get((series, n))) for n in range(data.columns.count))
        if len(ranked) < max(_FEWEST_PLACES, data.columns.count):
            continue
        for operation, word, order in _orders(ranked):
            place, fact = order[0]
            if place in ticks and is_apart(order, 0) and _is_extreme(data, series, fact, word):
                question = (
                    f"At which number on the horizontal axis does {name} have its {word} value in {label}?"
                )
                yield f"{operation} place", question, ticks[place], [view.boxes.get(series), fact.box]


def _orders(ranked: list[tuple[int, Fact]]) -> Iterator[tuple[str, str, list[tuple[int, Fact]]]]:
    """The operation, its adjective, and the entries with the first one in front."""
    yield "max", "highest", ranked[::-1]
    yield "min", "lowest", ranked


def _is_extreme(data: FigureData, series: int, fact: Fact, word: str) -> bool:
    """True if the line of the series is nowhere higher or lower than at this value, as it may be between two numbers."""
    value, step = fact.numbers[0].value, fact.numbers[0].step
    heights = [y for curve in data.curves if curve.row == series for _, y in curve.points]
    return all(y <= value + step if word == "highest" else y >= value - step for y in heights)


def _ranked(facts: Iterator[tuple[int, Fact | None]]) -> list[tuple[int, Fact]]:
    """Entries with one number each, lowest first."""
    found = [(entry, fact) for entry, fact in facts if fact is not None and len(fact.numbers) == 1]
    return sorted(found, key=lambda item: (item[1].numbers[0].value, item[0]))


_CELL = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?%?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FEWEST_LETTERS = 2  # of a name, on end
_WORD = re.compile(rf"[^\W\d_]{{{_FEWEST_LETTERS},}}")
_COMPARED = {"max", "min", "rank", "change"}

Asked = tuple[str, str, str, list[BBox | None]]
"""Operation, question, answer, boxes in pixels."""


def ask_about_one_figure(figure: Figure, data: FigureData, scale: float) -> list[FigureQuestion]:
    """The questions about `figure` that its data answer. `scale` is pixels per point of its image."""
    if not is_askable(data):
        return []
    asked: list[Asked] = []
    for view, side in zip(build_views(data), _sides(data), strict=True):
        names = {e: name.text for e, name in names_printed_once(figure, data, view).items()}
        clear = {entry: text for entry, text in names.items() if is_label(text) and _WORD.search(text)}
        asked += _names(figure, data, view, side, clear)
        if side == "series":
            asked += ask_at_ticks(data, view, clear, figure.label)
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
    """Differences between two entries that follow each other by value."""
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
    """The difference of two printed decimal numbers, exact; "" where there is none to be computed."""
    if not (lower.printed and higher.printed):
        return ""
    if not (_NUMBER.fullmatch(lower.text) and _NUMBER.fullmatch(higher.text)):
        return ""
    gap = Decimal(higher.text) - Decimal(lower.text)
    return str(gap) if gap > 0 else ""
