"""Extract author names from the lines between a paper's title and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ....titles import fold_title
from ....types import BBox
from ..text.frame import bounding_box
from ..text.lines import Line
from .byline import BylineRow, Segment, has_mail, read_rows
from .person_names import PARTICLES, WITH_CAPITALS, clean_name, is_name, is_place, split_list

_SHORTEST_FAMILY = 3  # fewest letters of a family name in capitals; shorter words may be initials
# Headings that end the list of names.
_TEXT_HEADING = re.compile(
    r"(?:abstract|summary|resum[eo]n?|résumé|zusammenfassung|riassunto|аннотация|key\s?words|index terms|contents|highlights"
    r"|(?:(?:1|I)\.?\s+)?introduction|background|objectives?|purpose|importance|significance|author note)\b",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?:a ?b ?s ?t ?r ?a ?c ?t|a r t i c l e)\b", re.IGNORECASE)
_LINKING = frozenset("of and the for in at by to with from on und et y".split()) | PARTICLES
_TEXT_WORDS, _TEXT_SHARE = (
    6,
    0.3,
)  # words, and share of words in lower case, from which a line is running text
_ABOVE = 6.0  # distance above a title, in its font sizes, within which authors may be named
_LEAST_MERIT = 0.4


@dataclass(frozen=True, slots=True)
class Byline:
    """The names of the authors in order, and the baseline `end` of the last line that has a name."""

    names: tuple[str, ...] = ()
    end: float = 0.0  # baseline


def find_byline(lines: Sequence[Line], title: Sequence[Line], author: str = "") -> Byline:
    """Find the authors named near a title on its page.

    Names below the title, before the text begins, come first. Failing them, names just above the title are taken;
    failing these as well, the names in the file's metadata (`author`), if the page prints all of them.
    """
    if not title:
        return Byline()
    top, bottom = title[0].baseline, title[-1].baseline
    box = bounding_box([line.bbox for line in title])
    in_title = {id(line) for line in title}
    others = [line for line in lines if id(line) not in in_title]
    below = _select_front_rows([line for line in others if line.baseline > bottom], box)
    byline = _read_byline(below)
    if not byline.names:
        near = [line for line in others if 0 < top - line.baseline < _ABOVE * title[0].size]
        byline = _read_byline([row for row in read_rows(near) if row.has_names])
    if not byline.names:
        printed = fold_title(" ".join(line.text for line in others))
        named = [clean_name(part) for part in split_list(author)]
        if named and all(is_name(name) and fold_title(name) in printed for name in named):
            return Byline(tuple(named), bottom)
    return byline


def _select_front_rows(lines: Sequence[Line], title: BBox) -> list[BylineRow]:
    """Select the rows below a title up to the abstract or the text.

    Text and notes next to the title's column are left out.
    """
    chosen: list[BylineRow] = []
    text = 0
    beside = {id(line) for line in lines if line.bbox.x0 >= title.x1 or line.bbox.x1 <= title.x0}
    for row in read_rows([line for line in lines if not (id(line) in beside and is_running_text(line))]):
        if all(id(line) in beside for line in row.lines):
            continue
        if any(_TEXT_HEADING.match(line.text) or _SPACED.match(line.text) for line in row.lines):
            break
        text = text + 1 if any(map(is_running_text, row.lines)) and not row.has_names else 0
        if text > 1 or (text and any(each.has_names for each in chosen)):
            break
        if not text:
            chosen.append(row)
    return chosen


def is_running_text(line: Line) -> bool:
    """True if many words of the line begin in lower case, not counting words such as "of" in names of institutions."""
    words = [word for word in line.text.split() if len(word) > 1 and word[0].isalpha()]
    small = [
        word for word in words if word[0].islower() and len(word) > 2 and word.casefold() not in _LINKING
    ]
    return len(words) >= _TEXT_WORDS and len(small) >= _TEXT_SHARE * len(words) and "@" not in line.text


def _read_byline(rows: Sequence[BylineRow]) -> Byline:
    """Read the names in the order of the rows, from left to right.

    A name has the same type as the likeliest first name. Text that contains a mail address, a number, or a word of
    institutions and places is not a name, and neither is the text after it in its segment. If all names write the
    family name in capitals, they are returned as "GuoDong Zhou".
    """
    if with_capitals := _names_with_capitals(rows):
        return Byline(with_capitals, rows[-1].lines[0].baseline)
    joined = [(row, segment) for row, segments in _join_broken(rows) for segment in segments]
    first = _find_first(joined)
    if first is None:
        single = _single_name(rows)
        return Byline(single, rows[0].lines[0].baseline if single else 0.0)
    names: list[str] = []
    end = 0.0
    look, is_beside_places = joined[first][1].look, joined[first][1].has_place
    for row, segment in joined:
        found = segment.names(names, is_beside_places) if look.fits(segment.look) else []
        names += [name for name in found if name not in names]
        end = row.lines[-1].baseline if found else end
    return Byline(tuple(names), end)


def _find_first(joined: Sequence[tuple[BylineRow, Segment]]) -> int | None:
    """Return the index of the segment that most likely names the first author; None if no segment is likely enough.

    The share of names, marks after them, and nearness to the title count.
    """
    best, chosen = _LEAST_MERIT, None
    for index, (_, segment) in enumerate(joined):
        names = segment.names((), is_beside_places=False)
        if not names:
            continue
        merit = segment.purity + 0.3 * bool(segment.marks) + 0.2 * (len(names) > 1) - 0.1 * index
        if merit > best:
            best, chosen = merit, index
    return chosen


def _join_broken(rows: Sequence[BylineRow]) -> Iterator[tuple[BylineRow, list[Segment]]]:
    """Yield the rows with their segments, joining a name that is broken across two lines.

    Example: "Ada Falk, Ben Reyes, Ida" and "Holm, Tim Berg".
    """
    open_word = ""
    for place, row in enumerate(rows):
        following = rows[place + 1].segments if place + 1 < len(rows) else ()
        segments = []
        for segment in row.segments:
            parts = segment.parts
            if open_word:
                parts, open_word = (f"{open_word} {parts[0]}", *parts[1:]), ""
            if len(row.segments) == len(following) == 1 and _is_broken(parts, following[0]):
                *rest, open_word = parts
                parts = tuple(rest)
            segments.append(replace(segment, parts=parts))
        yield row, segments


def _is_broken(parts: Sequence[str], following: Segment) -> bool:
    """True if the last of the names `parts` continues at the beginning of the following line.

    Then at least one of the two pieces is not a name by itself, but both together are one.
    """
    *names, last = parts or ("",)
    if (
        not last
        or following.is_marked
        or not following.parts
        or not any(map(is_name, map(clean_name, names)))
    ):
        return False
    after = following.parts[0]
    if (
        not after
        or is_place(after)
        or is_place(last)
        or (is_name(clean_name(last)) and is_name(clean_name(after)))
    ):
        return False
    return is_name(clean_name(f"{last} {after}"))


def _names_with_capitals(rows: Sequence[BylineRow]) -> tuple[str, ...]:
    """Return the names if their family names are in capitals; otherwise ().

    There must be two or more, all with the same order of given and family name.
    """
    parts = [
        part
        for row in rows
        if not any(has_mail(part) or is_place(part) for segment in row.segments for part in segment.parts)
        for segment in row.segments
        for part in segment.parts
        if part
    ]
    for pattern in WITH_CAPITALS:
        whole = (list(pattern.finditer(part)) for part in parts if not pattern.sub("", part))
        names = [_spell(match) for matches in whole for match in matches]
        if len(names) > 1:
            return tuple(dict.fromkeys(names))
    return ()


def _spell(match: re.Match[str]) -> str:
    return f"{match['given']} {match['family'].title()}"


def _single_name(rows: Sequence[BylineRow]) -> tuple[str, ...]:
    """Return the only author if the first row is just a name; otherwise ().

    The name must have its family name in capitals or consist of two words.
    """
    text = " ".join(part for segment in (rows[0].segments if rows else ()) for part in segment.parts)
    if is_place(text):
        return ()
    match = next((match for pattern in WITH_CAPITALS if (match := pattern.fullmatch(text))), None)
    if match and len(match["family"]) >= _SHORTEST_FAMILY:
        return (_spell(match),)
    return (text,) if is_name(text) and len(text.split()) == 2 else ()
