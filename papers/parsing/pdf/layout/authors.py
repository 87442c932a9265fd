"""Extract author names from the lines between a paper's title and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..text.lines import Line
from ..text.tokens import Token

_INSTITUTION = re.compile(
    r"universi|institut|depart|\bdept|labor|\blabs?\b|school|college|facult|research|cent(?:er|re)\b|\binc\b|corp|"
    r"google|microsoft|facebook|amazon|\bibm\b|academy|scien|technolog|\bltd|street|avenue|\broad\b|parkway|floor|"
    r"company|group|division|hospital|author|equal|contribut|correspond|conference|proceedings|association|"
    r"engineering|\bAI\b|national|foundation|editor|published|abstract|computing|systems|"
    r"\bUSA?\b|\bUK\b|china|canada|germany|france|japan|korea|india|israel|singapore|australia|italy|spain|"
    r"netherlands|switzerland|hong kong|taiwan|kingdom|states",
    re.IGNORECASE,
)
_ADDRESS = re.compile(rf"@|\d{{3}}|{_INSTITUTION.pattern}", re.IGNORECASE)
_PARTICLES = frozenset("de van der von la di den el al da dos du le ter bin ben af zu".split())
_SEPARATOR = re.compile(r"[;,&·|]|\band\b|\bAND\b|\bwith\b")
# Names with the family name in capitals: "ZHOU GuoDong", "Dong Hong JI"; several may stand side by side.
_FAMILY, _GIVEN = (
    r"(?P<family>[A-Z][A-Z'’-]+)",
    r"(?P<given>[A-Z][\w'’-]*[a-z][\w'’-]*(?: [A-Z][\w'’-]*[a-z][\w'’-]*)?)",
)
_WITH_CAPITALS = (re.compile(rf"{_FAMILY} {_GIVEN}(?: |$)"), re.compile(rf"{_GIVEN} {_FAMILY}(?: |$)"))
_MARKS = "*∗⁎†‡§¶⋆★⇤♠♣♦♥⋄◦•"


def extract_author_names(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names in the order of the lines, from left to right.

    A name has two to five words in the type of the first name found. Text that contains a mail address, a number, or
    a word of institutions and places is no name. Where two or more have their family names in capitals, in the same
    order, they are given as "GuoDong Zhou".
    """
    if with_capitals := _names_with_capitals(lines):
        return with_capitals
    names: list[str] = []
    look: tuple[bool, bool, float] | None = None
    for row in _group_rows(lines):
        for segment in (segment for line in row for segment in _split_segments(line)):
            font = segment[0].font
            found = [name for name in _split_names(segment) if is_name(name)]
            if not found or _is_no_name(segment):
                continue
            if look is None:
                look = (font.bold, font.italic, font.size)
            if (font.bold, font.italic) == look[:2] and abs(font.size - look[2]) < 0.6:
                names += [name for name in found if name not in names]
    return tuple(names)


def _names_with_capitals(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names whose family names are in capitals; () unless there are two or more, all in the order of the first."""
    parts = [
        part
        for row in _group_rows(lines)
        for line in row
        if not _ADDRESS.search(line.text)
        for segment in _split_segments(line)
        for part in _split_names(segment)
        if part
    ]
    for pattern in _WITH_CAPITALS:
        whole = (list(pattern.finditer(part)) for part in parts if not pattern.sub("", part))
        names = [f"{match['given']} {match['family'].title()}" for matches in whole for match in matches]
        if len(names) > 1:
            return tuple(dict.fromkeys(names))
    return ()


def _group_rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Group lines into rows from top to bottom; lines of about the same height are sorted from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.baseline):
        if rows and line.baseline - rows[-1][0].baseline < 0.5 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.bbox.x0) for row in rows]


def _split_segments(line: Line) -> Iterator[list[Token]]:
    """Split the line at gaps of about twice its usual width or more."""
    gaps = sorted(b.bbox.x0 - a.bbox.x1 for a, b in pairwise(line.tokens))
    usual = max(gaps[len(gaps) // 4] if gaps else 0.0, 0.15 * line.size)
    segment: list[Token] = []
    for token in line.tokens:
        if segment and token.bbox.x0 - segment[-1].bbox.x1 > max(2.2 * usual, 0.5 * line.size):
            yield segment
            segment = []
        segment.append(token)
    if segment:
        yield segment


def _is_no_name(segment: Sequence[Token]) -> bool:
    """True if it contains a mail address, a number in full size, or a word of an institution or place."""
    base = max(token.font.size for token in segment)
    text = " ".join(token.text for token in segment if token.font.size > 0.85 * base)
    return "@" in text or any(map(str.isdecimal, text)) or bool(_INSTITUTION.search(text))


def _split_names(segment: Sequence[Token]) -> list[str]:
    """Split the segment at commas, "and" and raised marks."""
    base = max(token.font.size for token in segment)
    level = max(token.baseline for token in segment if token.font.size == base)
    text = ""
    for token in segment:
        raised = token.font.size < 0.85 * base and level - token.baseline > 0.15 * base
        sign = not any(map(str.isalnum, token.text)) and any(char in _MARKS for char in token.text)
        text += " ; " if raised or sign else ("" if token.glued else " ") + token.text
    return [" ".join(part.split()) for part in _parts(text)]


def are_names(text: str) -> bool:
    """True for names of persons and nothing else, separated by commas or "and"."""
    return not _INSTITUTION.search(text) and all(is_name(part) for part in _parts(text) if part)


def count_names(text: str) -> int:
    """Number of names of persons in `text`, which are separated by commas or "and"; 0 if it contains anything else."""
    return sum(map(bool, _parts(text))) if are_names(text) else 0


def _parts(text: str) -> list[str]:
    return [part.strip(_MARKS + " .0123456789") for part in _SEPARATOR.split(text)]


def is_name(name: str) -> bool:
    """True for two to five capitalised words that are not all initials, without an acronym among ordinary words."""
    words = name.split()
    if not 2 <= len(words) <= 5 or len(name) > 40:
        return False
    if not all(word[0].isupper() or word in _PARTICLES for word in words):
        return False
    shouting = [
        word for word in words if len(word) > 2 and word.isupper() and "." not in word and word != "III"
    ]
    full = [word for word in words if len(word.strip(".")) > 1]
    return bool(full) and (not shouting or len(shouting) >= len(full))
