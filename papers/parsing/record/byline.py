"""Find the lines around the authors of a paper, and the corresponding author."""

from __future__ import annotations

import re

from ...types import Block, Paper
from .author_names import find_names

# Lines around the title that name no author: lines about the venue, rights, dates or editors, and notes.
_OTHER_LINE = re.compile(
    r"\bproceedings of\b|\bcopyright\b|[©\ufffd]|\ball rights\b|\bpermission\b|\b(?:submitted|received|published|accepted)\b"
    r"|\beditors?:|\bdoi\b|https?:|\bvol(?:ume|\.)|\bconference on\b|\bjournal of\b|\bpages? \d|\bequal contribution\b",
    re.I,
)
_LONGEST_LINE = 60  # most words of a line; longer lines are notes
_ROW = 4.0  # points by which two lines of one row may differ in height
_RAISED = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890")
_MARK = r"[\d†‡§¶‖α-ω\x80-\x9f]"
_CORRESPONDING = re.compile(rf"(?<!\d)(?P<mark>{_MARK}|[*∗⋆]) ?corresponding author", re.I)
_LETTERS_TO = re.compile(
    r"\b(?:correspondence to|corresponding author):? ?(?P<names>(?-i:[A-Z]).{3,80})", re.I
)


def list_byline(paper: Paper) -> tuple[Block, ...]:
    """List the lines below the title with authors, affiliations and addresses, in reading order.

    If the authors are unknown, list all lines around the title.
    """
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


def find_correspondent(paper: Paper, page: str) -> str | None:
    """Return the author whom the first page calls the corresponding author; None if it names no author as such.

    `page` is the text of the first page.
    """
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
