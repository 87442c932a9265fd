"""Find the columns of a table: the gaps that all lines of the body leave free."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from .lines import TableLine, TextSegment
from .rules import Rule
from .under_columns import Extent, overlap
from .values import is_value

# Share of the lines that may reach over a gap: long names, spanning cells that went unnoticed.
CROSSING = 0.08
MIN_GAP = 0.25  # of the text height
RAGGED = 0.2  # of the text height: names that end at places further apart are not one word repeated
FULL = 0.8  # share of the values in brackets that are beside a value
HALF = 0.5  # share of the texts of a column that are values in brackets
BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]](?: ?[*†‡§¶]+|\S)?")  # with a footnote mark


def core_lines(lines: Sequence[TableLine]) -> list[TableLine]:
    """The lines that show the columns: those of values where there are some, of these the fullest.

    Headings, headers over several columns and rows with merged or empty cells are left out as long as a quarter of
    the lines, and three, or half of the lines, and two, remain.
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


def find_columns(lines: Sequence[TableLine], vertical: Sequence[Rule], height: float) -> list[Extent]:
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


def _between_gaps(free: np.ndarray[tuple[int], np.dtype[np.bool_]], shortest: float) -> list[Extent]:
    """Stretches that are not free; those closer than `shortest` are one."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], free, [True])).astype(np.int8)))
    extents: list[Extent] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if extents and start - extents[-1][1] < shortest:
            extents[-1] = (extents[-1][0], float(end))
        else:
            extents.append((float(start), float(end)))
    return extents


def _cut_at_rules(
    columns: list[Extent], core: Sequence[TableLine], vertical: Sequence[Rule], rim: float
) -> list[Extent]:
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


def _cut_before_values(column: Extent, core: Sequence[TableLine], height: float) -> list[Extent]:
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


def _with_strays(columns: list[Extent], lines: Sequence[TableLine]) -> list[Extent]:
    """Columns that only few rows fill: segments of several lines one above the other beside all known columns.

    Segments alone on their lines count left of all columns, where merged cells hold labels between the rows.
    """
    strays: list[list[TextSegment]] = []
    for line in lines:
        if len(line.segments) < 2 and line.bbox.x1 >= columns[0][0]:
            continue
        for segment in line.segments:
            if all(overlap((segment.bbox.x0, segment.bbox.x1), column) <= 0 for column in columns):
                near = next((group for group in strays if _overlap_of(segment, group) > 0), None)
                if near is None:
                    strays.append([segment])
                else:
                    near.append(segment)
    for group in strays:
        if len(group) >= 2:
            columns.append((min(s.bbox.x0 for s in group), max(s.bbox.x1 for s in group)))
    return sorted(columns)


def _join_brackets(columns: Sequence[Extent], lines: Sequence[TableLine]) -> list[Extent]:
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


def _texts_in(line: TableLine, first: Extent, second: Extent) -> tuple[str, str]:
    """The texts of a line in each of two columns side by side; of one over both neither."""
    texts = ["", ""]
    for segment in line.segments:
        extent = segment.bbox.x0, segment.bbox.x1
        over = [overlap(extent, column) > 0 for column in (first, second)]
        if sum(over) == 1:
            texts[over.index(True)] = segment.text
    return texts[0], texts[1]


def _overlap_of(segment: TextSegment, group: Sequence[TextSegment]) -> float:
    extent = min(s.bbox.x0 for s in group), max(s.bbox.x1 for s in group)
    return overlap((segment.bbox.x0, segment.bbox.x1), extent)
