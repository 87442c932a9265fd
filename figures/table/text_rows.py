"""Build rows whose cells run over several lines: rows between rules, or rows of a table of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import mean

from .body import Draft, data_columns, join_cells, place
from .lines import TableLine
from .tall_rows import is_bracketed
from .under_columns import Extent, columns_under


def draft_bands(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Sequence[float]
) -> list[Draft] | None:
    """Return the rows of a table that rules divide into rows, with cells of several lines; None for any other table."""
    bands: list[list[TableLine]] = [[]]
    for above, line in zip([None, *lines], lines, strict=False):
        if above is not None and any(above.y < rule < line.y for rule in rules):
            bands.append([])
        bands[-1].append(line)
    several = [band for band in bands if len(band) > 1]
    if len(bands) < 3 or not several:
        return None
    data = data_columns(lines, columns)
    drafts = []
    for band in bands:
        placed = [place(line, columns) for line in band]
        valued = [
            sum(bool(cells[column]) and not is_bracketed(cells, data) for cells in placed)
            for column, of_data in enumerate(data)
            if of_data
        ]
        if valued and (max(valued) > 1 or max(valued) == 0):
            return None
        drafts.append(Draft(mean(line.y for line in band), join_cells(placed)))
    return drafts


def is_running_text(lines: Sequence[TableLine], columns: Sequence[Extent]) -> bool:
    """True for paragraphs in a box: most lines cross the gaps between columns, or almost no line has a gap."""
    across = sum(any(len(columns_under(segment, columns)) > 1 for segment in line.segments) for line in lines)
    parted = sum(len(line.segments) > 1 for line in lines)
    return 2 * across > len(lines) or (parted < 2 < len(lines))


def draft_text_rows(
    lines: Sequence[TableLine], columns: Sequence[Extent], rules: Sequence[float]
) -> list[Draft]:
    """Return the rows of a table of text, whose cells may run over several lines.

    Rows start at rules, at wide line gaps, or at lines with a new name.
    """
    placed = [place(line, columns) for line in lines]
    ruled = [any(a.y < rule < b.y for rule in rules) for a, b in pairwise(lines)]
    steps = [b.y - a.y for a, b in pairwise(lines)]
    usual = min(steps, default=0.0)
    if sum(ruled) >= 2 and 3 * sum(ruled) >= len(lines) - 1:
        starts = [True, *ruled]
    elif steps and max(steps) > 1.3 * usual and sum(step > 1.3 * usual for step in steps) >= 2:
        starts = [True, *(step > 1.3 * usual for step in steps)]
    else:
        starts = [True, *(bool(cells[0]) and sum(map(bool, cells)) > 1 for cells in placed[1:])]
    rows: list[Draft] = []
    group: str = ""
    for line, cells, start in zip(lines, placed, starts, strict=True):
        if start and len(line.segments) == 1 and len(columns) > 2:
            group = line.segments[0].text
        elif start or not rows:
            rows.append(Draft(line.y, cells, group))
        else:
            for column, segments in enumerate(cells):
                rows[-1].cells[column].extend(segments)
    return rows
