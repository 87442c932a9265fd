"""What the questions about tables have in common: a column to ask about and the words for it."""

from __future__ import annotations

from random import Random

from ..wording import Wordings, article
from .model import Column, Table

ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def measured(rng: Random, table: Table) -> int:
    return rng.choice([at for at, column in enumerate(table.columns) if not column.text])


def ranked(table: Table, at: int, rows: range) -> list[int]:
    """Rows by falling value; empty when two of them are equal, since the question would then have no one answer."""
    values = {row: value for row in rows if (value := table.number(row, at)) is not None}
    if len(set(values.values())) < len(values):
        return []
    return sorted(values, key=lambda row: -values[row])


def printed(rng: Random, cell: str) -> str:
    """The value as an annotator types it: as printed, or without a thousands comma or a trailing zero."""
    if "," in cell and rng.random() < 0.5:
        return cell.replace(",", "")
    if cell.endswith(".0") and rng.random() < 0.5:
        return cell[:-2]
    return cell


def slots_of(rng: Random, table: Table, at: int, wordings: Wordings) -> dict[str, str]:
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
