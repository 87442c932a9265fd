"""Represent a document as a list of parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..latex.tabular import Grid

PartKind = Literal["heading", "paragraph", "list", "table", "caption", "reference", "equation"]


@dataclass(frozen=True, slots=True)
class Part:
    """A unit of a document, in reading order.

    `level` is the level of a heading, from 1. `grid` holds the cells of a table, whose `text` is the caption in the
    table itself.
    """

    kind: PartKind
    text: str
    level: int = 0
    grid: Grid = ()


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A document with its metadata; missing fields are empty."""

    parts: tuple[Part, ...]
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    abstract: str = ""
    ids: tuple[tuple[str, str], ...] = ()
    venue: str = ""
