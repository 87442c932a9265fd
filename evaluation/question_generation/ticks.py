"""Questions about charts at the numbers of an axis: the first series at a number, and the number at which a series is first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ...figures.types import Fact, FigureData
from ...papers.types import BBox
from .predicates import is_apart
from .views import NameView, innermost

PLACE_OPERATIONS = frozenset({"max place", "min place"})  # whose answer is a number of the axis
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*%?")
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
        if counts[name.text] == 1 and _NUMBER.fullmatch(name.text)
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
