"""Find the columns of a table: the gaps that all lines of the body leave free."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from ...papers.types import Word
from .lines import TableLine, TextSegment, segment_of
from .rules import Rule
from .values import is_value

CROSSING = (
    0.08  # share of the lines that may reach over a gap: long names, spanning cells that went unnoticed
)
MIN_GAP = 0.25  # of the text height
RAGGED = 0.2  # of the text height: names that end at places further apart are not one word repeated
MOST_WORDS = 12  # of glued titles, whose cuts are tried
FULL = 0.8  # share of the values in brackets that are beside a value
HALF = 0.5  # share of the texts of a column that are values in brackets
BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]](?: ?[*†‡§¶]+|\S)?")  # with a footnote mark
_ATTACHED = re.compile(r"[↑↓⇑⇓→←*†‡]+|\([^()]*\)")  # belongs to the word before it


def core_lines(lines: Sequence[TableLine]) -> list[TableLine]:
    """The lines that show the columns: those of values where there are some, of these the fullest.

    Headings, headers over several columns and rows with merged or empty cells are left out as long as a quarter of
    the lines, and three, remain.
    """
    valued = [line for line in lines if any(is_value(segment.text) for segment in line.segments)]
    lines = valued if len(valued) >= min(3, max(2, len(lines) / 2)) else lines
    counts = sorted(len(line.segments) for line in lines)
    if not counts:
        return []
    full = counts[int(0.8 * (len(counts) - 1))]
    fullest = [line for line in lines if len(line.segments) >= max(2, 0.85 * full)]
    if len(fullest) >= max(3, 0.25 * len(lines)) or len(fullest) >= max(2, 0.5 * len(lines)):
        return fullest
    return [line for line in lines if len(line.segments) >= max(2, 0.6 * full)]


def find_columns(
    lines: Sequence[TableLine], vertical: Sequence[Rule], height: float
) -> list[tuple[float, float]]:
    """Extents (x0, x1) of the columns, left to right; empty if there are fewer than two."""
    core = core_lines(lines)
    if not core:
        return []
    left = min(line.bbox.x0 for line in core)
    right = max(line.bbox.x1 for line in core)
    cover = np.zeros(int(right - left) + 2, dtype=np.int32)
    for line in core:
        row = np.zeros_like(cover)
        for segment in line.segments:
            row[int(segment.bbox.x0 - left) : int(segment.bbox.x1 - left) + 1] = 1
        cover += row
    allowed = int(CROSSING * len(core))
    free = cover <= allowed
    extents = _between_gaps(free, max(2.0, MIN_GAP * height))
    columns = [(left + start, left + end) for start, end in extents]
    columns = _cut_at_rules(columns, core, vertical, height / 2)
    columns = [part for column in columns for part in _cut_before_values(column, core, height)]
    return _join_brackets(_with_strays(columns, lines), lines) if columns else []


def _between_gaps(
    free: np.ndarray[tuple[int], np.dtype[np.bool_]], shortest: float
) -> list[tuple[float, float]]:
    """Stretches that are not free; those closer than `shortest` are one."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], free, [True])).astype(np.int8)))
    extents: list[tuple[float, float]] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if extents and start - extents[-1][1] < shortest:
            extents[-1] = (extents[-1][0], float(end))
        else:
            extents.append((float(start), float(end)))
    return extents


def _cut_at_rules(
    columns: list[tuple[float, float]], core: Sequence[TableLine], vertical: Sequence[Rule], rim: float
) -> list[tuple[float, float]]:
    """Columns cut where a vertical rule runs through them beside at least half of the body, `rim` inside their edges."""
    top, bottom = min(line.y for line in core), max(line.y for line in core)
    cuts = sorted(
        rule.at for rule in vertical
        if min(rule.end, bottom) - max(rule.start, top) >= 0.5 * (bottom - top) and not _strikes_text(rule, core)
    )  # fmt: skip
    result = []
    for x0, x1 in columns:
        inside = [cut for cut in cuts if x0 + rim < cut < x1 - rim]
        for start, end in zip([x0, *inside], [*inside, x1], strict=True):
            result.append((start, end))
    return result


def _cut_before_values(
    column: tuple[float, float], core: Sequence[TableLine], height: float
) -> list[tuple[float, float]]:
    """A column cut between names and values on all its lines, whose gap one long name has all but closed.

    The names end at different places and the values begin at one: in "Office 12" and "Branch 7" the number is part of
    the name.
    """
    ends, starts = [], []
    for line in core:
        words = [
            w for s in line.segments for w in s.words if column[0] <= (w.bbox.x0 + w.bbox.x1) / 2 <= column[1]
        ]
        first = next((i for i, word in enumerate(words) if is_value(word.text)), 0)
        if first == 0 or not all(is_value(word.text) or word.text == "±" for word in words[first:]):
            return [column]
        ends.append(max(word.bbox.x1 for word in words[:first]))
        starts.append(min(word.bbox.x0 for word in words[first:]))
    ragged = max(ends) - min(ends)
    if ragged < RAGGED * height or 2 * (max(starts) - min(starts)) > ragged or max(ends) > min(starts) + 1:
        return [column]
    border = (max(ends) + min(starts)) / 2
    return [(column[0], min(max(ends), border)), (max(min(starts), border), column[1])]


def _strikes_text(rule: Rule, core: Sequence[TableLine]) -> bool:
    beside = [line for line in core if rule.start < line.y < rule.end]
    hit = sum(any(s.bbox.x0 + 2 < rule.at < s.bbox.x1 - 2 for s in line.segments) for line in beside)
    return hit > CROSSING * len(core)


def _with_strays(columns: list[tuple[float, float]], lines: Sequence[TableLine]) -> list[tuple[float, float]]:
    """Columns that only few rows fill: segments of several lines one above the other beside all known columns.

    Segments alone on their lines count left of all columns, where merged cells hold labels between the rows.
    """
    strays: list[list[TextSegment]] = []
    for line in lines:
        if len(line.segments) < 2 and line.bbox.x1 >= columns[0][0]:
            continue
        for segment in line.segments:
            if all(_overlap((segment.bbox.x0, segment.bbox.x1), column) <= 0 for column in columns):
                near = next((group for group in strays if _overlap_of(segment, group) > 0), None)
                if near is None:
                    strays.append([segment])
                else:
                    near.append(segment)
    for group in strays:
        if len(group) >= 2:
            columns.append((min(s.bbox.x0 for s in group), max(s.bbox.x1 for s in group)))
    return sorted(columns)


def _join_brackets(
    columns: Sequence[tuple[float, float]], lines: Sequence[TableLine]
) -> list[tuple[float, float]]:
    """`columns` with those of second values in brackets joined to the ones of the first, unless both have titles of their own."""
    joined = list(columns[:1])
    for column in columns[1:]:
        pairs = [_texts_in(line, joined[-1], column) for line in lines]
        filled = [(first, second) for first, second in pairs if second]
        bracketed = [(first, second) for first, second in filled if BRACKETED.fullmatch(second)]
        valued = sum(is_value(first) for first, _ in bracketed)
        others_alone = not any(first for first, second in filled if not BRACKETED.fullmatch(second))
        if valued >= max(2, FULL * len(bracketed), HALF * len(filled)) and others_alone:
            joined[-1] = joined[-1][0], column[1]
        else:
            joined.append(column)
    return joined


def _texts_in(line: TableLine, first: tuple[float, float], second: tuple[float, float]) -> tuple[str, str]:
    """The texts of a line in each of two columns side by side; of one over both neither."""
    texts = ["", ""]
    for segment in line.segments:
        extent = segment.bbox.x0, segment.bbox.x1
        over = [_overlap(extent, column) > 0 for column in (first, second)]
        if sum(over) == 1:
            texts[over.index(True)] = segment.text
    return texts[0], texts[1]


def _overlap_of(segment: TextSegment, group: Sequence[TextSegment]) -> float:
    extent = min(s.bbox.x0 for s in group), max(s.bbox.x1 for s in group)
    return _overlap((segment.bbox.x0, segment.bbox.x1), extent)


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])


def columns_under(segment: TextSegment, columns: Sequence[tuple[float, float]]) -> list[int]:
    """Columns that the segment overlaps for a large part of it or of them; the nearest one if it overlaps none."""
    extent = segment.bbox.x0, segment.bbox.x1
    width = max(1.0, extent[1] - extent[0])
    hit = [
        index for index, column in enumerate(columns)
        if _overlap(extent, column) > 0.25 * min(width, max(1.0, column[1] - column[0]))
    ]  # fmt: skip
    if hit:
        return hit
    return [min(range(len(columns)), key=lambda i: (-_overlap(extent, columns[i]), i))] if columns else []


def split_by_columns(segment: TextSegment, columns: Sequence[tuple[float, float]]) -> list[TextSegment]:
    """The segment divided between words in different columns; unchanged if all are in one."""
    parts: dict[int, list[Word]] = {}
    nearest = 0
    for before, word in zip([None, *segment.words], segment.words, strict=False):
        middle = (word.bbox.x0 + word.bbox.x1) / 2
        if before is None or not _ATTACHED.fullmatch(word.text) or _ATTACHED.fullmatch(before.text):
            nearest = min(range(len(columns)), key=lambda i: (_distance(middle, columns[i]), i))
        parts.setdefault(nearest, []).append(word)
    return [segment_of(words) for _, words in sorted(parts.items())] if len(parts) > 1 else [segment]


def split_titles(segment: TextSegment, columns: Sequence[tuple[float, float]]) -> list[TextSegment]:
    """The segment cut into one title per column, so that their sides or middles are at those of the columns.

    Of equally good cuts that with the widest gaps. With fewer words than columns it is divided by `split_by_columns`.
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


def _misalignment(title: TextSegment, column: tuple[float, float]) -> float:
    """Smallest distance between the left sides, the right sides and the middles of a title and a column."""
    (x0, x1), box = column, title.bbox
    return min(abs(box.x0 - x0), abs(box.x1 - x1), abs(box.x0 + box.x1 - x0 - x1) / 2)


def _distance(x: float, extent: tuple[float, float]) -> float:
    return max(extent[0] - x, x - extent[1], 0.0)
