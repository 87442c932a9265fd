"""Find the columns of a table by the gaps that all lines of the body leave free."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from .lines import TableLine, TextSegment
from .rules import Rule
from .under_columns import Extent, overlap
from .values import is_value

# Largest share of lines that may cross a gap: long names, and spanning cells that were not recognized.
CROSSING = 0.08
MIN_GAP = 0.25  # text heights; least gap between two columns
RAGGED = 0.2  # text heights; names whose ends differ by more are not one repeated word
FULL = 0.8  # least share of bracketed values that are next to a value
HALF = 0.5  # least share of bracketed values in a column
BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]](?: ?[*†‡§¶]+|\S)?")  # with a footnote mark


def core_lines(lines: Sequence[TableLine]) -> list[TableLine]:
    """Return the lines that show the columns: the fullest lines with values, or the fullest of all lines if few
    have values.

    Headings, headers over several columns and rows with merged or empty cells are left out, provided that enough
    lines remain: a quarter of the lines and at least three, or half of the lines and at least two.
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
    """Return the extents (x0, x1) of the columns, left to right; [] if no columns are found."""
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
    """Return the stretches that are not free. Stretches closer than `shortest` are joined."""
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
    """Cut columns at vertical rules that run along at least half of the body, at least `rim` inside the column's
    edges.
    """
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
    """Cut a column between names and values, if a long name has almost closed the gap between them.

    All lines must have a name and values. The names end at different positions while the values start at one
    position. In "Office 12" and "Branch 7" the number is part of the name.
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
    """Add columns that only few rows fill: segments of several lines above each other, outside all known columns.

    A segment alone on its line counts only if it is left of all columns, where merged cells hold labels between rows.
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
    """Join columns of bracketed second values to the columns of their first values.

    They stay separate if the second column has other texts (such as titles) next to texts of the first column.
    """
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
    """Return the texts of a line in two adjacent columns. A text that spans both columns is ignored."""
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
