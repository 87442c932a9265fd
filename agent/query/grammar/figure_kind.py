"""The kind of figure that a question asks for, a table or a drawing, and the letter of the panel that it names."""

from __future__ import annotations

import re

from citehop.figures.figure_panels import PANEL_WORD
from citehop.papers.types import FigureKind

_TABLE_WORDS = re.compile(r"\b(?:tables?|rows?|columns?|cells?)\b", re.IGNORECASE)
_DRAWN_WORDS = re.compile(
    r"\b(?:figures?|plots?|charts?|graphs?|curves?|lines?|bars?|legends?|markers?|dotted|dashed|axis|axes|panels?|"
    r"scatter\w*|slopes?|red|blue|green|orange|purple|yellow|pink|brown|gr[ae]y|cyan|magenta)\b",
    re.IGNORECASE,
)

_LETTER = re.compile(
    rf"\b(?:{PANEL_WORD}(?:\s+|(?=\())|fig(?:ure|\.)?\s*\d+\s*)"
    r"(?:\(\s*(?P<bracketed>[a-h])\s*\)|(?P<plain>[a-h])\b(?=\s*[,?.;:]|\s+(?:of|in|from|which|what|how)\b|$))",
    re.IGNORECASE,
)


def find_panel_letter(question: str) -> str:
    """Return the letter, in lower case, of the panel that `question` names ("Figure 5D", "panel (b)"); "" if it names
    no panel."""
    match = _LETTER.search(question)
    return (match["bracketed"] or match["plain"]).lower() if match else ""


def wanted_kind(question: str) -> FigureKind | None:
    """Return "table" or "figure" if the question has words for only one of these kinds, otherwise None."""
    table, drawn = bool(_TABLE_WORDS.search(question)), bool(_DRAWN_WORDS.search(question))
    return None if table == drawn else "table" if table else "figure"
