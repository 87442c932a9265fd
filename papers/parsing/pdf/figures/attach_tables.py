"""Attach tables that were found by their rows to captions, or to tables that were found by their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....types import BBox
from ..layout.text_columns import find_prose_lines, find_text_columns
from ..text.frame import bounding_box
from ..text.lines import Line
from .captions import Caption, collect_caption, parse_figure_label
from .drawings import PageMark
from .floats import PageFloat

_PART_GAP = 16.0  # most points between two parts of one table
_SMALLER = 0.8  # points by which the type of a table is smaller than the text's
_CAPTION_GAP = 30.0  # most points between a table and its caption


def attach_tables(
    floats: Sequence[PageFloat], boxes: Sequence[BBox], lines: Sequence[Line], marks: Sequence[PageMark]
) -> tuple[list[PageFloat], list[BBox]]:
    """Add the table regions `boxes` to the floats of a page; return the floats and the boxes left without a caption.

    A box next to a table continues that table. A box near a caption without a table becomes the caption's table,
    together with the rows between the two, even rows with a single cell. Otherwise, a line next to the box that begins
    with a label such as "Table 3" is its caption, even if the line is not set in the type of a caption.
    """
    attached = list(floats)
    remaining: list[BBox] = []
    for found_box in boxes:
        box = found_box
        if not any(_belongs(found, box) for found in attached):
            missing = [found.caption for found in attached if _lacks_table(found)]
            box = next(filter(None, (_extend_to(caption, box, lines) for caption in missing)), box)
        place = next((i for i, found in enumerate(attached) if _belongs(found, box)), None)
        if place is not None:
            whole = attached[place].bbox
            attached[place] = replace(attached[place], bbox=box if whole is None else whole.union(box))
            continue
        caption = _find_caption(box, attached, lines, marks)
        if caption is None:
            remaining.append(box)
        else:
            attached.append(PageFloat(caption, box))
    return attached, remaining


def _belongs(found: PageFloat, box: BBox) -> bool:
    if found.caption.kind != "table":
        return False
    if found.bbox is None:
        return _is_beside(found.caption.bbox, box, _CAPTION_GAP)
    return _is_beside(found.bbox, box, _PART_GAP)


def _lacks_table(found: PageFloat) -> bool:
    return found.caption.kind == "table" and found.bbox is None


def _extend_to(caption: Caption, box: BBox, lines: Sequence[Line]) -> BBox | None:
    """Extend `box` by the rows between it and a caption below it in the same column.

    Return None if the caption is not below the box, is too far away even then, or if any row between is running text. A
    row in type smaller than the caption's does not count as running text.
    """
    end = caption.bbox
    if not _is_beside(end, box, end.y0 - box.y1 + 1) or box.y1 > end.y0:
        return None
    between = [
        line
        for line in lines
        if box.y0 < line.bbox.y0 < end.y0 and min(line.bbox.x1, end.x1) > max(line.bbox.x0, end.x0)
    ]
    prose = find_prose_lines(lines, find_text_columns(lines))
    size = caption.lines[0].size
    if any(id(line) in prose and line.size > size - _SMALLER for line in between):
        return None
    whole = bounding_box([box, *(line.bbox for line in between)])
    return whole if end.y0 - whole.y1 < _CAPTION_GAP else None


def _is_beside(one: BBox, box: BBox, gap: float) -> bool:
    """True if the boxes overlap by half the narrower box's width and are less than `gap` points apart vertically."""
    shared = min(one.x1, box.x1) - max(one.x0, box.x0)
    apart = max(one.y0, box.y0) - min(one.y1, box.y1)
    return shared > 0.5 * min(one.width, box.width) and -2.0 < apart < gap


def _find_caption(
    box: BBox, floats: Sequence[PageFloat], lines: Sequence[Line], marks: Sequence[PageMark]
) -> Caption | None:
    """Find the nearest caption next to the box that belongs to no float; captions above the box come first."""
    taken = [found.caption.bbox for found in floats]
    labeled = []
    for line in lines:
        label = parse_figure_label(line.text)
        if (
            label is None
            or label[0] != "table"
            or any(line.bbox.intersection_area(other) > 0 for other in taken)
        ):
            continue
        if _is_beside(line.bbox, box, _CAPTION_GAP):
            labeled.append((line.baseline > box.y0, line.baseline, line))
    return collect_caption(min(labeled, key=lambda item: item[:2])[2], lines, marks) if labeled else None
