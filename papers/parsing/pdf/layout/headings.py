"""Heading detection, heading levels and section paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..text.lines import Line
from .paragraphs import ParagraphPiece
from .text_columns import TextColumn

_NUMBERED = re.compile(
    r"^(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}|[IVX]{1,5})(?P<mark>[.:)]?)\s+(?P<title>\S.*)$"
)
_APPENDIX = re.compile(r"^appendix\s+(?:[A-Z\d]|[IVX]{1,4})\b[.:]?", re.IGNORECASE)
# Headings that papers leave unnumbered.
_KNOWN = frozenset(
    "abstract/introduction/background/related work/methods/results/discussion/conclusion/conclusions/"
    "conclusion and future work/conclusions and future work/limitations/ethics statement/broader impact/references/"
    "bibliography/literature cited/works cited/acknowledgments/acknowledgements/acknowledgment/acknowledgement/"
    "appendix/appendices/supplementary material/index terms/keywords".split("/")
)
_REFERENCES = re.compile(
    r"^(?:[\dIVX]{1,4}\.?\s+)?(?:references|bibliography|literature cited|works cited)\W*$", re.IGNORECASE
)
_MAX_LINES, _MAX_CHARACTERS, _MAX_WORDS = 3, 130, 14

Numbering = Literal["arabic", "letter", "roman", "none"]


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` counts from 1; 0 if only the style can determine it (no number, no common name)."""

    text: str
    level: int
    numbering: Numbering
    size: float
    bold: bool
    capitals: bool

    @property
    def look(self) -> tuple[int, bool, bool]:
        """Style of the heading; headings of one level share it."""
        return (round(self.size), self.bold, self.capitals)


def parse_heading(piece: ParagraphPiece, body: float) -> Heading | None:
    """Parse a piece as a heading, or None. `body` is the document's font size of running text."""
    text = piece.text.strip()
    if piece.role != "text" or len(piece.lines) > _MAX_LINES or not 2 < len(text) <= _MAX_CHARACTERS:
        return None
    # The largest letters: in small capitals most are small.
    size, bold = max(t.font.size for t in piece.lines[0].tokens), all(line.bold for line in piece.lines)
    capitals = _is_upper_case(text)
    larger = size > body + 0.6
    styled = bold or larger or capitals or all(line.italic for line in piece.lines)
    match = _NUMBERED.match(text)
    if match and styled and not text.endswith(",") and _reads_like_title(match["title"]):
        number = match["number"]
        return Heading(text, 1 + number.count("."), _classify_numbering(number), size, bold, capitals)
    if _APPENDIX.match(text) and styled:
        return Heading(text, 1, "none", size, bold, capitals)
    if is_known_heading(text) and (styled or len(piece.lines) == 1):
        return Heading(text, 1, "none", size, bold, capitals)
    if text.endswith((",", ";", "-")) or size < body - 0.6 or len(text.split()) > _MAX_WORDS:
        return None
    stands_out = bold or larger or (capitals and len(text.split()) > 1)
    return Heading(text, 0, "none", size, bold, capitals) if stands_out and _reads_like_title(text) else None


def is_heading_line(line: Line, columns: Sequence[TextColumn]) -> bool:
    """True if the line alone looks like a numbered or common heading at the left or in the middle of a column."""
    text = line.text.strip()
    if len(text) > _MAX_CHARACTERS or not (line.bold or _is_upper_case(text)):
        return False
    middle = (line.bbox.x0 + line.bbox.x1) / 2
    placed = any(abs(line.bbox.x0 - f.left) < 4 or abs(middle - (f.left + f.right) / 2) < 4 for f in columns)
    return placed and (is_known_heading(text) or bool(_NUMBERED.match(text)))


def is_known_heading(text: str) -> bool:
    """True for one of the common headings, with or without a number."""
    bare = re.sub(r"^(?:[\dIVX]{1,4}(?:\.\d+)*\.?)\s+", "", text).strip(" .:").casefold()
    return bare in _KNOWN


def is_references_heading(text: str) -> bool:
    """True if the heading opens the bibliography."""
    return bool(_REFERENCES.match(text.strip()))


def are_one_heading(first: ParagraphPiece, second: ParagraphPiece) -> bool:
    """True if `second` is the next line of the heading `first`, without a number of its own."""
    above, below = first.lines[-1], second.lines[0]
    close = 0 < below.baseline - above.baseline < 1.6 * above.size and first.page == second.page
    alike = abs(above.size - below.size) < 0.3 and above.bold == below.bold
    return (
        close
        and alike
        and not _NUMBERED.match(second.text)
        and len(first.lines) + len(second.lines) <= _MAX_LINES
    )


def _classify_numbering(number: str) -> Numbering:
    if number[0].isdecimal():
        return "arabic"
    return "roman" if re.fullmatch(r"[IVX]+", number) else "letter"


def _is_upper_case(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and sum(map(str.isupper, letters)) > 0.85 * len(letters)


def _reads_like_title(text: str) -> bool:
    """True if the text begins like a heading and consists of words rather than numbers or symbols."""
    letters = sum(char.isalpha() or char.isspace() for char in text)
    first = text.lstrip("“\"'([")[:1]
    words = [word for word in text.split() if sum(map(str.isalpha, word)) >= 3]
    return (first.isupper() or first.isdecimal()) and letters > 0.7 * len(text) and bool(words)


class SectionPath:
    """Path of headings to the current position. Call `enter` for each heading in order; `path` joins them by " > "."""

    def __init__(self) -> None:
        self._stack: list[tuple[int, str]] = []
        self._looks: dict[tuple[int, bool, bool], int] = {}
        self._roman = False  # True if the main sections are numbered I, II, III
        self._last_letter = ""

    def enter(self, heading: Heading) -> str:
        """Add `heading` and return the path down to it."""
        level = self._level(heading)
        self._looks.setdefault(heading.look, level)
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, heading.text))
        return self.path

    def leave(self) -> None:
        """Remove the last heading, which was the first line of a longer one."""
        self._stack.pop()

    def _level(self, heading: Heading) -> int:
        if heading.numbering == "none":
            return heading.level or self._looks.get(heading.look) or min(4, 1 + self._depth())
        letter = heading.text[0]
        follows = bool(self._last_letter) and ord(letter) == ord(self._last_letter) + 1
        if heading.numbering == "roman" and not (follows and self._roman):
            self._roman = True
            return heading.level
        if heading.numbering == "arabic":
            # "1)" is below "A.", which is below "II."
            return heading.level + (2 if self._roman else 0)
        self._last_letter = letter
        return heading.level + (1 if self._roman and heading.level == 1 else 0)

    def _depth(self) -> int:
        return self._stack[-1][0] if self._stack else 0

    @property
    def path(self) -> str:
        return " > ".join(text for _, text in self._stack)
