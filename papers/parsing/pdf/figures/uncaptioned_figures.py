"""Find figures without a caption: images and drawings outside the text that belong to no caption and no table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....captions import PageLabel
from ....types import BBox
from ..layout.text_columns import find_prose_lines, find_text_columns
from ..text.frame import bounding_box
from ..text.lines import Line
from .captions import Caption
from .drawings import PageMark
from .floats import PageFloat
from .page_objects import contains_center

_WIDTH, _HEIGHT = 60.0, 45.0  # points; smaller drawings are logos, symbols and ornaments
_WHOLE_PAGE = 0.6  # share of the page from which an image is a scan or a background
_PART_GAP = 14.0  # most points between the panels of one figure, and from a drawing to its labels
_FAR = 150.0  # most points from a caption to a figure that belongs to no other caption
_MOST_PARTS = 400  # most drawings on a page; patterns and damaged scans have more
_TEXT_SHARE = 0.2  # share of a frame covered by text from which it is a box of text
_TITLE_PAGE = 0.45  # share of the first page's height, from the top, where drawings are logos and banners


def pair_with_captions(floats: Sequence[PageFloat], figures: Sequence[PageFloat]) -> list[PageFloat]:
    """Return `floats` followed by `figures`.

    A figure caption without a region takes the nearest of `figures`, which is then not listed again.
    """
    remaining = [figure.bbox for figure in figures if figure.bbox is not None]
    result = []
    for found in floats:
        if found.bbox is None and found.caption.kind == "figure" and remaining:
            nearest = min(remaining, key=found.caption.bbox.distance)
            if found.caption.bbox.distance(nearest) <= _FAR:
                remaining.remove(nearest)
                found = replace(found, bbox=nearest)
        result.append(found)
    return [*result, *(figure for figure in figures if figure.bbox in remaining)]


def find_uncaptioned_figures(
    lines: Sequence[Line], marks: Sequence[PageMark], taken: Sequence[BBox], box: BBox, number: int
) -> list[PageFloat]:
    """Find the figures among `marks`, from top to bottom; each gets an empty caption.

    `lines` are the lines of running text on the page, `taken` the boxes of figures, tables and captions. `box` is the
    page's outline and `number` its number.
    """
    top = box.y0 + _TITLE_PAGE * box.height if number == 1 else box.y0
    drawn = [
        mark.bbox
        for mark in marks
        if not mark.rule
        and mark.bbox.y0 >= top
        and min(mark.bbox.width, mark.bbox.height) > _PART_GAP / 2
        and not any(_overlap(mark.bbox, other) for other in taken)
    ]
    panels = _merge(drawn) if len(drawn) <= _MOST_PARTS else []
    if not any(_is_large(panel, box) for panel in panels):
        return []
    prose = find_prose_lines(lines, find_text_columns(lines))
    found = []
    for panel in panels:
        inside = [line for line in lines if contains_center(panel, line.bbox)]
        covered = sum(line.bbox.width * line.bbox.height for line in inside)
        if not _is_large(panel, box) or any(id(line) in prose for line in inside):
            continue
        if covered < _TEXT_SHARE * panel.width * panel.height:
            whole = _add_labels(panel, [line for line in lines if id(line) not in prose])
            if not any(_overlap(whole, other) for other in taken):
                found.append(whole)
    caption_boxes = [BBox(panel.x0, panel.y1, panel.x0, panel.y1) for panel in found]
    label = str(PageLabel("figure", number))
    return [
        PageFloat(Caption("figure", label, (), place), panel)
        for place, panel in zip(caption_boxes, found, strict=True)
    ]


def _is_large(panel: BBox, page: BBox) -> bool:
    whole = panel.width * panel.height > _WHOLE_PAGE * page.width * page.height
    return panel.width >= _WIDTH and panel.height >= _HEIGHT and not whole


def _overlap(one: BBox, other: BBox) -> bool:
    return one.intersection_area(other) > 0.1 * min(one.width * one.height, other.width * other.height)


def _merge(boxes: Sequence[BBox]) -> list[BBox]:
    """Merge boxes that are less than _PART_GAP apart; return the merged boxes from top to bottom."""
    merged: list[BBox] = []
    for box in sorted(boxes, key=lambda box: (box.y0, box.x0)):
        near = [other for other in merged if _are_near(box, other)]
        while near:
            box = bounding_box([box, *near])
            merged = [other for other in merged if other not in near]
            near = [other for other in merged if _are_near(box, other)]
        merged.append(box)
    return sorted(merged, key=lambda box: (box.y0, box.x0))


def _are_near(one: BBox, other: BBox) -> bool:
    across = max(one.x0, other.x0) - min(one.x1, other.x1)
    down = max(one.y0, other.y0) - min(one.y1, other.y1)
    return across < _PART_GAP and down < _PART_GAP


def _add_labels(panel: BBox, lines: Sequence[Line]) -> BBox:
    """Extend the panel by the short lines directly next to it: tick labels, axis titles, legends."""
    labels = [
        line.bbox
        for line in lines
        if _are_near(line.bbox, panel) and line.bbox.width < panel.width and len(line.tokens) < 8
    ]
    return bounding_box([panel, *labels])
