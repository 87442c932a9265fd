"""Find the bibliography of a paper by its heading or, without one, by its shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .authors import starts_like_authors
from .labels import parse_label
from .lines import BibliographyLine
from .shape import is_bibliography_heading, score_line
from .split import BibliographyEntry, split_entries

_FEWEST = 2  # entries after a heading
_FEWEST_UNHEADED = 5  # entries without a heading


def find_entries(lines: Sequence[BibliographyLine]) -> list[BibliographyEntry]:
    """Entries of every bibliography among the lines of a paper, in order; `BibliographyEntry.lines` index `lines`.

    Papers with a supplement may have two. A heading without entries after it, as in a table of contents, is ignored.
    """
    heads = [i for i, line in enumerate(lines) if is_bibliography_heading(line.text)]
    found: list[BibliographyEntry] = []
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        entries = _split_entries(lines, head + 1, end)
        if len(entries) >= _FEWEST or (entries and len(heads) == 1):
            found += entries
    if found:
        return found
    start, end = _find_densest_run(lines)
    entries = _split_entries(lines, start, end)
    return entries if len(entries) >= _FEWEST_UNHEADED else []


def _split_entries(lines: Sequence[BibliographyLine], start: int, end: int) -> list[BibliographyEntry]:
    return [
        replace(entry, lines=tuple(place + start for place in entry.lines))
        for entry in split_entries(lines[start:end])
    ]


def _find_densest_run(lines: Sequence[BibliographyLine]) -> tuple[int, int]:
    """Span in the second half with the greatest surplus of entry-like lines (Kadane's maximum subarray algorithm)."""
    best = (0, 0, 0)
    start = len(lines) // 2
    total = 0
    for place in range(start, len(lines)):
        total += score_line(lines[place].text)
        if total <= 0:
            total, start = 0, place + 1
        elif total > best[0]:
            best = (total, start, place + 1)
    return _find_entry_start(lines, best[1]), best[2]


def _find_entry_start(lines: Sequence[BibliographyLine], start: int) -> int:
    """The line on which the entry around `start` begins, at most a few lines back."""
    for place in range(start, max(start - 4, -1), -1):
        text = lines[place].text if place < len(lines) else ""
        if parse_label(text)[0] or starts_like_authors(text):
            return place
    return start
