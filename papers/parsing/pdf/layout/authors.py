"""Extract author names from the lines between a paper's title and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..text.lines import Line
from .byline import Look, Segment, has_mail, read_rows
from .person_names import is_name, is_place

# Names with the family name in capitals: "ZHOU GuoDong", "Dong Hong JI"; several may stand side by side.
_FAMILY, _GIVEN = (
    r"(?P<family>[A-Z][A-Z'’-]+)",
    r"(?P<given>[A-Z][\w'’-]*[a-z][\w'’-]*(?: [A-Z][\w'’-]*[a-z][\w'’-]*)?)",
)
_WITH_CAPITALS = (re.compile(rf"{_FAMILY} {_GIVEN}(?: |$)"), re.compile(rf"{_GIVEN} {_FAMILY}(?: |$)"))
_SHORTEST_FAMILY = 3  # letters in capitals that are no initials
_WORD = re.compile(r"[A-ZÀ-Ž][\w'’.-]+|[A-ZÀ-Ž]\.")


def extract_author_names(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names in the order of the lines, from left to right.

    A name has two to five words in the type of the first name found. Text that contains a mail address, a number, or
    a word of institutions and places is no name, nor is what follows it. Where family names are in capitals, in the same
    order, they are given as "GuoDong Zhou".
    """
    rows = read_rows(lines)
    if with_capitals := _names_with_capitals(rows):
        return with_capitals
    names: list[str] = []
    look: Look | None = None
    is_beside_places = False
    for segment in _join_broken(rows):
        found = segment.names(names, is_beside_places)
        if not found or (look is not None and not look.fits(segment.look)):
            continue
        if look is None:
            look, is_beside_places = segment.look, segment.has_place
        names += [name for name in found if name not in names]
    return tuple(names) or _single_name(rows)


def _join_broken(rows: Sequence[Sequence[Segment]]) -> Iterator[Segment]:
    """The segments in order, a name broken at the end of a list of names joined: "Ada Falk, Ben Reyes, Ida" "Holm, Tim Berg"."""
    open_word = ""
    for place, row in enumerate(rows):
        following = rows[place + 1] if place + 1 < len(rows) else ()
        for segment in row:
            parts = segment.parts
            if open_word:
                parts, open_word = (f"{open_word} {parts[0]}", *parts[1:]), ""
            if len(row) == len(following) == 1 and _is_broken(parts, following[0].parts):
                *rest, open_word = parts
                parts = tuple(rest)
            yield replace(segment, parts=parts)


def _is_broken(parts: Sequence[str], following: Sequence[str]) -> bool:
    """True if the last of the names `parts` goes on at the beginning of the line that follows."""
    *names, last = parts or ("",)
    if len(names) < 2 or not all(map(is_name, names)) or not _WORD.fullmatch(last) or not following:
        return False
    return is_name(f"{last} {following[0]}") and len(following[0].split()) <= 2 and not is_place(following[0])


def _names_with_capitals(rows: Sequence[Sequence[Segment]]) -> tuple[str, ...]:
    """Names whose family names are in capitals; () unless there are two or more, all in the order of the first."""
    parts = [
        part
        for row in rows
        if not any(has_mail(part) or is_place(part) for segment in row for part in segment.parts)
        for segment in row
        for part in segment.parts
        if part
    ]
    for pattern in _WITH_CAPITALS:
        whole = (list(pattern.finditer(part)) for part in parts if not pattern.sub("", part))
        names = [_spell(match) for matches in whole for match in matches]
        if len(names) > 1:
            return tuple(dict.fromkeys(names))
    return ()


def _spell(match: re.Match[str]) -> str:
    return f"{match['given']} {match['family'].title()}"


def _single_name(rows: Sequence[Sequence[Segment]]) -> tuple[str, ...]:
    """The only author, where the first row is a name with the family name in capitals, or of words set apart; else ()."""
    text = " ".join(part for segment in (rows[0] if rows else ()) for part in segment.parts)
    if is_place(text):
        return ()
    match = next((match for pattern in _WITH_CAPITALS if (match := pattern.fullmatch(text))), None)
    if match and len(match["family"]) >= _SHORTEST_FAMILY:
        return (_spell(match),)
    return (text,) if is_name(text) and len(text.split()) == 2 else ()
