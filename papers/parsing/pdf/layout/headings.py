"""Detect headings in separate lines and determine their levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..text.lines import Line
from .paragraphs import ParagraphPiece
from .text_columns import TextColumn

NUMBERED = re.compile(
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
MAX_WORDS_IN_TEXT = 10  # most words of a heading in the type of the text, or in a line of the text
_ITALIC_LEVEL = 3
# Labels of statements and of parts of the front matter, which begin like headings.
STATEMENT_LABEL = re.compile(
    r"(?:theorem|lemma|proof|definition|proposition|corollary|remark|example|claim|assumption|conjecture|note|notation|"
    r"algorithm|figure|fig\b|table|abstract|summary|key\s?words|index terms|ccs|general terms|categories|received|"
    r"correspond|e-?mail|acm reference|input|output|step)\b|"
    r"(?:observation|fact|property|condition|hypothesis|rule|case|problem|question)\s+\d",
    re.IGNORECASE,
)
_LONG_WORD = 7  # fewest letters of a single word in capitals that is a heading rather than an acronym
_SMALL_CAPITALS = re.compile(r"caps|csc\d|smallc|[a-z]SC\b|-SC\b", re.IGNORECASE)  # in names of fonts

Numbering = Literal["arabic", "letter", "roman", "none"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. `level` counts from 1; it is 0 if only the style can determine it (no number, no common name)."""

    text: str
    level: int
    numbering: Numbering
    size: float
    bold: bool
    capitals: bool

    @property
    def look(self) -> tuple[int, bool, bool]:
        """The style of the heading; headings at the same level usually share it."""
        return (round(self.size), self.bold, self.capitals)


def parse_heading(piece: ParagraphPiece, body: float) -> Heading | None:
    """Parse a piece as a heading; return None if it is no heading. `body` is the font size of the running text."""
    text = piece.text.strip()
    if piece.role != "text" or len(piece.lines) > _MAX_LINES or not 2 < len(text) <= _MAX_CHARACTERS:
        return None
    # The largest letters count, because most letters in small capitals are small.
    size, bold = max(t.font.size for t in piece.lines[0].tokens), all(line.bold for line in piece.lines)
    capitals = _is_upper_case(text) or _is_in_small_capitals(piece)
    larger = size > body + 0.6
    styled = bold or larger or capitals or all(line.italic for line in piece.lines)
    match = NUMBERED.match(text)
    if match and styled and not text.endswith(",") and reads_like_title(match["title"]):
        number = match["number"]
        return Heading(text, 1 + number.count("."), classify_numbering(number), size, bold, capitals)
    if _APPENDIX.match(text) and styled:
        return Heading(text, 1, "none", size, bold, capitals)
    if is_known_heading(text) and (styled or len(piece.lines) == 1):
        return Heading(text, 1, "none", size, bold, capitals)
    if text.endswith((",", ";", "-")) or size < body - 0.6 or len(text.split()) > _MAX_WORDS:
        return None
    stands_out = bold or larger or (capitals and (len(text.split()) > 1 or len(text) >= _LONG_WORD))
    return Heading(text, 0, "none", size, bold, capitals) if stands_out and reads_like_title(text) else None


def parse_plain_heading(piece: ParagraphPiece) -> Heading | None:
    """Parse a separate line in the text's type as a heading; return None if it is no heading.

    It is a heading if it is in italics or its number has two levels or more. This holds only for text after the first
    heading.
    """
    text, line = piece.text.strip(), piece.lines[0]
    if piece.role != "text" or len(piece.lines) > 1 or text.endswith((".", ",", ";", ":", "-", "?", "!")):
        return None
    match = NUMBERED.match(text)
    title = match["title"] if match else text
    if len(title.split()) > MAX_WORDS_IN_TEXT or not reads_like_title(title) or STATEMENT_LABEL.match(title):
        return None
    if match and "." in match["number"] and title[0].isupper():
        number = match["number"]
        level = 1 + number.count(".")
        return Heading(text, level, classify_numbering(number), line.size, False, False)
    italic = line.italic and line.characters >= _LONG_WORD and not match
    return Heading(text, _ITALIC_LEVEL, "none", line.size, False, False) if italic else None


def is_heading_line(line: Line, columns: Sequence[TextColumn]) -> bool:
    """True if the line alone looks like a numbered or common heading, at the left edge or in the middle of a column."""
    text = line.text.strip()
    if len(text) > _MAX_CHARACTERS or not (line.bold or _is_upper_case(text)):
        return False
    middle = (line.bbox.x0 + line.bbox.x1) / 2
    placed = any(abs(line.bbox.x0 - f.left) < 4 or abs(middle - (f.left + f.right) / 2) < 4 for f in columns)
    return placed and (is_known_heading(text) or bool(NUMBERED.match(text)))


def is_known_heading(text: str) -> bool:
    """True if the text is a common heading such as "Introduction", with or without a number."""
    bare = re.sub(r"^(?:[\dIVX]{1,4}(?:\.\d+)*\.?)\s+", "", text).strip(" .:").casefold()
    return bare in _KNOWN


def is_numbered(text: str) -> bool:
    """True if the text begins with the number or letter of a section."""
    return bool(NUMBERED.match(text.strip()))


def is_references_heading(text: str) -> bool:
    """True if the heading opens the bibliography."""
    return bool(_REFERENCES.match(text.strip()))


def are_one_heading(first: ParagraphPiece, second: ParagraphPiece) -> bool:
    """True if `second` is the next line of the heading `first` and does not begin with a number."""
    above, below = first.lines[-1], second.lines[0]
    close = 0 < below.baseline - above.baseline < 1.6 * above.size and first.page == second.page
    alike = abs(above.size - below.size) < 0.3 and above.bold == below.bold
    return (
        close
        and alike
        and not NUMBERED.match(second.text)
        and len(first.lines) + len(second.lines) <= _MAX_LINES
    )


def classify_numbering(number: str) -> Numbering:
    """Return the kind of numbering to which a section number belongs."""
    if number[0].isdecimal():
        return "arabic"
    return "roman" if re.fullmatch(r"[IVX]+", number) else "letter"


def _is_upper_case(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and sum(map(str.isupper, letters)) > 0.85 * len(letters)


def _is_in_small_capitals(piece: ParagraphPiece) -> bool:
    """True if most letters are in a font of small capitals. The extracted text of such a font may be in lower case."""
    tokens = [token for line in piece.lines for token in line.tokens]
    letters = sum(len(token.text) for token in tokens)
    return sum(len(t.text) for t in tokens if _SMALL_CAPITALS.search(t.font.name)) > 0.6 * letters


def reads_like_title(text: str) -> bool:
    """True if the text begins like a heading and consists of words rather than numbers or symbols."""
    letters = sum(char.isalpha() or char.isspace() for char in text)
    first = text.lstrip("“\"'([")[:1]
    words = [word for word in text.split() if sum(map(str.isalpha, word)) >= 3]
    return (first.isupper() or first.isdecimal()) and letters > 0.7 * len(text) and bool(words)
