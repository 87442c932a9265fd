"""Handle charts with panels: which panel each entry belongs to, and the data of a single panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ...types import Entries, Fact, FigureData

_Item = TypeVar("_Item")


def list_entries(data: FigureData) -> Entries:
    """Return the entries that each belong to one panel: the points of a scatter plot, or else the columns."""
    return data.rows if data.kind == "scatter" else data.columns


def find_blocks(data: FigureData) -> tuple[int, ...]:
    """Return the panel number of each entry from `list_entries`, counted from 0.

    The points of a scatter plot are numbered by the title of their panel.
    """
    if data.kind != "scatter":
        return data.columns.blocks
    titles = next(([n.text for n in a.names] for a in data.rows.attributes if a.role == "panel"), [])
    distinct = list(dict.fromkeys(titles))
    return tuple(map(distinct.index, titles))


def entry_of(data: FigureData, fact: Fact) -> int:
    return fact.row if data.kind == "scatter" else fact.column


def restrict_to_block(data: FigureData, blocks: Sequence[int], panel: int) -> FigureData:
    kept = [index for index, block in enumerate(blocks) if block == panel]
    new = {old: index for index, old in enumerate(kept)}
    inside = [fact for fact in data.facts if entry_of(data, fact) in new]
    if data.kind == "scatter":
        return replace(
            data,
            rows=pick_entries(data.rows, kept),
            facts=tuple(replace(fact, row=new[fact.row]) for fact in inside),
        )
    facts = tuple(replace(fact, column=new[fact.column]) for fact in inside)
    curves = tuple(curve for curve in data.curves if curve.panel == panel)
    return replace(data, columns=pick_entries(data.columns, kept), facts=facts, curves=curves)


def pick_entries(entries: Entries, kept: Sequence[int]) -> Entries:
    """Return the entries with the indices `kept`, in this order."""
    attributes = tuple(
        replace(attribute, names=_at(attribute.names, kept), boxes=_at(attribute.boxes, kept))
        for attribute in entries.attributes
    )
    return Entries(
        len(kept),
        attributes,
        _at(entries.appearances, kept),
        _at(entries.at, kept),
        _at(entries.blocks, kept),
        _at(entries.summary, kept),
    )


def _at(items: tuple[_Item, ...], kept: Sequence[int]) -> tuple[_Item, ...]:
    return tuple(items[index] for index in kept) if items else ()
