"""Split the lines between a paper's title and its text into rows, columns and parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..text.lines import Line
from ..text.tokens import Token
from .person_names import (
    MARKS,
    PARTICLES,
    clean_name,
    drop_years,
    is_addition,
    is_institution,
    is_name,
    is_place,
    score_name,
    split_list,
)

_BYLINE = re.compile(r"^(?:by|authors?(?:\(s\))?:?) +(?=(?-i:[A-Z]))", re.IGNORECASE)
# Marks that may follow a name: "Falk1,2", "Falk (1)", "Falk[0000-0001-2345-6789]", "Falk*".
_MARK = re.compile(
    rf"(?<=[^\W\d])\d{{1,2}}(?=[\s,;*]|$)|\((?:\d{{1,2}}|[a-z]|[*∗†‡])(?:,\s?\w)*\)|\[[\dX -]{{15,}}\]|[{re.escape(MARKS)}]"
)
_LONE_MARK = re.compile(r"\d{1,2}|[a-z]|(?!@)\W*")
_MAIL = re.compile(r"[@{}]")
_ADDRESS = re.compile(r"[({<\[]?\S*@\S+|https?:\S+|\borcid\S*", re.IGNORECASE)
_ICON_FONT = re.compile(r"orcid|academicons|awesome|icon", re.IGNORECASE)
_LOST = "\ufffd"
# The rest of a name after a letter that the text lacks: "Zden k".
_FRAGMENT = re.compile(
    rf"(?<=[a-z]) (?!(?:and|in|of|for|on|at|the|by|to|{'|'.join(sorted(PARTICLES))}) )(?P<rest>[a-zà-ž]{{1,3}})(?= [A-ZÀ-Ž])"
)
_PURE = 0.75  # share of a segment's words that belong to names, above which the segment has names
_RAISED = 0.15  # share of the size by which a mark is raised
_SMALL = 0.85  # share of the size below which a token may be a mark


@dataclass(frozen=True, slots=True)
class Look:
    """The type in which a name is printed."""

    bold: bool
    italic: bool
    size: float

    def fits(self, other: Look) -> bool:
        """True if both are the same type. Sizes may differ slightly, because sizes in scans are estimates."""
        return (self.bold, self.italic) == (other.bold, other.italic) and abs(self.size - other.size) < 0.6


@dataclass(frozen=True, slots=True)
class Segment:
    """The text of one column of a row, split at separators.

    `is_marked` says that it begins with a mark, as an affiliation does.
    """

    parts: tuple[str, ...]
    look: Look
    is_marked: bool = False
    marks: int = 0  # raised marks and signs after the first word

    @property
    def has_place(self) -> bool:
        """True if a part is an affiliation or a mail address."""
        return any(has_mail(part) or is_place(part) for part in self.parts)

    @property
    def merit(self) -> float:
        """Number of words in the segment's names, each name weighted by its plausibility."""
        names = map(clean_name, self.parts)
        return sum(score_name(name) * len(name.split()) for name in names)

    @property
    def purity(self) -> float:
        """Share of the segment's words that belong to names, not counting degrees, affiliations and addresses."""
        parts = [part for part in self.parts if not (is_addition(part) or has_mail(part) or is_place(part))]
        return min(1.0, self.merit / max(1, sum(len(part.split()) for part in parts)))

    def names(self, so_far: Sequence[str], is_beside_places: bool) -> list[str]:
        """Return the names in the segment, up to its first affiliation or mail address.

        `so_far` are the names found before. After the first name, a segment with an affiliation has names only if
        `is_beside_places`: the first author also shared a segment with an affiliation.
        """
        is_other = is_place if so_far else is_institution  # a first name may end in the name of a country
        is_list = self.purity > _PURE and self.marks > 1  # "Lab Saha" among names is a name
        ends = [
            i
            for i, part in enumerate(self.parts)
            if has_mail(part) or (is_other(part) and not (is_list and is_name(clean_name(part))))
        ]
        if (self.is_marked or (ends and not is_beside_places)) and so_far:
            return []
        if any(_has_number(drop_years(part)) for part in self.parts):
            return []
        return [name for part in self.parts[: ends[0] if ends else None] if is_name(name := clean_name(part))]


@dataclass(frozen=True, slots=True)
class BylineRow:
    """Lines at about the same height, and their segments, from left to right."""

    lines: tuple[Line, ...]
    segments: tuple[Segment, ...]

    @property
    def has_names(self) -> bool:
        """True if nearly all words of a segment belong to names."""
        return any(segment.purity > _PURE for segment in self.segments)


def read_rows(lines: Sequence[Line]) -> list[BylineRow]:
    """Group lines into rows, from top to bottom."""
    return [
        BylineRow(tuple(row), tuple(segment for line in row for segment in _read_line(line)))
        for row in _group_rows(lines)
    ]


def _read_line(line: Line) -> list[Segment]:
    """Split a line into segments: either the whole line or its columns, whichever contains more names.

    The whole line may be a list of names with wide gaps.
    """
    whole = _read_segment(line.tokens)
    columns = [_read_segment(tokens) for tokens in split_columns(line)]
    return [whole] if whole.merit > sum(column.merit for column in columns) else columns


def has_mail(text: str) -> bool:
    """True if the text contains a mail address or one of its characters "@", "{" and "}"."""
    return bool(_MAIL.search(text))


def _has_number(part: str) -> bool:
    return not has_mail(part) and not _LONE_MARK.fullmatch(part) and any(map(str.isdecimal, part))


def _group_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Group lines into rows from top to bottom; lines of about the same height are sorted from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.baseline):
        if rows and line.baseline - rows[-1][0].baseline < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.bbox.x0) for row in rows]


def split_columns(line: Line) -> Iterator[list[Token]]:
    """Split the line at gaps that are at least about twice as wide as its usual gaps."""
    gaps = sorted(b.bbox.x0 - a.bbox.x1 for a, b in pairwise(line.tokens))
    usual = max(gaps[len(gaps) // 4] if gaps else 0.0, 0.15 * line.size)
    segment: list[Token] = []
    for token in line.tokens:
        if segment and token.bbox.x0 - segment[-1].bbox.x1 > max(1.8 * usual, 0.48 * line.size):
            yield segment
            segment = []
        segment.append(token)
    if segment:
        yield segment


def _read_segment(tokens: Sequence[Token]) -> Segment:
    """Split the text of the tokens at commas, "and", raised marks and similar separators."""
    base = max(token.font.size for token in tokens)
    level = max(token.baseline for token in tokens if token.font.size == base)
    raised = [token.font.size < _SMALL * base and level - token.baseline > _RAISED * base for token in tokens]
    text, marks = "", 0
    for token, is_raised in zip(tokens, raised, strict=True):
        if is_raised or _is_sign(token, base):
            marks += bool(text)
            text += " ; "
        else:
            text += ("" if token.glued else " ") + token.text
    text = _MARK.sub(" ; ", _ADDRESS.sub(" ; @ ; ", _BYLINE.sub("", text.strip())))
    parts = split_list(_FRAGMENT.sub(rf"{_LOST}\g<rest>", text))
    kept = tuple(part for part in parts if not (part and _LONE_MARK.fullmatch(part)))
    return Segment(kept, _look_of(tokens), raised[0] and tokens[0].text.isalnum(), marks)


def _is_sign(token: Token, base: float) -> bool:
    """True for the mark of a note, even in a font without Unicode mapping.

    A letter within a name that lost its mapping is not a mark.
    """
    if _ICON_FONT.search(token.font.name) or all(unicodedata.category(char) == "Co" for char in token.text):
        return True
    if any(map(str.isalnum, token.text)) or not any(char in MARKS + _LOST for char in token.text):
        return False
    return not (token.text == _LOST and token.glued and token.font.size > base / 2)


def _look_of(tokens: Sequence[Token]) -> Look:
    """Return the type of the first capital in the largest size.

    Other tokens do not count, because "and" may be in another type, and the letters of scans vary.
    """
    size = max(token.font.size for token in tokens)
    large = [token for token in tokens if token.font.size > size - 0.6]
    first = next((token for token in large if token.text[0].isupper()), large[0])
    return Look(first.font.bold, first.font.italic, size)
