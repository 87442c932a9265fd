"""Which short lines are headings, and how deep each one stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .lines import Line
from .paragraphs import Piece
from .prose import Frame

_NUMBERED = re.compile(
    r"^(?P<number>(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}|[IVX]{1,5})[.:)]?\s+(?P<title>\S.*)$"
)
_APPENDIX = re.compile(r"^appendix\s+(?P<number>[A-Z\d](?:\.\d+)*)\b[.:]?", re.IGNORECASE)
# Headings that papers leave without a number.
_KNOWN = frozenset(
    [
        "abstract",
        "introduction",
        "background",
        "related work",
        "conclusion",
        "conclusions",
        "conclusion and future work",
        "conclusions and future work",
        "discussion",
        "limitations",
        "ethics statement",
        "broader impact",
        "references",
        "bibliography",
        "literature cited",
        "works cited",
        "acknowledgments",
        "acknowledgements",
        "acknowledgment",
        "acknowledgement",
        "appendix",
        "appendices",
        "supplementary material",
        "index terms",
        "keywords",
    ]
)
_REFERENCES = re.compile(
    r"^(?:[\dIVX]{1,4}\.?\s+)?(?:references|bibliography|literature cited|works cited)\W*$", re.IGNORECASE
)
_MAX_LINES, _MAX_CHARACTERS = 3, 130


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` counts from 1; 0 stands for "as deep as its look says" (no number, no known name)."""

    text: str
    level: int
    numbered: bool
    size: float
    bold: bool
    capitals: bool


def heading_of(piece: Piece, body: float) -> Heading | None:
    """The heading that a piece is, or None. `body` is the document's font size of running text."""
    text = piece.text.strip()
    if (
        len(piece.lines) > _MAX_LINES
        or not 2 < len(text) <= _MAX_CHARACTERS
        or not any(map(str.isalpha, text))
    ):
        return None
    first = piece.lines[0]
    size, bold = first.size, all(line.bold for line in piece.lines)
    capitals = _capitals(text)
    known = is_known(text)
    larger = size > body + 0.6
    match = _NUMBERED.match(text)
    level = 0
    if match or _APPENDIX.match(text):
        styled = bold or larger or capitals or all(line.italic for line in piece.lines)
        plausible = match is None or match["title"][0].isupper() or larger or bold
        if not (styled and plausible) or text.endswith(","):
            return None
        level = 1 if match is None else 1 + match["number"].count(".")
        return Heading(text, level, True, size, bold, capitals)
    if known and (bold or larger or capitals or len(piece.lines) == 1):
        return Heading(text, 1, False, size, bold, capitals)
    if text.endswith((",", ";", "-")) or size < body - 0.6:
        return None
    if (bold or larger or (capitals and len(text.split()) > 1)) and _titled(text) and len(text.split()) <= 14:
        return Heading(text, 0, False, size, bold, capitals)
    return None


def line_is_heading(line: Line, frames: Sequence[Frame]) -> bool:
    """Does the line alone look like a numbered or well-known heading at the left or in the middle of a column?"""
    text = line.text.strip()
    if len(text) > _MAX_CHARACTERS or not (line.bold or _capitals(text)):
        return False
    middle = (line.bbox.x0 + line.bbox.x1) / 2
    placed = any(abs(line.bbox.x0 - f.left) < 4 or abs(middle - (f.left + f.right) / 2) < 4 for f in frames)
    return placed and (is_known(text) or bool(_NUMBERED.match(text)))


def is_known(text: str) -> bool:
    """Is it one of the usual headings, with or without a number?"""
    bare = re.sub(r"^(?:[\dIVX]{1,4}(?:\.\d+)*\.?)\s+", "", text).strip(" .:").casefold()
    return bare in _KNOWN


def is_references(text: str) -> bool:
    """Does the heading open the bibliography?"""
    return bool(_REFERENCES.match(text.strip()))


def _capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and sum(char.isupper() for char in letters) > 0.85 * len(letters)


def _titled(text: str) -> bool:
    """Begins like a heading and is made of words rather than numbers or symbols."""
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return text[0].isupper() and letters > 0.75 * len(text)


class SectionPath:
    """The headings above the current place. Call `enter` for each heading in order; `path` joins them by " > "."""

    def __init__(self) -> None:
        self._stack: list[tuple[int, str]] = []
        self._looks: dict[tuple[float, bool, bool], int] = {}

    def enter(self, heading: Heading) -> str:
        """The path down to and including `heading`."""
        look = (round(heading.size), heading.bold, heading.capitals)
        level = (
            heading.level or self._looks.get(look) or min(4, 1 + (self._stack[-1][0] if self._stack else 0))
        )
        self._looks.setdefault(look, level)
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, heading.text))
        return self.path

    @property
    def path(self) -> str:
        return " > ".join(text for _, text in self._stack)
