"""Answer from confusion matrices: what a class is mistaken for, and how often it is right."""

from __future__ import annotations

import re
from dataclasses import replace

from ...label_mentions import find_mentions
from ...request import FigureRequest
from ...types import Attribute, Entries, FigureData, FigureName

_PREDICTED_AS = re.compile(
    r"\b(?:predicted|classified|labell?ed|mistaken|confused|taken)\s(?:as|for|with)\s*$", re.I
)
_TRUE = re.compile(r"\b(?:true|actual|gold|reference|ground)\b", re.I)


def is_confusion_matrix(data: FigureData) -> bool:
    """True for a heatmap or table whose rows and columns have the same names."""
    rows, columns = _names(data.rows), _names(data.columns)
    return data.kind in {"heatmap", "table"} and len(rows) > 1 and sorted(rows) == sorted(columns)


def restrict_to_class(data: FigureData, question: FigureRequest) -> tuple[FigureData, FigureRequest]:
    """Keep the cells of a confusion matrix that the question is about.

    Questions about correct predictions keep the diagonal. Otherwise the row or column of the named class is kept,
    without the cell of the class itself. Rows are true classes unless the x axis title says so of the columns. The
    mention of the class is removed from the question.
    """
    rows, columns = _names(data.rows), _names(data.columns)
    if "correct" in question.cues:
        facts = [replace(f, column=0) for f in data.facts if rows[f.row] == columns[f.column]]
        only = Entries(1, (Attribute("column", (FigureName("correct"),), (None,)),))
        return replace(data, columns=only, facts=tuple(facts)), question
    found = find_mentions(question.wording, rows)
    if len(found) != 1:
        return data, question
    name = rows[found[0].name]
    true_columns = bool(_TRUE.search(data.x_title)) and not _TRUE.search(data.y_title)
    as_predicted = bool(_PREDICTED_AS.search(question.wording[: found[0].start]))
    by_column = as_predicted != true_columns
    kept = [f for f in data.facts if (columns[f.column] if by_column else rows[f.row]) == name]
    kept = [f for f in kept if rows[f.row] != columns[f.column]]
    if by_column:
        facts = [replace(f, column=0) for f in kept]
        items = data.rows
    else:
        facts = [replace(f, row=f.column, column=0) for f in kept]
        items = data.columns
    span = found[0].start, found[0].end
    wording = question.wording[: span[0]] + " " * (span[1] - span[0]) + question.wording[span[1] :]
    turned = tuple(replace(attribute, role="row") for attribute in items.attributes)
    only = Entries(1, (Attribute("column", (FigureName("predictions"),), (None,)),))
    restricted = replace(data, rows=replace(items, attributes=turned), columns=only, facts=tuple(facts))
    return restricted, replace(question, wording=wording)


def _names(entries: Entries) -> list[str]:
    return [name.text.lower() for name in entries.attributes[0].names] if entries.attributes else []
