"""Find tables that continue across a page or column break, by their captions or by their positions and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ....types import BBox, FigureKind, Word
from ..layout.page_regions import PageLayout
from ..layout.reading_order import find_gutter
from ..text.lines import Line
from .page_objects import measure_overlap
from .table_columns import find_columns

_CONTINUED = re.compile(r"\bcontinue[ds]?\b|\bcont['’]?d\b|\(cont\.?\)|\bcontd\b", re.IGNORECASE)
_LAST_PAGES = 1  # most pages from one part to the next
_SAME_ROW = 0.5  # share of a word's height by which the words of a row may differ in y
_SAME_WIDTH = (
    0.15  # share by which the widths of two parts may differ, because their cells have different contents
)
_NOTE_WORDS = 6  # most words of a line such as "Continued on next page"


@dataclass(frozen=True, slots=True)
class TablePart:
    """A figure or table on one page. `captioned` is False if it has no caption, so that its label was made up."""

    kind: FigureKind
    label: str
    caption: str
    bbox: BBox
    layout: PageLayout
    words: tuple[Word, ...]
    captioned: bool


def find_continued(parts: Sequence[TablePart]) -> dict[int, int]:
    """Map the index of each part that continues a table to the index of the part that it continues.

    `parts` are in the order of the document. A part continues another part on the same page or the page before in two
    cases. In the first case, its caption has the same label, and either says "continued" or repeats the other caption.
    In the second case, it has no caption and begins a column, the other part ends an earlier column, and both have the
    same columns of cells.
    """
    found: dict[int, int] = {}
    tables = [i for i, part in enumerate(parts) if part.kind == "table"]
    for place, i in enumerate(tables):
        part = parts[i]
        for j in reversed(tables[:place]):
            if part.layout.number - parts[j].layout.number > _LAST_PAGES:
                break
            if j not in found.values() and _continues(part, parts[j]):
                found[i] = j
                break
    return found


def _continues(part: TablePart, before: TablePart) -> bool:
    if part.captioned:
        repeated = len(part.caption.split()) > 2 and part.caption == before.caption
        return part.label == before.label and (repeated or bool(_CONTINUED.search(part.caption)))
    follows = part.layout.number > before.layout.number or part.bbox.x0 > before.bbox.x1
    return (
        follows
        and _is_alone(before, part.layout.number == before.layout.number, below=True)
        and _is_alone(part, part.layout.number == before.layout.number, below=False)
        and _have_same_columns(part, before)
    )


def _is_alone(part: TablePart, one_page: bool, *, below: bool) -> bool:
    """True if no text or figure comes after the part in its column (with `below`), or before it (without).

    Unless the parts are on `one_page`, later (with `below`) or earlier columns must be empty as well.
    """
    box, layout = part.bbox, part.layout
    lines = [line for line in _list_lines(layout) if not _is_note(line)]
    others = [line.bbox for line in lines] + [
        found.bbox for found in layout.floats if found.bbox not in (None, box)
    ]
    others += [found.caption.bbox for found in layout.floats if found.bbox != box]
    others += [other for other in layout.tables if other != box]
    gutter = find_gutter([*_list_lines(layout)])
    for other in others:
        if other is None or box.intersection_area(other) > 0:
            continue
        if measure_overlap(other, (box.x0, box.x1)) > 0:
            blocked = other.y0 >= box.y1 - 2 if below else other.y1 <= box.y0 + 2
        else:  # in a later or an earlier column
            apart = gutter is not None and (other.x0 + other.x1 < 2 * gutter) != (
                box.x0 + box.x1 < 2 * gutter
            )
            blocked = apart and not one_page and ((other.x0 > box.x0) if below else (other.x0 < box.x0))
        if blocked:
            return False
    return True


def _list_lines(layout: PageLayout) -> Iterator[Line]:
    for run in layout.flow:
        yield from run


def _is_note(line: Line) -> bool:
    return len(line.tokens) <= _NOTE_WORDS and bool(_CONTINUED.search(line.text))


def _have_same_columns(part: TablePart, before: TablePart) -> bool:
    """True if the two parts have equally many columns, at least two, that overlap pairwise.

    The left edges of the parts are aligned first.
    """
    shift = before.bbox.x0 - part.bbox.x0
    if abs(part.bbox.width - before.bbox.width) > _SAME_WIDTH * max(part.bbox.width, before.bbox.width):
        return False
    one, other = (_list_columns(table.words) for table in (part, before))
    return (
        len(one) == len(other) >= 2
        and all(
            min(b, d) > max(a, c)
            for (a, b), (c, d) in zip([(left + shift, right + shift) for left, right in one], other, strict=True)
        )
    )  # fmt: skip


def _list_columns(words: Sequence[Word]) -> list[tuple[float, float]]:
    if not words:
        return []
    height = median(word.bbox.height for word in words)
    rows: list[list[BBox]] = []
    for word in sorted(words, key=lambda word: (word.bbox.y1, word.bbox.x0)):
        if rows and word.bbox.y1 - rows[-1][0].y1 < _SAME_ROW * height:
            rows[-1].append(word.bbox)
        else:
            rows.append([word.bbox])
    return find_columns(rows, height)
