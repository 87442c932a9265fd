"""Find affiliations that marks connect to names: "Ada Falk⟦1,2⟧ ... ⟦1⟧ University of Ekby"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from .author_names import find_names
from .institutions import clean_place, is_address, is_institution, is_note, is_part
from .marked_lines import MARK, SYMBOLS, MarkedLine, find_below

# Degrees between a name and its marks: ", PharmD, MPH".
_DEGREES = r"(?:[^\S\n]*[,.]\s*(?:[A-Z][a-z]{0,5}[A-Z][\w.]{0,4}|[JS]r\.?|[A-Z]\.[A-Z][\w.]*))*"
_BEHIND_NAME = re.compile(
    rf"{_DEGREES}[^\S\n]*[,.]?[^\S\n]*,?[^\S\n]*(?:{MARK.pattern}|\(?(?P<plain>\d{{1,2}}(?:, ?\d{{1,2}})*|[a-e](?=[\s,]))(?!\w))"
)
_SINGLE = re.compile(rf"\d{{1,2}}|[^\W\d_]|[{SYMBOLS}]")
_RAISED = re.compile(rf"{MARK.pattern}[.,)]*\s?(?=[\"“(]?[^\W_])")
_PLAIN = re.compile(r"(?:^|(?<=[;,.] ))\(?(\d{1,2}|[a-z](?=[.)]? [A-Z]))[.)]? ?(?=[^\W\d_a-z])", re.MULTILINE)
_BEFORE = re.compile(rf"(?:^|(?<=⟧))([^⟦⟧]+){MARK.pattern}")
_SEVERAL = re.compile(r"(Department|Division|School|Institute|Laborator)(?:s|ies) of\s*$")
_OPEN_END = re.compile(r"(?:,(?: and)?|\band|&)\s*$")
_CLOSE, _FAR = 1.75, 2.7  # font sizes from line to line; the same in double spacing
_LEAST = 0.5  # smallest share of the authors whose marks must lead to institutions

Pieces = list[tuple[str, str]]  # marks, each with the text after it


def read_marked_places(lines: Sequence[MarkedLine], marks: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Map each author whose `marks` lead to institutions to these, joined by "; ".

    Return {} if the marks of less than half of the authors lead to institutions.
    """
    own = {mark for each in marks.values() for mark in each}
    places: dict[str, str] = {}
    for block in list_marked_blocks(lines):
        pieces = {mark: clean_place(text) for mark, text in share_ends(split_at_marks(block)) if mark in own}
        if any(map(is_institution, pieces.values())):
            places = {mark: place for mark, place in pieces.items() if place} | places
    places = places or _read_marks_behind_places(lines, own, tuple(marks))
    found = {
        author: "; ".join(dict.fromkeys(places[mark] for mark in each if mark in places))
        for author, each in marks.items()
    }
    found = {author: place for author, place in found.items() if place}
    return found if len(found) >= _LEAST * len(marks) else {}


def _read_marks_behind_places(
    lines: Sequence[MarkedLine], own: Collection[str], authors: Sequence[str]
) -> dict[str, str]:
    """Map marks to the institutions that precede them: "University of Ekby⟦1⟧, Rain Laboratory⟦2⟧"."""
    return {
        mark: place
        for line in lines
        if not any(find_names(authors, line.plain))
        for text, printed in _BEFORE.findall(line.text)
        for mark in _SINGLE.findall(printed)
        if mark in own and is_institution(place := clean_place(text))
    }


def read_marks(text: str, authors: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Map each name in the lines `text` to the marks after it."""
    names = sorted(find_names(authors, text), key=lambda found: found[1].start())
    ends = [match.start() for _, match in names[1:]] + [len(text)]
    return {
        name: _read_marks_behind(text[match.end() : end])
        for (name, match), end in zip(names, ends, strict=False)
    }


def _read_marks_behind(text: str) -> tuple[str, ...]:
    match = _BEHIND_NAME.match(text)
    printed = (match[1] or match["plain"]) if match else ""
    return tuple(dict.fromkeys(_SINGLE.findall(printed)))


def list_marked_blocks(lines: Sequence[MarkedLine]) -> Iterator[str]:
    """Yield each line that begins with a mark, joined with the lines that continue it."""
    known: set[int] = set()
    for line in lines:
        if id(line) in known or not _begins_block(line):
            continue
        text = ""
        following: MarkedLine | None = line
        while following and id(following) not in known:
            known.add(id(following))
            text += f"{following.text}\n" if following.plain else following.text
            following = _find_next(lines, following)
        yield text


def _begins_block(line: MarkedLine) -> bool:
    first = _RAISED.search(line.text)
    is_raised = first and (first.start() == 0 or _SEVERAL.match(line.text[: first.start()]))
    return bool(is_raised or _PLAIN.match(line.text) or not line.plain)


def _find_next(lines: Sequence[MarkedLine], line: MarkedLine) -> MarkedLine | None:
    """Return the line below `line` that continues its block; None at the end of the block."""
    near = find_below(lines, line, _CLOSE)
    if near is None and (far := find_below(lines, line, _FAR)) and is_address(far.plain):
        near = far
    return None if near is None or is_note(near.plain) else near


def split_at_marks(block: str) -> Pieces:
    """Split a block into its marks with the texts after them; the first mark is "", with the words before any mark."""
    raised = list(_RAISED.finditer(block))
    starts = raised or list(_list_numbered(block))
    ends = [match.start() for match in starts] + [len(block)]
    pieces = [("", block[: ends[0]])]
    for match, end in zip(starts, ends[1:], strict=True):
        pieces += [(mark, block[match.end() : end]) for mark in _SINGLE.findall(match[1])]
    return pieces


def _list_numbered(block: str) -> Iterator[re.Match[str]]:
    """Yield the matches of marks that count up. Other numbers are house numbers."""
    last = ""
    for match in _PLAIN.finditer(block):
        mark = match[1]
        if (
            not last
            or (mark.isdecimal() and last.isdecimal() and int(mark) == int(last) + 1)
            or mark > last > "9"
        ):
            last = mark
            yield match


def share_ends(pieces: Pieces) -> Pieces:
    """Complete `pieces` that share one beginning or end: "Departments of ⟦a⟧Rain and ⟦b⟧Snow, Ekby College"."""
    begun: Pieces = []
    kind = ""
    for mark, text in pieces:
        several = _SEVERAL.search(text)
        begun.append((mark, kind + (text[: several.start()] if several else text)))
        kind = f"{several[1]} of " if several else kind if _OPEN_END.search(text) else ""
    found: Pieces = []
    end = ""
    for mark, text in reversed(begun):
        body = _OPEN_END.sub("", text).rstrip()
        if end and body != text.rstrip() and "," not in body and is_part(body):
            text = f"{body}, {end}"
        else:
            end = text.partition(", ")[2]
        found.append((mark, text))
    return found[::-1]
