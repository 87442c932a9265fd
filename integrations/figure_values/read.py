"""Read the values of a paper's tables and charts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...agent.session import Session
from ...figures.types import Entries, Fact
from ...papers.types import Figure
from .types import FigureValue, FigureValues

_COUNT = re.compile(r"[\d=]")  # "n=111" in a heading is no unit


def list_values(session: Session, paper_id: str) -> Iterator[FigureValues]:
    """Yield the values of each figure and table of a paper, in order. Drawings and unreadable tables are left out."""
    for figure in session.cluster.paper(paper_id).figures:
        if values := read_values(session, paper_id, figure):
            yield values


def read_values(session: Session, paper_id: str, figure: Figure) -> FigureValues | None:
    """Return the values of one figure; None if it has no values or cannot be read."""
    data = session.figure_data(paper_id, figure)
    if data is None or not data.facts or not data.scaled:
        return None
    rows, columns = _name_entries(data.rows), _name_entries(data.columns)
    values = tuple(_build_value(fact, rows, columns) for fact in data.facts)
    kind = figure.kind if figure.kind == "table" else data.kind
    return FigureValues(paper_id, figure.id, figure.label, figure.caption, figure.page, kind, values)


def _build_value(fact: Fact, rows: list[str], columns: list[str]) -> FigureValue:
    value, *others = (number.value * fact.factor for number in fact.numbers) if fact.numbers else (None,)
    low, high = others[:2] if value is not None and _is_interval(value, others) else (None, None)
    error = fact.spread
    if error is None and not fact.printed and fact.numbers:
        error = fact.numbers[0].step * fact.factor
    return FigureValue(
        rows[fact.row], columns[fact.column], value, error, low, high, _find_unit(fact), fact.text
    )


def _is_interval(value: float, others: list[float]) -> bool:
    return len(others) >= 2 and others[0] <= value <= others[1]


def _find_unit(fact: Fact) -> str:
    """Return the unit of the main number.

    A percent sign in a heading such as "No. (%)" belongs to a number in brackets after the main number.
    """
    if fact.numbers and fact.numbers[0].percent:
        return "%"
    if _COUNT.search(fact.unit) or (fact.unit == "%" and len(fact.numbers) > 1):
        return ""
    return fact.unit


def _name_entries(entries: Entries) -> list[str]:
    """Return the name of each entry: its texts from the outermost heading to the entry itself, each once, joined by "
    > ".
    """
    levels = sorted(entries.attributes, key=lambda attribute: -attribute.depth)
    return [
        " > ".join(dict.fromkeys(level.names[place].text for level in levels if level.names[place].text))
        for place in range(entries.count)
    ]
