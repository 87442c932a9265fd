"""Find the lines of a table of contents, which are neither headings nor text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..text.lines import Line

_LEADERS = re.compile(r"(?:[.·…_]\s?){4,}\s*\(?(?:(?P<page>\d{1,4})|[ivxlc]{1,6})\)?$|(?:\.\s?){8,}$")
_ENTRY = re.compile(
    r"^(?P<number>(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*\.?\s+)?[^\W\d_].*[^\d\s.,]\s+(?P<page>\d{1,4}|[ivxl]{1,5})$"
)
_TITLE = re.compile(r"(?:table of )?contents|list of (?:figures|tables)", re.IGNORECASE)
_FEWEST = 3  # fewest entries below a title such as "Contents"


def find_contents_lines(lines: Sequence[Line]) -> set[int]:
    """Return the `id` of each line of a table of contents.

    These are lines with leaders before a page number, a title such as "Contents", and the entries below it.
    """
    led = [(line, match) for line in lines if (match := _LEADERS.search(line.text))]
    pages = [int(match["page"]) for _, match in led if match["page"]]
    found = (
        {id(line) for line, _ in led} if pages == sorted(pages) else set()
    )  # page numbers ascend; the numbers in rows of a table do not
    for place, line in enumerate(lines):
        if _TITLE.fullmatch(line.text.strip(" .:")):
            entries = list(_list_entries(lines[place + 1 :]))
            if len(entries) >= _FEWEST or any(id(entry) in found for entry in entries):
                found |= {id(line), *map(id, entries)}
    return found


def _list_entries(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the entries at the beginning of `lines`, which end with ascending page numbers.

    An entry may take two lines.
    """
    last, wrapped = 0, None
    for line in lines:
        match = _ENTRY.match(line.text)
        leaders = _LEADERS.search(line.text)
        page = match["page"] if match else ""
        if not (leaders or page):
            if wrapped is not None:
                return
            wrapped = line
            continue
        if page.isdecimal() and int(page) < last and not leaders:
            return
        if wrapped is not None:
            yield wrapped
            wrapped = None
        last = int(page) if page.isdecimal() else last
        yield line
