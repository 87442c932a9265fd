"""Each author's affiliation: by a mark, in the lines right below the name, or where all authors share one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...record import Affiliation
from ...types import BBox, Block, Paper
from .author_names import find_name, find_names
from .printed_page import PrintedPage

# Lines around the title that name no author: of the venue, of rights, dates, editors, or a note.
_OTHER_LINE = re.compile(
    r"\bproceedings of\b|\bcopyright\b|[©\ufffd]|\ball rights\b|\bpermission\b|\b(?:submitted|received|published|accepted)\b"
    r"|\beditors?:|\bdoi\b|https?:|\bvol(?:ume|\.)|\bconference on\b|\bjournal of\b|\bpages? \d|\bequal contribution\b",
    re.I,
)
_LONGEST_LINE = 60  # words: longer ones are notes
_MARK = r"[\d†‡§¶‖α-ω\x80-\x9f]"
_RAISED = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890")
_NOTE = r"[*∗⋆]*"  # the mark of a footnote on an author, which leads to no affiliation
_MARKS = re.compile(
    rf"[\s,]*{_NOTE}\s?\(?(?P<marks>{_MARK}(?:{_NOTE}[,\s]*,\s*{_MARK}|{_MARK})*)\)?{_NOTE}|(?P<letter>[a-z])(?=[\s,]|$)"
)
_NEXT_MARK = re.compile(rf"[\s,;]+\(?{_MARK}\)?\s?(?=[A-Z])|\s[a-z](?=[A-Z][a-z])")
_EMAIL = re.compile(
    r"(?:\b(?:e-?mail|contact) ?: ?)?(?:[{(]?(?<![\w.+-])[\w.+-]{1,64}(?:, ?[\w.+-]{1,64}){0,20}[})]? ?@|\{)",
    re.I,
)
_UNFINISHED = re.compile(r"(?:,|\b(?:of|for|and|the|&|in))$", re.I)
_CONTINUING = re.compile(r"(?:&|and|of|for)\b", re.I)
_LONG_NOTE = re.compile(r"[*∗⋆†](?: ?\S+){10}")
_MARKED = re.compile(rf"\(?(?:{_MARK}|[*∗⋆])")
_JOINING = re.compile(r"^(?:[\s,;*∗⋆&]|and\b)+|[\s,;*∗⋆&]+$")
_PLACES_NOTE = re.compile(r"\W*equal contribution\W*(?=[¹\d†])", re.I)
_CORRESPONDING = re.compile(rf"(?<!\d)(?P<mark>{_MARK}|[*∗⋆]) ?corresponding author", re.I)
_LETTERS_TO = re.compile(
    r"\b(?:correspondence to|corresponding author):? ?(?P<names>(?-i:[A-Z]).{3,80})", re.I
)
_PARTS = re.compile(r"; |, ")
# An institution begins with a word, not with what is left of marks: "†, and", "a,∗".
_PLACE = re.compile(r"(?!and\b)[^\W_¹²³⁴⁵⁶⁷⁸⁹⁰](?=[^\s,;∗*†‡]).*[^\W\d_]{2}", re.DOTALL)
_ROW = 4.0  # points by which two lines of one row may differ in height
_LONGEST_PLACE = 30  # words of an institution with its address; more are the text below it
_MOST_AUTHORS = 100  # of a paper whose institutions are read one by one


@dataclass(frozen=True, slots=True)
class _Front:
    """The text around the authors, where the last name of `authors` ends in it, and the names in each of its lines."""

    text: str
    last: int
    named: Sequence[Sequence[str]]
    authors: Sequence[str]


def list_byline(paper: Paper) -> tuple[Block, ...]:
    """The lines below the title with authors, affiliations and addresses, in the order of reading; for a paper whose authors are
    not known, all around the title."""
    lines = [
        block
        for block in paper.blocks
        if block.kind == "front"
        and block.page <= 1
        and len(block.text.split()) <= _LONGEST_LINE
        and not _OTHER_LINE.search(block.text)
    ]
    named = (line.bbox.y0 for line in lines if any(find_names(paper.authors, line.text)))
    first = min(named, default=0.0)
    return tuple(line for line in lines if line.bbox.y0 > first - _ROW)


def read_affiliations(paper: Paper, page: PrintedPage) -> tuple[Affiliation, ...]:
    """The institutions of the authors, in their order, each with the longest part that the page prints in one piece."""
    if len(paper.authors) > _MOST_AUTHORS:
        return ()
    found = find_affiliations(paper, paper.authors)
    return tuple(
        Affiliation(
            author, page.find_any(place, (place, *sorted(_PARTS.split(place), key=len, reverse=True)))
        )
        for author, place in found.items()
    )


def find_affiliations(paper: Paper, authors: Sequence[str]) -> dict[str, str]:
    """The institution that the first page gives to each of `authors`, without those for whom it is not clear."""
    lines = list_byline(paper)
    if len(paper.authors) == 1 and lines:
        found = {name: _join_lines([_behind_name(line.text, name) for line in lines]) for name in authors}
    else:
        front = _read_front(paper, lines)
        shared = _shared(lines, front.named)
        found = {
            name: _by_mark(front, name) or shared or _by_column(lines, front.named, name) for name in authors
        }
    return {
        name: place
        for name, place in found.items()
        if _PLACE.match(place) and all(len(part.split()) <= _LONGEST_PLACE for part in place.split("; "))
    }


def _read_front(paper: Paper, lines: Sequence[Block]) -> _Front:
    text = _marked_text(paper, lines)
    named = [tuple(name for name, _ in find_names(paper.authors, line.text)) for line in lines]
    last = max((match.end() for _, match in find_names(paper.authors, text)), default=0)
    return _Front(text, last, named, paper.authors)


def find_correspondent(paper: Paper, page: str) -> str | None:
    """The author whom the first page, of which `page` is the text, calls the corresponding one; None where it names none."""
    page = page.translate(_RAISED)
    if (match := _LETTERS_TO.search(page)) and (
        names := [name for name in paper.authors if match["names"].startswith(name)]
    ):
        return max(names, key=len)
    match = _CORRESPONDING.search(page)
    marks = rf"[\s,a-z{_MARK[1:-1]}*∗⋆]{{0,8}}?{re.escape(match['mark'])}" if match else "(?!)"
    return next(
        (name for name, at in find_names(paper.authors, page) if re.match(marks, page[at.end() :])),
        None,
    )


def _marked_text(paper: Paper, lines: Sequence[Block]) -> str:
    """The lines below the title, and the notes at the foot of the first page that give affiliations."""
    blocks = (block.text for block in paper.blocks if block.page == 1)
    notes = (
        text[match.end() :].partition("Correspond")[0]
        for text in blocks
        if (match := _PLACES_NOTE.match(text))
    )
    return " ".join([*(line.text for line in lines), *notes]).translate(_RAISED)


def _by_mark(front: _Front, author: str) -> str:
    """The affiliations that have a mark of `author`, in the order of the marks."""
    name = find_name(author, front.text)
    match = _MARKS.match(front.text, name.end()) if name else None
    if match is None:
        return ""
    marks = dict.fromkeys(re.findall(_MARK, match["marks"]) if match["marks"] else match["letter"])
    found = [_marked_place(front, mark) for mark in marks]
    return "; ".join(found) if all(found) else ""


def _marked_place(front: _Front, mark: str) -> str:
    """The institution behind `mark`, or before it if marks are behind the institutions: "1 MIT", "MIT 1"."""
    text = front.text
    marks = _MARKS.match(text, front.last)
    places = text[marks.end() if marks else front.last :].strip(" ,")
    if not re.match(rf"\(?{_MARK}|[a-z][A-Z]", places):  # "Ada Falk 1 University of Ekby 1, MIT 2"
        behind = re.search(rf"(?P<place>[A-Z][^\d†‡§¶‖@{{]*?)[\s,]*{re.escape(mark)}(?=[\s,;]|$)", places)
        if behind:
            return behind["place"].strip(" ,;")
    for match in re.finditer(rf"(?:(?<=[\s,;(])|^){re.escape(mark)}\)?\s*(?=[A-Z])", text):
        place = _first_place(text[match.end() :])
        names = [name.start() for _, name in find_names(front.authors, place)]
        if place := place[: min(names, default=len(place))].strip(" ,;"):
            return place
    return ""


def _first_place(text: str) -> str:
    """The beginning of `text`, up to the next mark or e-mail address."""
    ends = [match.start() for pattern in (_NEXT_MARK, _EMAIL) if (match := pattern.search(text))]
    return text[: min(ends, default=len(text))].strip(" ,;")


def _shared(lines: Sequence[Block], named: Sequence[Sequence[str]]) -> str:
    """The lines behind and below the names of all authors, if they are in a single column and without marks."""
    below = [
        line
        for line, names in zip(lines, named, strict=True)
        if not names and not _LONG_NOTE.match(line.text)
    ]
    above = [line for line, names in zip(lines, named, strict=True) if names]
    between = [_without_names(line.text, names) for line, names in zip(lines, named, strict=True) if names]
    heights = sorted(line.bbox.y0 for line in below)
    lowest = max((line.bbox.y0 for line in above), default=0.0)
    is_one_column = all(y > lowest for y in heights) and all(b - a >= _ROW for a, b in pairwise(heights))
    if not is_one_column or any(between[:-1]) or any(_MARKED.match(line.text) for line in below):
        return ""
    return _join_lines([*between, *(line.text for line in below)])


def _without_names(text: str, names: Sequence[str]) -> str:
    """The rest of a line of authors without their names, marks of notes and what joins them."""
    for name in names:
        if match := find_name(name, text):
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return _JOINING.sub("", text)


def _by_column(lines: Sequence[Block], named: Sequence[Sequence[str]], author: str) -> str:
    """The lines below the name of `author` and within its column, above the next author in it."""
    own = next((line for line, names in zip(lines, named, strict=True) if author in names), None)
    if own is None or (len(named[lines.index(own)]) > 1 and " and " not in own.text):
        return ""
    others = [line.bbox for line, names in zip(lines, named, strict=True) if names and line is not own]
    below = [
        line
        for line, names in zip(lines, named, strict=True)
        if not names
        and own.bbox.y0 < line.bbox.y0
        and _is_below(own.bbox, line.bbox)
        # the nearest name above counts
        and not any(
            own.bbox.y0 + _ROW < box.y0 < line.bbox.y0 and _is_below(box, line.bbox) for box in others
        )
    ]
    beside = _behind_name(own.text, author) if len(named[lines.index(own)]) == 1 else ""
    return _join_lines(
        [
            beside,
            *(line.text for line in sorted(below, key=lambda line: (line.bbox.y0 // _ROW, line.bbox.x0))),
        ]
    )


def _behind_name(text: str, author: str) -> str:
    """The rest of the line behind the name of `author`, without marks; all of a line without it."""
    name = find_name(author, text)
    return re.sub(rf"^(?:[^\w(]|{_MARK})+", "", text[name.end() :]) if name else text


def _join_lines(lines: Sequence[str]) -> str:
    """The lines as one text, without e-mail addresses, with commas between complete ones."""
    text = ""
    for line in lines:
        part = _EMAIL.split(line)[0].strip(" ,;")
        if part:
            is_open = not text or _UNFINISHED.search(text) or _CONTINUING.match(part)
            text += ("" if not text else " " if is_open else ", ") + part
    return text


def _is_below(upper: BBox, lower: BBox) -> bool:
    """True if `lower` is centred or aligned below `upper`."""
    apart = abs(upper.x0 + upper.x1 - lower.x0 - lower.x1) / 2
    return apart < max(upper.width, lower.width) / 3 or abs(upper.x0 - lower.x0) < _ROW
