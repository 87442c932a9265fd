"""Questions that a table answers without doubt: every builder checks that exactly one name fits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..types import Asked
from ..wording import Wordings, article, ask
from .model import Column, Table, number

ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
Builder = Callable[[Random, Table, Wordings], Asked | None]


def questions(
    rng: Random, table: Table, wordings: Wordings, count: int, transposed: bool
) -> tuple[Asked, ...]:
    """Up to `count` different questions; those about rows only where names stand in rows."""
    weights = {build: weight for build, weight in WEIGHTS.items() if not (transposed and build in ABOUT_ROWS)}
    found: dict[tuple[str, str], Asked] = {}  # one question of a kind about each name
    for _ in range(count * 8):
        (build,) = rng.choices(list(weights), weights=list(weights.values()))
        asked = build(rng, table, wordings)
        if asked is not None and len(found) < count:
            found.setdefault((asked.operation, asked.answer), asked)
    return tuple(found.values())


def _value(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    return _value_within(rng, table, wordings, range(len(table.names)), "value")


def _value_within(
    rng: Random, table: Table, wordings: Wordings, rows: range, operation: str, **slots: str
) -> Asked | None:
    at = _measured(rng, table)
    row = rng.choice(rows)
    value = table.number(row, at)
    if value is None or [table.number(other, at) for other in rows].count(value) != 1:
        return None
    text = ask(
        rng,
        wordings,
        operation,
        **_slots(rng, table, at, wordings),
        v=_printed(rng, table.cells[row][at]),
        **slots,
    )
    return Asked(text, table.names[row], operation)


def _extreme(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = _measured(rng, table)
    order = _ranked(table, at, range(len(table.names)))
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
        ask(rng, wordings, operation, **_slots(rng, table, at, wordings), nth=nth),
        table.names[picked],
        operation,
    )


def _group_extreme(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    at = _measured(rng, table)
    order = _ranked(table, at, range(first, last + 1))
    if len(order) < 2:
        return None
    text = ask(rng, wordings, "group-max", **_slots(rng, table, at, wordings), g=label)
    return Asked(text, table.names[order[0]], "group-max")


def _group_value(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    return _value_within(rng, table, wordings, range(first, last + 1), "group-value", g=label)


def _group_end(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    operation, row = rng.choice([("group-last", last), ("group-first", first)])
    return Asked(ask(rng, wordings, operation, n=table.noun, g=label), table.names[row], operation)


def _between(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = _measured(rng, table)
    order = _ranked(table, at, range(len(table.names)))
    if len(order) < 4:
        return None
    middle = rng.randrange(1, len(order) - 1)
    upper, lower = table.names[order[middle - 1]], table.names[order[middle + 1]]
    text = ask(rng, wordings, "between", **_slots(rng, table, at, wordings), a=lower, b=upper)
    return Asked(text, table.names[order[middle]], "between")


def _threshold(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = _measured(rng, table)
    order = _ranked(table, at, range(len(table.names)))
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
        ask(rng, wordings, operation, **_slots(rng, table, at, wordings), v=limit),
        table.names[ends[0]],
        operation,
    )


def _row(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    count = len(table.names)
    row = rng.randrange(count)
    name = table.names[row]
    if row == count - 1:
        return Asked(ask(rng, wordings, "last", n=table.noun), name, "last")
    if row == count - 2:
        return Asked(ask(rng, wordings, "penultimate", n=table.noun), name, "penultimate")
    nth = "first" if row == 0 else ORDINALS.get(row + 1)
    if nth is None:
        return None
    return Asked(ask(rng, wordings, "row", n=table.noun, nth=nth, count=str(row + 1)), name, "row")


def _neighbour(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    row = rng.randrange(1, len(table.names) - 1)
    before, after = table.names[row - 1], table.names[row + 1]
    operation = rng.choice(["above", "below", "rows-between"])
    slots = {"above": {"a": after}, "below": {"a": before}, "rows-between": {"a": before, "b": after}}[
        operation
    ]
    return Asked(ask(rng, wordings, operation, n=table.noun, **slots), table.names[row], operation)


def _missing(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = _measured(rng, table)
    rows = [row for row in range(len(table.names)) if table.number(row, at) is None]
    if len(rows) != 1:
        return None
    return Asked(
        ask(rng, wordings, "missing", **_slots(rng, table, at, wordings)), table.names[rows[0]], "missing"
    )


def _text(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    worded = [at for at, column in enumerate(table.columns) if column.text]
    if not worded:
        return None
    row = rng.randrange(len(table.names))
    chosen = worded if rng.random() < 0.5 else [rng.choice(worded)]
    same = [
        r for r in range(len(table.names)) if all(table.cells[r][at] == table.cells[row][at] for at in chosen)
    ]
    if same != [row]:
        return None
    parts = [
        f"{article(table.cells[row][at])} backbone"
        if table.columns[at].text == "backbone"
        else f"{table.cells[row][at]} parameters"
        for at in chosen
    ]
    return Asked(ask(rng, wordings, "text", n=table.noun, t=" and ".join(parts)), table.names[row], "text")


def _column(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    at = _measured(rng, table)
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
        v=_printed(rng, table.cells[row][at]),
        set="",
    )
    return Asked(text, column.dataset, "column")


WEIGHTS: dict[Builder, float] = {
    _value: 3.0, _extreme: 3.0, _between: 1.0, _threshold: 0.5, _row: 1.0, _neighbour: 1.0, _missing: 0.6,
    _text: 0.6, _column: 0.3, _group_extreme: 0.8, _group_value: 0.5, _group_end: 0.5,
}  # fmt: skip
ABOUT_ROWS = {_row, _neighbour, _group_extreme, _group_value, _group_end, _text}


def _measured(rng: Random, table: Table) -> int:
    return rng.choice([at for at, column in enumerate(table.columns) if not column.text])


def _ranked(table: Table, at: int, rows: range) -> list[int]:
    """Rows by falling value; empty when two of them are equal, since the question would then have no one answer."""
    values = {row: value for row in rows if (value := table.number(row, at)) is not None}
    if len(set(values.values())) < len(values):
        return []
    return sorted(values, key=lambda row: -values[row])


def _round_between(inner: float, outer: float) -> str | None:
    """A short number strictly between the two, or None when they are too close."""
    for digits in (-2, -1, 0, 1, 2):
        middle = round((inner + outer) / 2, digits)
        if min(inner, outer) < middle < max(inner, outer):
            return f"{middle:.{max(digits, 0)}f}"
    return None


def _printed(rng: Random, cell: str) -> str:
    """The value as an annotator types it: as printed, or without a thousands comma or a trailing zero."""
    if "," in cell and rng.random() < 0.5:
        return cell.replace(",", "")
    if cell.endswith(".0") and rng.random() < 0.5:
        return cell[:-2]
    return cell


def _slots(rng: Random, table: Table, at: int, wordings: Wordings) -> dict[str, str]:
    column = table.columns[at]
    measure = column.metric or "score"
    spoken = {"Acc": "accuracy", "Accuracy": "accuracy"}
    if rng.random() < 0.5:
        measure = spoken.get(measure, measure)
    if column.metric and table.noun != "dataset" and measure[0].isupper() and rng.random() < 0.5:
        measure += " score"
    elif table.noun == "dataset":
        measure = (
            f"{measure} size" if measure in {"Train", "Valid", "Test"} else f"number of {measure.lower()}"
        )
    return {"n": table.noun, "m": measure, "am": article(measure), "on": _place(rng, column, wordings)}


def _place(rng: Random, column: Column, wordings: Wordings) -> str:
    if not column.dataset:
        return ""
    if column.setting:
        if rng.random() < 0.5:
            rest = ", ".join(part for part in column.path if part != column.metric)
            return rng.choice(wordings["place-path"]).format(p=rest)
        return rng.choice(wordings["place-set"]).format(d=column.dataset, s=column.setting)
    return rng.choice(wordings["place"]).format(d=column.dataset)
