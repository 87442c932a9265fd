"""Extract title, authors and year from LaTeX sources."""

from __future__ import annotations

import re

from ..pdf.layout.person_names import is_name
from .text import convert_to_text
from .tokens import parse_argument, parse_options

_TITLE = re.compile(r"\\(?:icml|neurips|aistats)?title(?![A-Za-z])")
_AUTHOR = re.compile(r"\\(?:icml|aistats)?author(?:s)?(?![A-Za-z])")
_DATE = re.compile(r"\\(?:date|copyrightyear|acmYear|pubyear|submitted|accepted|received)(?![A-Za-z])")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
# Separators of names in an author block; below, commands that follow a name but are not part of it.
_BETWEEN = re.compile(
    r"\\(?:and|And|AND|quad|qquad|newline|hfill|par|enspace)(?![A-Za-z])|\\\\(?:\[[^\]]*\])?|\\hspace\*?\{[^}]*\}|\n\s*\n|&"
)
_MARKS = re.compile(
    r"\\(?:[Tt]hanks|footnote|footnotemark|inst|institute|affil|affiliation|email|orcid|textsuperscript|textsubscript|altaffiliation|"
    r"correspondingauthor|url|href|includegraphics)(?![A-Za-z])"
)
_COMMA = re.compile(r"[,;]|\band\b|\d")
_RAISED = re.compile(r"\$[^$]{0,80}\$|\\(?:dagger|ddagger|ast)(?![A-Za-z])")


def extract_title(tex: str) -> str:
    """Return the first \\title that contains text, or ""."""
    for match in _TITLE.finditer(tex):
        _, place = parse_options(tex, match.end())
        title = convert_to_text(re.sub(r"\\\\|\\newline", " ", _strip_marks(parse_argument(tex, place)[0])))
        if title:
            return title
    return ""


def extract_authors(tex: str) -> tuple[str, ...]:
    """Return the names in the \\author commands, in order."""
    names: dict[str, None] = {}
    for match in _AUTHOR.finditer(tex):
        _, place = parse_options(tex, match.end())
        block = _RAISED.sub(" ", _strip_marks(parse_argument(tex, place)[0]))
        for part in (
            piece for line in _BETWEEN.split(block) for piece in _COMMA.split(convert_to_text(line))
        ):
            name = part.strip(" *†‡§.,")
            if is_name(name):
                names[name] = None
    return tuple(names)


def extract_year(tex: str) -> int | None:
    """Return the year that the sources give in a command such as \\date, or None."""
    for match in _DATE.finditer(tex):
        year = _YEAR.search(parse_argument(tex, match.end())[0])
        if year:
            return int(year[0])
    return None


def _strip_marks(tex: str) -> str:
    kept, place = [], 0
    for match in _MARKS.finditer(tex):
        if match.start() < place:
            continue
        kept.append(tex[place : match.start()])
        _, place = parse_options(tex, match.end())
        if tex[place : place + 1] == "{":
            _, place = parse_argument(tex, place)
    return "".join([*kept, tex[place:]])
