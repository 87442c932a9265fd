"""Find the numbers that are printed on the pages of a paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .pdf.layout.page_regions import PageLayout

_NUMBER = re.compile(r"(?:[Pp]\.)?(\d{1,5})")
_FEWEST, _SHARE = 2, 0.5  # fewest pages, and smallest share of the pages, that print numbers in sequence


def find_first_number(layouts: Sequence[PageLayout], labels: Sequence[str]) -> int:
    """Return the number printed on the first page of the file; 0 if its pages are numbered from 1 or not at all.

    Numbers in running heads and feet come before the `labels` that the file gives its pages.
    """
    heads = Counter(first for layout in layouts for first in _list_first_numbers(layout))
    labeled = Counter(int(label) - place for place, label in enumerate(labels) if label.isdecimal())
    for found in (heads, labeled):
        first, pages = found.most_common(1)[0] if found else (1, 0)
        if pages >= max(_FEWEST, _SHARE * len(layouts)):
            return first if first > 1 else 0
    return 0


def _list_first_numbers(layout: PageLayout) -> set[int]:
    """Return the numbers that the first page of the file would have according to this page.

    They are computed from numbers at the beginning or end of lines in the page's head and foot.
    """
    lines = [line.text.replace("-", " ").split() for line in (*layout.head, *layout.foot)]
    words = [[word for word in line if any(map(str.isalnum, word))] for line in lines]
    matches = [
        _NUMBER.fullmatch(word.strip("–—|·")) for line in words if line for word in (line[0], line[-1])
    ]
    return {int(match[1]) - layout.number + 1 for match in matches if match}
