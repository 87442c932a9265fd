"""Institutions by which a question names a paper: "the Illinois group", "researchers from Nijmegen", "MITRE's prototype"."""

from __future__ import annotations

import re

from ...indexes.subjects import fold_name

_AUTHORS = r"(?:groups?|people|teams?|authors?|researchers?|scientists?|folks|lab(?:oratory)?|crew|colleagues|paper|study|article)"
_NAME = re.compile(r"(?P<from>\b(?:from|at|by) (?:the )?)?\b(?P<name>[A-Z][\w&-]+)")
_BEHIND = re.compile(
    rf"['’]s\b|(?:[\s/-]{{1,3}}\w[\w-]{{0,30}}){{0,2}}?[\s/-]{{1,3}}{_AUTHORS}\b"
)  # up to two words between


def find_institutions(question: str) -> set[str]:
    """The words with a capital that may say where the authors of a paper work, as `fold_name` returns them: those before a word
    for the authors or the paper, or with an apostrophe and s, or behind "from", "at" or "by"."""
    return {
        word
        for match in _NAME.finditer(question)
        if match["from"] or _BEHIND.match(question, match.end())
        for word in fold_name(match["name"]).split()
    }
