"""Convert between page numbers in a journal and page numbers in the file."""

from __future__ import annotations

import re

from ..types import Paper

_RANGE = re.compile(r"(\d+)\s?[-–—]+\s?(\d+)")


def find_printed_page(paper: Paper, page: int) -> int | None:
    """Return the printed number of `page`; None if it is unknown.

    It comes from the numbers on the pages, or else from the paper's page range in the journal, if that has as many
    pages as the file.
    """
    if paper.first_number and page:
        return paper.first_number + page - 1
    span = _RANGE.fullmatch(paper.place.pages or paper.record.pages)
    if span is None or not page:
        return None
    first, last = span[1], span[2]
    last = first[: max(0, len(first) - len(last))] + last  # "464–75"
    return int(first) + page - 1 if int(last) - int(first) + 1 == paper.pages else None


def find_page(paper: Paper, number: int) -> int:
    """Return the page of the file on which `number` is printed, or else the page with that number in the file.

    Return 0 if there is no such page.
    """
    pages = range(1, paper.pages + 1)
    printed = next((page for page in pages if find_printed_page(paper, page) == number), 0)
    return printed or (number if number in pages else 0)
