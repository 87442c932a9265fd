"""Numbers of pages in a journal, beside those in the file."""

from __future__ import annotations

import re

from ..types import Paper

_RANGE = re.compile(r"(\d+)\s?[-–—]+\s?(\d+)")


def find_printed_page(paper: Paper, page: int) -> int | None:
    """The number of `page` in print: as its pages have it, else by the journal's pages if these are as many as the file's."""
    if paper.first_number and page:
        return paper.first_number + page - 1
    span = _RANGE.fullmatch(paper.place.pages or paper.record.pages)
    if span is None or not page:
        return None
    first, last = span[1], span[2]
    last = first[: max(0, len(first) - len(last))] + last  # "464–75"
    return int(first) + page - 1 if int(last) - int(first) + 1 == paper.pages else None


def find_page(paper: Paper, number: int) -> int:
    """The page of the file that has the `number` in print, else the page of that number; 0 if there is none."""
    pages = range(1, paper.pages + 1)
    printed = next((page for page in pages if find_printed_page(paper, page) == number), 0)
    return printed or (number if number in pages else 0)
