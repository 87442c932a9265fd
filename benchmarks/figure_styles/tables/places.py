"""Questions about where a name stands, or about the words beside it."""

from __future__ import annotations

from random import Random

from ..types import Asked
from ..wording import Wordings, article, ask
from .model import Table
from .slots import ORDINALS


def group_end(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    if not table.groups:
        return None
    label, first, last = rng.choice(table.groups)
    operation, row = rng.choice([("group-last", last), ("group-first", first)])
    return Asked(ask(rng, wordings, operation, n=table.noun, g=label), table.names[row], operation)


def row(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
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


def neighbour(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
    row = rng.randrange(1, len(table.names) - 1)
    before, after = table.names[row - 1], table.names[row + 1]
    operation = rng.choice(["above", "below", "rows-between"])
    slots = {"above": {"a": after}, "below": {"a": before}, "rows-between": {"a": before, "b": after}}[
        operation
    ]
    return Asked(ask(rng, wordings, operation, n=table.noun, **slots), table.names[row], operation)


def text(rng: Random, table: Table, wordings: Wordings) -> Asked | None:
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
