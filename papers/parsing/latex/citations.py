"""Replace \\cite and its variants by the citation markers of a typeset page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...types import Reference
from .text import convert_to_text
from .tokens import parse_argument, parse_options

# Commands of LaTeX itself, natbib, biblatex, and the ACL and APA styles.
_CITE = re.compile(
    r"[~\s]*\\(?P<command>(?:full|paren|text|auto|foot|super|smart|online|new|short|possessive|no)?[cC]ite"
    r"(?:p|t|alp|alt|author|fullauthor|year|yearpar|yearNP|N|NP|A|ANP|asnoun|num|s|posst)?)\*?(?![A-Za-z@])"
)
_IN_SENTENCE = re.compile(r"^(?:text|new|possessive)cite|cite(?:t|N|asnoun|posst)$", re.IGNORECASE)
_KEY = re.compile(r"(?P<who>.*?),\s*(?P<year>\d{4}[a-z]?)$")
_MOST_KEYS = 60


@dataclass(frozen=True, slots=True)
class CiteCommand:
    """A citing command: its span, its name, the cited keys, and the notes before and after the citation."""

    start: int
    end: int
    command: str
    keys: tuple[str, ...]
    before: str
    after: str


def find_cite_commands(tex: str) -> Iterator[CiteCommand]:
    """Yield every citing command of `tex`, in order."""
    place = 0
    for match in _CITE.finditer(tex):
        if match.start() < place:
            continue
        notes, end = parse_options(tex, match.end())
        keys, end = parse_argument(tex, end) if tex[end : end + 1] == "{" or notes else ("", end)
        named = tuple(key.strip() for key in keys.split(",")[:_MOST_KEYS] if key.strip())
        if not named or any("\\" in key or "#" in key for key in named):
            continue
        before, after = (notes[0], notes[1]) if len(notes) > 1 else ("", notes[0] if notes else "")
        yield CiteCommand(match.start(), end, match["command"], named, before, after)
        place = end


def replace_cite_commands(tex: str, references: Mapping[str, Reference]) -> str:
    """Replace every citing command by its marker: "[3, 5]", "(Kiros et al., 2015)", "Kim (2014)".

    `references` maps source keys to references. A key without a reference becomes "?".
    """
    kept, place = [], 0
    for use in find_cite_commands(tex):
        kept += [tex[place : use.start], _format_marker(use, references)]
        place = use.end
    return "".join([*kept, tex[place:]])


def _format_marker(use: CiteCommand, references: Mapping[str, Reference]) -> str:
    command = use.command.lower()
    if command == "nocite":
        return ""
    shown = [references[key].key if key in references else "?" for key in use.keys]
    dated = [_KEY.fullmatch(key) for key in shown]
    before = f"{convert_to_text(use.before)} " if use.before else ""
    after = f", {convert_to_text(use.after)}" if use.after else ""
    if not all(dated):
        return f" {before}[{', '.join(shown)}{after}]"
    parts = [(found["who"], found["year"]) for found in dated if found]
    if "year" in command:
        years = ", ".join(year for _, year in parts)
        return f" ({years})" if command.endswith("par") else f" {years}"
    if "author" in command:
        return " " + " and ".join(who for who, _ in parts)
    if _IN_SENTENCE.search(use.command):
        return " " + before + ", ".join(f"{who} ({year}{after})" for who, year in parts)
    listed = "; ".join(f"{who}, {year}" for who, year in parts)
    return f" {before}{listed}{after}" if command.endswith(("alp", "alt")) else f" ({before}{listed}{after})"
