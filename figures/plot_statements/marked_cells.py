"""Marked cells of a grid, such as the alignment points of two sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..answer.entities import naming_attribute
from ..label_match import FUNCTION_WORDS
from ..label_mentions import find_mentions
from ..request import FigureRequest
from ..types import Fact, FigureData
from .statement import PlotStatement

_ASKS = re.compile(r"\b(?:which|what|who)\b", re.I)
_MARKED = re.compile(
    r"\b(?:align\w*|link\w*|connect\w*|correspond\w*|marked|filled|paired|mapped|matched|points?|squares?|cells?|box(?:es)?)\b",
    re.I,
)
_DARK = re.compile(r"\b(?:black|dark(?:er)?)\b", re.I)
_PALE = re.compile(r"\b(?:gr[ae]y|light(?:er)?|pale)\b", re.I)
_EMPTY, _FULL = 15.0, 75.0  # darkness up to which a cell is empty, and from which it is black, of 100
_MOST_MARKED = 0.4  # share of the cells of a grid of marks
_MOST_NAMES = 3
_LETTERS = 3  # of a name


def choose_cell_statement(data: FigureData, question: FigureRequest) -> PlotStatement | None:
    """The names at the other side of the marked cells of the row or column that `question` names, of those in the shade that it
    names, or in each of two; None for another question, and for a grid whose cells are shaded all over."""
    values = {(fact.row, fact.column): fact for fact in data.facts if fact.value is not None}
    marked = [fact for fact in values.values() if (fact.value or 0.0) > _EMPTY]
    asks = _ASKS.search(question.wording) and _MARKED.search(question.wording)
    if data.kind != "heatmap" or not asks or not 0 < len(marked) <= _MOST_MARKED * len(values):
        return None
    if any(fact.printed for fact in marked):
        return None
    named = _named_line(data, question.wording)
    if named is None:
        return None
    of_row, index = named
    cells = [fact for fact in marked if (fact.row if of_row else fact.column) == index]
    dark, pale = _DARK.search(question.wording), _PALE.search(question.wording)
    shades = sorted(filter(None, (dark, pale)), key=lambda match: match.start())
    groups = [_in_shade(cells, match is dark) for match in shades] or [cells]
    names = _names(data, of_row=not of_row)
    texts = [", ".join(names[f.column if of_row else f.row] for f in group) for group in groups]
    if not all(texts) or any(len(group) > _MOST_NAMES for group in groups):
        return None
    if len(texts) > 1:
        texts = [f"{match[0].lower()}: {text}" for match, text in zip(shades, texts, strict=True)]
    boxes = tuple(fact.box for group in groups for fact in group if fact.box)
    return PlotStatement("; ".join(texts), (index,) if of_row else (), boxes)


def _in_shade(cells: Sequence[Fact], dark: bool) -> list[Fact]:
    return [fact for fact in cells if ((fact.value or 0.0) >= _FULL) == dark]


def _names(data: FigureData, of_row: bool) -> list[str]:
    attribute = naming_attribute(data.rows if of_row else data.columns)
    return [name.text for name in attribute.names] if attribute else []


def _named_line(data: FigureData, wording: str) -> tuple[bool, int] | None:
    """True and the row, or False and the column, that the question names; None unless it is a single one."""
    found = []
    for of_row in (True, False):
        names = _names(data, of_row)
        mentions = {mention.name for mention in find_mentions(wording, names)}
        found += [
            (of_row, i)
            for i in mentions
            if len(names[i]) >= _LETTERS and names[i].lower() not in FUNCTION_WORDS
        ]
    return found[0] if len(found) == 1 else None
