"""Find the figures and tables of a page: each caption with the region of its object.

An object may be above or below its caption. A region is grown in both directions, and the choice is made jointly for
all captions of the page, so that no two captions get the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from ....types import BBox
from ..layout.text_columns import find_text_columns
from ..text.frame import bounding_box
from ..text.lines import Line
from .captions import Caption, find_captions
from .drawings import PageMark
from .figure_region import grow_region
from .page_objects import PageObject, build_page_objects, contains_center, flip_vertically

_STACKED = 3.0  # points by which a box and the box below it may overlap
_LOWEST_TEXT = 12.0  # smallest height in points of a box or an algorithm
_MAX_JOINT = 10  # most captions on a page for which all combinations of regions are tried


@dataclass(frozen=True, slots=True)
class PageFloat:
    """A caption with the box of its object; the box is None if there is no object next to the caption."""

    caption: Caption
    bbox: BBox | None


@dataclass(frozen=True, slots=True)
class _RegionCandidate:
    """A region that may belong to a caption. `score` measures how much the region looks like the caption's object."""

    bbox: BBox | None
    score: float


def find_floats(
    lines: Sequence[Line], marks: Sequence[PageMark], turned: Sequence[BBox], box: BBox
) -> list[PageFloat]:
    """Find the floats of a page, in the order of their captions.

    `lines` are the pieces of lines in the page's body, before pieces with wide gaps between them are joined. `turned`
    are the boxes of rotated words, `box` is the page's outline. A caption inside the object of another float, such as a
    picture of a page, is ignored.
    """
    columns = find_text_columns(lines)
    captions = find_captions(lines, marks, columns)
    if not captions:
        return []
    objects = build_page_objects(lines, marks, captions, columns, turned, box)
    below = objects.mirrored()
    grown = []
    for caption in captions:
        table = caption.kind == "table" or caption.above_text
        over = _clip_at(caption.bbox, grow_region(caption.bbox, objects, table))
        flipped = flip_vertically(caption.bbox)
        under = [
            _flip_object(item) for item in _clip_at(flipped, grow_region(flipped, below, table, flipped=True))
        ]
        grown.append([items for items in (over, under) if items])
    options = [
        [c for c in choices if c.bbox is not None and not contains_center(c.bbox, caption.bbox)]
        for caption, choices in zip(captions, _score_regions(captions, grown), strict=True)
    ]
    floats = [
        PageFloat(caption, chosen.bbox)
        for caption, chosen in zip(captions, _choose_regions(options), strict=True)
    ]
    regions = [found.bbox for found in floats if found.bbox is not None]
    return [found for found in floats if not any(contains_center(box, found.caption.bbox) for box in regions)]


def _clip_at(caption: BBox, items: Sequence[PageObject]) -> list[PageObject]:
    """Clip `items` to the part of the page above `caption`, because a frame or background may be around both."""
    return [
        replace(item, bbox=replace(item.bbox, y1=min(item.bbox.y1, caption.y0)))
        for item in items
        if item.bbox.y0 < caption.y0
    ]


def _flip_object(item: PageObject) -> PageObject:
    return PageObject(flip_vertically(item.bbox), item.text, item.rule)


def _score_regions(
    captions: Sequence[Caption], grown: Sequence[Sequence[Sequence[PageObject]]]
) -> list[list[_RegionCandidate]]:
    """Return the scored candidates of each caption.

    A figure whose region covers a table is also tried without that table.
    """
    scored = [
        [_score_region(caption, items) for items in regions]
        for caption, regions in zip(captions, grown, strict=True)
    ]
    tables = [
        choice.bbox
        for caption, choices in zip(captions, scored, strict=True)
        for choice in choices
        if caption.kind == "table" and choice.bbox is not None
    ]
    for caption, regions, choices in zip(captions, grown, scored, strict=True):
        if caption.kind == "figure" and len(captions) <= _MAX_JOINT // 2:
            for items, table in product(regions, tables):
                remaining = [item for item in items if not contains_center(table, item.bbox)]
                if len(remaining) < len(items) and any(item.drawing for item in remaining):
                    smaller = _score_region(caption, remaining)
                    if smaller.bbox is not None and _are_stacked(smaller.bbox, table):
                        choices.append(smaller)
    return scored


def _are_stacked(one: BBox, other: BBox) -> bool:
    """True if one box is above the other."""
    return one.y1 < other.y0 + _STACKED or other.y1 < one.y0 + _STACKED


def _score_region(caption: Caption, items: Sequence[PageObject]) -> _RegionCandidate:
    """Score how much a region looks like the object of the caption.

    Drawings count for a figure; rules and rows of several cells count for a table. A region close to the caption scores
    higher, as does a figure above its caption or a table below it.
    """
    box = bounding_box([item.bbox for item in items])
    if caption.above_text and box.height < _LOWEST_TEXT:
        return _RegionCandidate(None, 0.0)
    area = max(1.0, box.width * box.height)
    drawings = [i.bbox for i in items if i.drawing and min(i.bbox.width, i.bbox.height) > 4]
    drawn = min(1.0, sum(b.width * b.height for b in drawings) / area)
    rules = sum(item.rule and item.bbox.width > 0.3 * box.width for item in items)
    rows = len({round(item.bbox.y1 / 3) for item in items if item.text})
    cells = sum(item.text for item in items)
    tabular = min(1.0, rules / 2) + min(1.0, rows / 4) * (1.0 if cells >= 1.5 * rows else 0.4)
    above = box.y1 <= caption.bbox.y0 + 2
    gap = caption.bbox.y0 - box.y1 if above else box.y0 - caption.bbox.y1
    near = 0.5 / (1.0 + max(0.0, gap) / 12.0)
    figure = caption.kind == "figure" and not caption.above_text
    usual = 0.3 if figure == above else 0.0
    looks = 2 * drawn + 0.5 * min(1.0, area / 5000) if figure else tabular + drawn
    return _RegionCandidate(box, looks + near + usual)


def _choose_regions(options: Sequence[Sequence[_RegionCandidate]]) -> list[_RegionCandidate]:
    """Choose one candidate per caption.

    This is the combination with the highest total score in which no two regions overlap.
    """
    nothing = _RegionCandidate(None, 0.0)
    full = [[*choices, nothing] for choices in options]
    if len(options) > _MAX_JOINT:
        return [max(choices, key=lambda choice: choice.score) for choices in full]
    best, best_total = [nothing] * len(options), -1.0
    for combination in product(*full):
        total = sum(choice.score for choice in combination)
        if total > best_total and not _any_overlap([c.bbox for c in combination if c.bbox is not None]):
            best, best_total = list(combination), total
    return best


def _any_overlap(boxes: Sequence[BBox]) -> bool:
    return any(
        a.intersection_area(b) > 0.1 * min(a.width * a.height, b.width * b.height)
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
    )
