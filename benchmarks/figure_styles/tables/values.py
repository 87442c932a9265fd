"""Questions about the numbers of a table: values, extremes, ranks, thresholds, gaps."""

from __future__ import annotations

from random import Random

from ..types import Asked
from ..wording import Wordings, ask
from .model import Table, number
from .slots import ORDINALS, measured, printed, ranked, slots_of


def value(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    return _value_within(rng, table, wordings, range(len(table.names)), "value")


def _value_within(
    rng: Random, table: Table, wordings: Wordings, rows: range, operation: str, **slots: str
) -> Asked | None:
    at = measured(rng, table)
    row = rng.choice(rows)
    value = table.number(row, at)
    if value is None or [table.number(other, at) for other in rows].count(value) != 1:
        return None
    text = ask(
        rng,
        wordings,
        operation,
        **slots_of(rng, table, at, wordings),
        v=printed(rng, table.cells[row][at]),
        **slots,
    )
    return Asked(text, table.names[row], operation)


def extreme(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    order = ranked(table, at, range(len(table.names)))
    place = rng.choice([1, 1, 1, 2, 2, 3])
    low = rng.random() < 0.4
    if len(order) < place + 2:
        return None
    picked = order[-place] if low else order[place - 1]
    column = table.columns[at]
    if place == 1 and low == column.lower_is_better and table.noun != "dataset" and rng.random() < 0.3:
        operation = "best" if column.metric else "best-on"
    elif place == 1:
        operation = "min" if low else "max"
    else:
        operation = "rank-low" if low else "rank"
    nth = ORDINALS.get(place, "")
    return Asked(
        ask(rng, wordings, operation, **slots_of(rng, table, at, wordings), nth=nth),
        table.names[picked],
        operation,
    )


def group_extreme(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    at = measured(rng, table)
    order = ranked(table, at, range(first, last + 1))
    if len(order) < 2:
        return None
    text = ask(rng, wordings, "group-max", **slots_of(rng, table, at, wordings), g=label)
    return Asked(text, table.names[order[0]], "group-max")


def group_value(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    return _value_within(rng, table, wordings, range(first, last + 1), "group-value", g=label)


def between(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    order = ranked(table, at, range(len(table.names)))
    if len(order) < 4:
        return None
    middle = rng.randrange(1, len(order) - 1)
    upper, lower = table.names[order[middle - 1]], table.names[order[middle + 1]]
    text = ask(rng, wordings, "between", **slots_of(rng, table, at, wordings), a=lower, b=upper)
    return Asked(text, table.names[order[middle]], "between")


def excluding(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    order = ranked(table, at, range(len(table.names)))
    if len(order) < 3:
        return None
    text = ask(rng, wordings, "excluding", **slots_of(rng, table, at, wordings), a=table.names[order[0]])
    return Asked(text, table.names[order[1]], "excluding")


def overall(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    """A name that is first, or last, in every column; only where more is better in all of them."""
    measured = [at for at, column in enumerate(table.columns) if not column.text]
    orders = [ranked(table, at, range(len(table.names))) for at in measured]
    one_way = not any(table.columns[at].lower_is_better for at in measured)
    if table.noun == "dataset" or not one_way or any(len(order) < len(table.names) for order in orders):
        return None
    operation, place = rng.choice([("overall-best", 0), ("overall-worst", -1)])
    rows = {order[place] for order in orders}
    if len(rows) != 1:
        return None
    return Asked(ask(rng, wordings, operation, n=table.noun), table.names[rows.pop()], operation)


def threshold(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    order = ranked(table, at, range(len(table.names)))
    if len(order) < 3:
        return None
    low = rng.random() < 0.4
    ends = (order[-1], order[-2]) if low else (order[0], order[1])
    inner, outer = (table.number(ends[1], at), table.number(ends[0], at))
    limit = None if inner is None or outer is None else _round_between(inner, outer)
    if limit is None:
        return None
    operation = "below-threshold" if low else "above-threshold"
    return Asked(
        ask(rng, wordings, operation, **slots_of(rng, table, at, wordings), v=limit),
        table.names[ends[0]],
        operation,
    )


def _round_between(inner: float, outer: float) -> str | None:
    """A short number strictly between the two, or None when they are too close."""
    for digits in (-2, -1, 0, 1, 2):
        middle = round((inner + outer) / 2, digits)
        if min(inner, outer) < middle < max(inner, outer):
            return f"{middle:.{max(digits, 0)}f}"
    return None


def missing(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    rows = [row for row in range(len(table.names)) if table.number(row, at) is None]
    if len(rows) != 1:
        return None
    return Asked(
        ask(rng, wordings, "missing", **slots_of(rng, table, at, wordings)), table.names[rows[0]], "missing"
    )


def column(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = measured(rng, table)
    row = rng.randrange(len(table.names))
    column, value = table.columns[at], table.number(row, at)
    if not column.dataset or value is None or [number(cell) for cell in table.cells[row]].count(value) != 1:
        return None
    text = ask(
        rng,
        wordings,
        "column",
        n=table.noun,
        a=table.names[row],
        v=printed(rng, table.cells[row][at]),
        set="",
    )
    return Asked(text, column.dataset, "column")
