"""An answer of a table in words, as the cross-encoder reads it beside the question."""

from __future__ import annotations

from collections.abc import Mapping

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
# Words that are read of a caption, of a title and of an answer of the rules; and the cells of an answer.
_CAPTION, _TITLE, _TEXT, _CELLS = 24, 10, 30, 3


def cells_in_words(table: NamedTable, candidate: CellCandidate) -> str:
    """The operation, the cells with their names, the caption and the title: "best: QANet, F1: 82.7. Table 3: ..."."""
    names, text = table.matched.names, table.matched.text
    cells = "; ".join(
        f"{names.rows[fact.row]}, {names.columns[fact.column]}: {fact.text}"
        for fact in candidate.facts[:_CELLS]
    )
    caption, title = _first(text.caption, _CAPTION), _first(text.title, _TITLE)
    return _first(f"{_COMPUTED.get(candidate.operation, '')} {cells}. {caption}. {title}")


def text_in_words(table: NamedTable, text: str) -> str:
    """An answer of the rules, and the caption."""
    return f"{_first(text, _TEXT)}. {_first(table.matched.text.caption, _CAPTION)}"


def _first(text: str, count: int | None = None) -> str:
    return " ".join(text.split()[:count])
