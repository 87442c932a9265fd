"""Find affiliations without marks: after or below the names of their authors, or in one note for all authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from .author_names import find_names
from .institutions import clean_place, is_address, is_institution, is_located_institution, is_note
from .marked_lines import MARK, MarkedLine, find_below

_REACH, _STEP = 3.5, 1.75  # most font sizes from a name to the line below it, and from line to line
_FEW = 6  # most words of a name that no word marks as an institution
_MOST = 8  # most lines of an affiliation
_ROW = 0.3  # most font sizes by which baselines of one row differ
_WIDE = 250.0  # width in points from which a line continues in the next line
_JOINT = re.compile(r"(?:[\s,;|&.:()]|\bby\b|\band\b|\bvon\b|\by\b)+", re.I)
_OTHERS = 3  # most other words per name in a line, such as degrees
_OPEN_END = re.compile(r"(?:[,–-]|\b(?:of|for|and|the|&|in|at|de))\s*$", re.I)
_CONTINUING = re.compile(r"(?:&|and|of|for)\b|[^\W\d_](?<![A-ZÀ-Þ])", re.I)

_Row = tuple[MarkedLine, Sequence[str]]


def read_places_below(lines: Sequence[MarkedLine], authors: Sequence[str]) -> dict[str, str]:
    """Map authors to the institutions after their names or in the lines below.

    Names above other names share the institution below both.
    """
    rows = list(_list_rows(lines, authors))
    own: dict[str, str] = {}
    shared: dict[str, str] = {}
    places: dict[int, str] = {}
    for line, names in reversed(rows):
        below = find_below(lines, line, _REACH, is_alike=False)
        behind = _read_behind(line.plain, names)
        is_shared = not behind and id(below) in places
        place = places[id(below)] if is_shared else _find_institution(_read_block(lines, below, places))
        places[id(line)] = behind or place or _read_above_email(lines, below)
        if places[id(line)]:
            (shared if is_shared else own).update(dict.fromkeys(names, places[id(line)]))
    for line, names in rows:
        beside = {
            places[id(row)] for row, _ in rows if abs(row.baseline - line.baseline) < _ROW * line.size
        } - {""}
        if (
            not places[id(line)]
            and len(beside) == 1
            and find_below(lines, line, _REACH, is_alike=False) is None
        ):
            shared |= dict.fromkeys(names, *beside)
    return shared | own


def read_shared_note(lines: Sequence[MarkedLine]) -> str:
    """Return the only institution with a country that makes up a block of the page, for example at its foot.

    Return "" if no block or several blocks name such an institution.
    """
    notes = []
    for line in lines:
        if not MARK.search(line.text) and is_institution(clean_place(line.text)):
            place = _find_institution(_read_block(lines, line, {}))
            is_whole = is_located_institution(place) and is_institution(place.partition(",")[0])
            notes += [place] if is_whole else []
    return notes[0] if len(notes) == 1 else ""


def _list_rows(lines: Sequence[MarkedLine], authors: Sequence[str]) -> Iterator[_Row]:
    """Yield the lines that consist of names, degrees and institutions, each with its names."""
    for line in lines:
        names = [name for name, _ in find_names(authors, line.plain)]
        rest = _remove_names(line.plain, names)
        is_byline = len(rest.split()) <= _OTHERS * len(names) or is_institution(rest)
        if names and is_byline and not is_note(line.plain):
            yield line, names


def _remove_names(text: str, names: Sequence[str]) -> str:
    for _, match in sorted(find_names(names, text), key=lambda found: -found[1].start()):
        text = f"{text[: match.start()]} {text[match.end() :]}"
    return _JOINT.sub(" ", text).strip()


def _read_behind(text: str, names: Sequence[str]) -> str:
    """Return the institution after the last of `names`; "" if there is no institution."""
    end = max(match.end() for _, match in find_names(names, text))
    place = clean_place(_JOINT.sub("", text[end:], count=1))
    return place if is_institution(place) else ""


def _read_block(
    lines: Sequence[MarkedLine], line: MarkedLine | None, places: Mapping[int, str]
) -> list[MarkedLine]:
    """Return `line` and the lines below it, up to a name, a note or a gap, without e-mail addresses."""
    block: list[MarkedLine] = []
    while line and len(block) < _MOST and id(line) not in places and not _is_other(line):
        block.append(line)
        line = find_below(lines, line, _STEP)
    return [each for each in block if "@" not in each.text or is_institution(clean_place(each.text))]


def _read_above_email(lines: Sequence[MarkedLine], line: MarkedLine | None) -> str:
    """Return the short name in a line above an e-mail address, such as the name of a company; "" if there is none."""
    below = find_below(lines, line, _STEP, is_alike=False) if line else None
    place = clean_place(line.text) if line and below and "@" in below.plain and not _is_other(line) else ""
    return place if len(place.split()) <= _FEW else ""


def _is_other(line: MarkedLine) -> bool:
    return is_note(line.plain) or MARK.match(line.text) is not None


def _find_institution(block: Sequence[MarkedLine]) -> str:
    """Return the institution that the first lines of `block` form, as many lines as possible; "" if they form none.

    Its last line must look like a part of an address, or the line before it must be incomplete.
    """
    for count in range(len(block), 0, -1):
        if count > 1 and not (is_address(block[count - 1].plain) or _OPEN_END.search(block[count - 2].plain)):
            continue
        place = clean_place(_join_lines(block[:count]))
        if is_institution(place):
            return place
    return ""


def _join_lines(block: Sequence[MarkedLine]) -> str:
    """Join the lines into one text, with commas after lines that are complete."""
    text = ""
    for line in block:
        is_open = (
            not text or _OPEN_END.search(text) or _CONTINUING.match(line.plain) or line.bbox.width > _WIDE
        )
        text += ("\n" if is_open else ", ") + line.plain.strip(" ,;")
    return text
