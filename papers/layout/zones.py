"""A page's lines sorted by what they are for: running text, foot notes, and what stands in the margins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..types import BBox
from .frame import frame_of
from .lines import Line, build_lines, make_line
from .order import columns
from .tokens import PageText, page_tokens

_MARGIN = 0.11  # share of the page's height, above and below, in which running heads and page numbers stand


@dataclass(frozen=True, slots=True)
class PageLayout:
    """`flow`: the text in reading order, one tuple of lines per piece of a column. `head`, `foot`: lines set apart
    above and below it. `notes`: foot notes."""

    number: int
    box: BBox
    flow: tuple[tuple[Line, ...], ...]
    head: tuple[Line, ...]
    foot: tuple[Line, ...]
    notes: tuple[Line, ...]
    text: PageText

    def lines(self) -> list[Line]:
        """Every line, in the order of the page's text: head, flow, notes, foot."""
        return [*self.head, *(line for run in self.flow for line in run), *self.notes, *self.foot]


def page_layout(page: Any, number: int) -> PageLayout:
    """Layout of a pypdfium2 page; `number` counts from 1. Uses nothing but this page."""
    text = page_tokens(page)
    return layout_of(text, frame_of(page).page, number)


def layout_of(text: PageText, box: BBox, number: int) -> PageLayout:
    """Layout of the tokens of a page with the outline `box`."""
    lines = [line for line in build_lines(text.tokens) if _inside(line.bbox, box)]
    body, head, foot = _part_margins(lines, box)
    body = _without_line_numbers(body)
    size = body_size(body)
    runs, notes = [], []
    for run in columns(body):
        kept, note = _part_notes(_rows(run), size)
        notes += note
        if kept:
            runs.append(tuple(kept))
    return PageLayout(number, box, tuple(runs), tuple(head), tuple(foot), tuple(notes), text)


def body_size(lines: Sequence[Line]) -> float:
    """The font size of most characters, 0 for no lines."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += sum(len(token.text) for token in line.tokens)
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 0.0


def _inside(box: BBox, page: BBox) -> bool:
    return box.x1 > page.x0 and box.x0 < page.x1 and box.y1 > page.y0 and box.y0 < page.y1


def _part_margins(lines: list[Line], box: BBox) -> tuple[list[Line], list[Line], list[Line]]:
    """Body, head and foot: lines near the edge with white space between them and the rest."""
    ordered = sorted(lines, key=lambda line: (line.baseline, line.bbox.x0))
    head = _apart(ordered, box.y0 + _MARGIN * box.height, above=True)
    foot = _apart(ordered[::-1], box.y1 - _MARGIN * box.height, above=False)
    out = {id(line) for line in (*head, *foot)}
    return [line for line in ordered if id(line) not in out], head, foot[::-1]


def _apart(ordered: list[Line], limit: float, above: bool) -> list[Line]:
    """The longest beginning of `ordered` within the margin that a gap of 1.3 sizes sets apart, four rows at most."""
    best = 0
    for i in range(min(len(ordered) - 1, 12)):
        line, after = ordered[i], ordered[i + 1]
        if (line.bbox.y1 > limit) if above else (line.bbox.y0 < limit):
            break
        gap = after.bbox.y0 - line.bbox.y1 if above else line.bbox.y0 - after.bbox.y1
        if gap > 0.9 * max(line.size, after.size):
            best = i + 1
    return ordered[:best]


def _without_line_numbers(lines: list[Line]) -> list[Line]:
    """Drop the numbers that review copies print beside every line: ten or more integers in one column, rising."""
    by_edge: dict[int, list[Line]] = {}
    for line in lines:
        if len(line.tokens) == 1 and line.text.isdecimal():
            by_edge.setdefault(round(line.bbox.x1 / 2), []).append(line)
    drop: set[int] = set()
    for column in by_edge.values():
        values = [int(line.text) for line in column]
        rising = sum(b - a in (1, 5) for a, b in pairwise(values))
        if len(column) >= 10 and rising >= 0.9 * (len(column) - 1):
            drop |= {id(line) for line in column}
    return [line for line in lines if id(line) not in drop]


def _rows(run: list[Line]) -> list[Line]:
    """Pieces that stand on one baseline within a column become one line."""
    rows: list[list[Line]] = []
    for line in run:
        if rows and abs(line.baseline - rows[-1][0].baseline) < 0.15 * max(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [row[0] if len(row) == 1 else make_line(t for line in row for t in line.tokens) for row in rows]


def _part_notes(run: list[Line], size: float) -> tuple[list[Line], list[Line]]:
    """Running lines, and foot notes: the smaller type at the bottom of a column, opened by a raised mark."""
    start = len(run)
    while start and run[start - 1].size < size - 0.7:
        start -= 1
    for place in range(start, len(run)):
        if _opens_note(run[place]) and place > 0:
            return run[:place], run[place:]
    return run, []


def _opens_note(line: Line) -> bool:
    first = line.tokens[0]
    mark = first.text if len(line.tokens) > 1 else ""
    raised = first.font.size < 0.85 * line.size and line.baseline - first.baseline > 0.1 * line.size
    return bool(mark) and (raised or mark[0] in "*∗†‡§¶⇤")
