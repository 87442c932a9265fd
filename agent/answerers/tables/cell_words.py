"""Wording of a table's answer that the cross-encoder reads together with the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .candidates import CellCandidate, NamedTable
from .table_request import CellOperation

_COMPUTED: Mapping[CellOperation, str] = {
    "difference": "difference of",
    "ratio": "ratio of",
    "choice": "which is better:",
    "verdict": "compared:",
    "extreme": "best:",
    "beyond": "beyond:",
}
# Most words of a caption, of a title and of an answer of the rules that are read; most cells of an answer that are
# read.
_CAPTION, _TITLE, _TEXT, _CELLS = 24, 10, 30, 3


def cells_in_words(table: NamedTable, candidate: CellCandidate) -> str:
    """Return the operation, the cells with their names, the caption and the title: "best: QANet, F1: 82.7. Table 3:
    ..."."""
    names, text = table.matched.names, table.matched.text
    cells = [(names.rows[fact.row], names.columns[fact.column], fact.text) for fact in candidate.facts]
    return join_in_words(candidate.operation, cells, text.caption, text.title)


def join_in_words(
    operation: CellOperation, cells: Sequence[tuple[str, str, str]], caption: str, title: str
) -> str:
    """Return the words of an answer from `cells`, each given as (name of its row, name of its column, text).

    Only the first three cells are used.
    """
    named = "; ".join(f"{row}, {column}: {text}" for row, column, text in cells[:_CELLS])
    place = f"{_first(caption, _CAPTION)}. {_first(title, _TITLE)}"
    return _first(f"{_COMPUTED.get(operation, '')} {named}. {place}")


def text_in_words(table: NamedTable, text: str) -> str:
    """Return the beginning of an answer of the rules and of the caption."""
    return f"{_first(text, _TEXT)}. {_first(table.matched.text.caption, _CAPTION)}"


def _first(text: str, count: int | None = None) -> str:
    return " ".join(text.split()[:count])
