"""Find the columns under a segment of a line, and split segments over several columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

from ...papers.types import Word
from .lines import TextSegment, segment_of

MOST_WORDS = 12  # most words of joined titles for which all cuts are tried
_ATTACHED = re.compile(r"[↑↓⇑⇓→←*†‡]+|\([^()]*\)")  # belongs to the word before it

Extent = tuple[float, float]  # x positions of the left and right side


def columns_under(segment: TextSegment, columns: Sequence[Extent]) -> list[int]:
    """Return the columns with which the segment overlaps substantially; the nearest column if there is no such
    overlap.
    """
    extent = segment.bbox.x0, segment.bbox.x1
    width = max(1.0, extent[1] - extent[0])
    hit = [
        index for index, column in enumerate(columns)
        if overlap(extent, column) > 0.25 * min(width, max(1.0, column[1] - column[0]))
    ]  # fmt: skip
    if hit:
        return hit
    return [min(range(len(columns)), key=lambda i: (-overlap(extent, columns[i]), i))] if columns else []


def split_by_columns(segment: TextSegment, columns: Sequence[Extent]) -> list[TextSegment]:
    """Split the segment between words in different columns; unchanged if all words are in one column."""
    parts: dict[int, list[Word]] = {}
    nearest = 0
    for before, word in zip([None, *segment.words], segment.words, strict=False):
        middle = (word.bbox.x0 + word.bbox.x1) / 2
        if before is None or not _ATTACHED.fullmatch(word.text) or _ATTACHED.fullmatch(before.text):
            nearest = min(range(len(columns)), key=lambda i: (_distance(middle, columns[i]), i))
        parts.setdefault(nearest, []).append(word)
    return [segment_of(words) for _, words in sorted(parts.items())] if len(parts) > 1 else [segment]


def split_titles(segment: TextSegment, columns: Sequence[Extent]) -> list[TextSegment]:
    """Split the segment into one title per column, so that the sides or centers of titles match the columns.

    Wide gaps between titles are preferred. With fewer words than columns, `split_by_columns` is used.
    """
    units: list[list[Word]] = []
    for word in segment.words:
        if units and _ATTACHED.fullmatch(word.text):
            units[-1].append(word)
        else:
            units.append([word])
    if not len(columns) <= len(units) <= MOST_WORDS:
        return split_by_columns(segment, columns)
    best: tuple[float, list[TextSegment]] = (float("inf"), [segment])
    for cuts in combinations(range(1, len(units)), len(columns) - 1):
        groups = [units[a:b] for a, b in pairwise((0, *cuts, len(units)))]
        titles = [segment_of([word for unit in group for word in unit]) for group in groups]
        gaps = sum(right.bbox.x0 - left.bbox.x1 for left, right in pairwise(titles))
        off = sum(_misalignment(title, column) for title, column in zip(titles, columns, strict=True))
        best = min(best, (off - gaps, titles), key=lambda item: item[0])
    return best[1]


def _misalignment(title: TextSegment, column: Extent) -> float:
    """Return the smallest of the distances between the left sides, right sides and centers of a title and a column."""
    (x0, x1), box = column, title.bbox
    return min(abs(box.x0 - x0), abs(box.x1 - x1), abs(box.x0 + box.x1 - x0 - x1) / 2)


def _distance(x: float, extent: Extent) -> float:
    return max(extent[0] - x, x - extent[1], 0.0)


def overlap(one: Extent, other: Extent) -> float:
    """Return the length of the overlap of two extents; negative for a gap between them."""
    return min(one[1], other[1]) - max(one[0], other[0])
