"""The kind of figure that the words of a question ask for: a table or a drawing."""

from __future__ import annotations

import re

from citehop.papers.types import FigureKind

_TABLE_WORDS = re.compile(r"\b(?:tables?|rows?|columns?|cells?)\b", re.IGNORECASE)
_DRAWN_WORDS = re.compile(
    r"\b(?:figures?|plots?|charts?|graphs?|curves?|lines?|bars?|legends?|markers?|dotted|dashed|axis|axes|panels?|"
    r"scatter\w*|slopes?|red|blue|green|orange|purple|yellow|pink|brown|gr[ae]y|cyan|magenta)\b",
    re.IGNORECASE,
)


def wanted_kind(question: str) -> FigureKind | None:
    """ "table" or "figure" if the question has words for only one of them, else None."""
    table, drawn = bool(_TABLE_WORDS.search(question)), bool(_DRAWN_WORDS.search(question))
    return None if table == drawn else "table" if table else "figure"
