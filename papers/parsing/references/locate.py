"""Find the bibliographies of a paper by their headings or, if they have no heading, by their numbers or shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .authors import starts_like_authors
from .labels import parse_label
from .lines import BibliographyLine, find_repeated
from .shape import is_bibliography_heading, looks_like_entry, score_line
from .split import BibliographyEntry, split_entries

_FEWEST = 2  # fewest entries after a heading, and fewest numbered entries of a chapter
_FEWEST_UNHEADED = 5  # fewest entries without a heading
_MANY = 10  # entries after headings; fewer may follow the word "Reference" in a table, with the bibliography elsewhere
_MOST_LISTS = 40  # most bibliographies of chapters


def find_entries(lines: Sequence[BibliographyLine]) -> list[BibliographyEntry]:
    """Find the entries of every bibliography in a paper, in order. `BibliographyEntry.lines` are indexes into `lines`.

    A paper with a supplement may have two bibliographies, and a thesis one for each chapter. A heading without entries
    after it, as in a table of contents, is ignored.
    """
    repeated = find_repeated(lines)
    places = [place for place in range(len(lines)) if place not in repeated]
    entries = _find_lists([lines[place] for place in places])
    return [replace(entry, lines=tuple(places[i] for i in entry.lines)) for entry in entries]


def _find_lists(lines: Sequence[BibliographyLine]) -> list[BibliographyEntry]:
    heads = [i for i, line in enumerate(lines) if is_bibliography_heading(line.text)]
    found: list[BibliographyEntry] = []
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        entries = _split_entries(lines, head + 1, end)
        if len(entries) >= _FEWEST or (entries and len(heads) == 1):
            found += [replace(entry, group=head) for entry in entries]
    others = _find_unheaded(lines) if len(found) < _MANY else []
    return others if len(others) > 2 * len(found) else found


def _find_unheaded(lines: Sequence[BibliographyLine]) -> list[BibliographyEntry]:
    """Find entries without a heading by their numbers, in footnotes, or by the shape of the text.

    The way that finds the most entries is chosen; [] if it finds too few.
    """
    start, end = _find_densest_run(lines)
    notes = [place for place, line in enumerate(lines) if line.small]
    choices = (
        [entry for entries in _find_numbered(lines, 0, len(lines)) for entry in entries],
        _split_entries(lines, start, end),
        _take_notes([lines[place] for place in notes], notes),
    )
    counts = [sum(looks_like_entry(entry.text) for entry in entries) for entries in choices]
    return choices[counts.index(max(counts))] if max(counts) >= _FEWEST_UNHEADED else []


def _take_notes(lines: Sequence[BibliographyLine], places: Sequence[int]) -> list[BibliographyEntry]:
    """Return the footnotes that cite works; `places` are the indexes of the footnotes' lines in the paper."""
    entries = [entry for found in _find_numbered(lines, 0, len(lines)) for entry in found]
    return [replace(entry, lines=tuple(places[i] for i in entry.lines), group=0) for entry in entries]


def _find_numbered(
    lines: Sequence[BibliographyLine], start: int, end: int, depth: int = 0
) -> Iterator[list[BibliographyEntry]]:
    """Yield the numbered lists without headings, in order.

    The longest list is found first, then other lists before and after it, because each chapter may have its own.
    """
    entries = _split_entries(lines, start, end, headed=False) if depth < _MOST_LISTS else []
    if len(entries) < _FEWEST:
        return
    first, last = entries[0].lines[0], entries[-1].lines[-1]
    yield from _find_numbered(lines, start, first, depth + 1)
    yield [replace(entry, group=first) for entry in entries]
    yield from _find_numbered(lines, last + 1, end, depth + 1)


def _split_entries(
    lines: Sequence[BibliographyLine], start: int, end: int, headed: bool = True
) -> list[BibliographyEntry]:
    return [
        replace(entry, lines=tuple(place + start for place in entry.lines))
        for entry in split_entries(lines[start:end], headed)
    ]


def _find_densest_run(lines: Sequence[BibliographyLine]) -> tuple[int, int]:
    """Return the span, in the second half, in which lines that resemble entries outnumber other lines most.

    This is Kadane's maximum subarray algorithm.
    """
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
    """Return the line on which the entry around `start` begins, at most three lines before `start`."""
    for place in range(start, max(start - 4, -1), -1):
        text = lines[place].text if place < len(lines) else ""
        if parse_label(text)[0] or starts_like_authors(text):
            return place
    return start
