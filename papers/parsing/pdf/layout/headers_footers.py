"""Detect running heads, page numbers and other lines that belong to the page rather than to the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..text.lines import Line
from .page_regions import PageLayout

_PAGE_NUMBER = re.compile(
    r"^\W*(?:page\s*)?(?:\d{1,5}|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,5})?\W*$", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")


def find_margin_text(layouts: Sequence[PageLayout]) -> dict[int, tuple[list[Line], list[Line]]]:
    """Map page numbers to the head and foot lines that are text after all.

    A line is not text if the margin of another page has the same words, ignoring digits, or if it is a bare page
    number. Other margin lines are kept: they may be a title or the last row of a table.
    """
    seen: Counter[str] = Counter()
    for layout in layouts:
        seen.update({_key(line) for line in (*layout.head, *layout.foot)})
    return {
        layout.number: (
            [line for line in layout.head if _is_text(line, seen)],
            [line for line in layout.foot if _is_text(line, seen)],
        )
        for layout in layouts
    }


def _is_text(line: Line, seen: Counter[str]) -> bool:
    return seen[_key(line)] < 2 and not _PAGE_NUMBER.match(line.text)


def _key(line: Line) -> str:
    return _DIGITS.sub("#", line.text.casefold()).strip()
