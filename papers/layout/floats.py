"""Figures and tables of a page: each caption and the box of the object that it belongs to.

From a caption the object is grown upwards or downwards: words that are not running text and marks of ink, one after
the other as long as the gaps stay small, until running text, a heading, another caption or the margin stops it. Which
side it is on is settled for all captions of the page together, so that no two claim the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ..types import BBox
from .captions import Caption, find_captions
from .graphics import Mark
from .headings import line_is_heading
from .lines import Line
from .order import find_gutter, hull
from .prose import Frame, prose_lines, text_frames

_TEXT_GAP = 16.0  # points between two rows of an object
_MARK_GAP = 30.0  # points of white inside a drawing
_CAPTION_GAP = 36.0  # points between a caption and its object
_OPEN_GAP = 120.0  # points between a caption and the last rule of a table that ends without one
_RULE_EDGE = 3.0  # points by which the ends of a table's rules may differ
_PANEL = 24.0  # both sides of a drawing that is more than a rule or a symbol, in points
_MAX_JOINT = 12  # captions on one page whose sides are settled by trying all combinations

_Band = tuple[float, float]  # left and right end of a strip of the page


@dataclass(frozen=True, slots=True)
class Float:
    """A caption with its object's box, or with None where nothing stands beside it."""

    caption: Caption
    bbox: BBox | None


@dataclass(frozen=True, slots=True)
class _Item:
    """A part of an object: a piece of text or a mark."""

    bbox: BBox
    text: bool
    rule: bool


@dataclass(frozen=True, slots=True)
class _Region:
    bbox: BBox
    score: float


@dataclass(frozen=True, slots=True)
class _Page:
    """What growth sees of a page."""

    items: tuple[_Item, ...]
    barriers: tuple[BBox, ...]
    lines: tuple[BBox, ...]
    captions: tuple[Caption, ...]
    panels: tuple[BBox, ...]
    frames: tuple[Frame, ...]
    gutter: float | None
    box: BBox

    def other_captions(self, caption: Caption) -> list[BBox]:
        """The captions that can stop the growth from `caption`: the others, but for those inside a drawing."""
        boxes = [other.bbox for other in self.captions if other is not caption]
        return [box for box in boxes if not any(_centre_in(box, panel) for panel in self.panels)]


def page_floats(lines: Sequence[Line], marks: Sequence[Mark], box: BBox) -> list[Float]:
    """The floats of a page whose body lines are `lines` (pieces, not yet joined over wide gaps)."""
    frames = text_frames(lines)
    captions = find_captions(lines, marks, frames)
    if not captions:
        return []
    page = _page(lines, marks, captions, frames, box)
    above = [_grow(caption, page, up=True) for caption in captions]
    below = [_grow(caption, page, up=False) for caption in captions]
    chosen = _settle(captions, above, below)
    floats = [Float(caption, region and region.bbox) for caption, region in zip(captions, chosen, strict=True)]
    objects = [found.bbox for found in floats if found.bbox is not None]
    # A caption inside an object is part of a picture of another page.
    return [found for found in floats if not any(_centre_in(found.caption.bbox, box) for box in objects)]


def _page(
    lines: Sequence[Line], marks: Sequence[Mark], captions: Sequence[Caption], frames: Sequence[Frame], box: BBox
) -> _Page:
    in_caption = [caption.bbox for caption in captions]
    panels = _panels(marks, box)
    rest = [line for line in lines if not any(_centre_in(line.bbox, cap) for cap in in_caption)]
    prose = prose_lines(rest, frames)
    items, barriers = [], []
    for line in rest:
        drawn = any(_centre_in(line.bbox, panel) for panel in panels)
        if not drawn and (id(line) in prose or line_is_heading(line, frames)):
            barriers.append(line.bbox)
        else:
            items.append(_Item(line.bbox, True, False))
    items += [_Item(mark.bbox, False, mark.rule) for mark in marks if not _symbol(mark)]
    return _Page(tuple(items), tuple(barriers), tuple(line.bbox for line in rest), tuple(captions), tuple(panels), tuple(frames), find_gutter(lines), box)


def _symbol(mark: Mark) -> bool:
    """Too small to be part of a drawing on its own: a fraction bar, a dot, an accent."""
    return max(mark.bbox.width, mark.bbox.height) < 8


def _panels(marks: Sequence[Mark], box: BBox) -> list[BBox]:
    """Drawings large enough to hold text of their own; a frame around the whole page is none."""
    whole = 0.6 * box.width * box.height
    return [
        m.bbox
        for m in marks
        if min(m.bbox.width, m.bbox.height) > _PANEL and m.bbox.width * m.bbox.height < whole
    ]


def _grow(caption: Caption, page: _Page, up: bool) -> _Region | None:
    """The object on one side of `caption`, None where running text follows at once."""
    band = _band(caption, page)
    ruled = _ruled(caption, page, band, up)
    taken = _collect(caption, page, band, band, up)
    drawn = [item.bbox for item in taken if not item.text]
    wide = (min([band[0], *(box.x0 for box in drawn)]), max([band[1], *(box.x1 for box in drawn)]))
    if wide != band:
        taken = _collect(caption, page, band, wide, up)
    if caption.kind == "figure" and any(not item.text and not item.rule for item in taken):
        ruled = None
    if not taken and ruled is None:
        return None
    if ruled:
        known = {id(item) for item in taken}
        taken += [item for item in page.items if id(item) not in known and _centre_in(item.bbox, ruled)]
        # Rules tell how wide the table is: text beside them is not its own.
        taken = [item for item in taken if not item.text or _overlap(item.bbox, (ruled.x0, ruled.x1)) > 0]
    taken = _trimmed(caption, taken, up)
    return _Region(hull([item.bbox for item in taken] + ([ruled] if ruled else [])), _score(caption, taken, up))


def _ruled(caption: Caption, page: _Page, band: _Band, up: bool) -> BBox | None:
    """The area between rules of one length, one under the other, the nearest close to the caption: a table, whatever
    its text looks like. Running text in the page's own column between two rules ends it."""
    start = caption.bbox.y0 if up else caption.bbox.y1
    rules = [i.bbox for i in page.items if i.rule and i.bbox.width > 40 and _overlap(i.bbox, band) > 0.9 * i.bbox.width]
    rules = [r for r in rules if (r.y1 <= start + 2 if up else r.y0 >= start - 2)]
    rules.sort(key=lambda r: -r.y1 if up else r.y0)
    if not rules or _blocked(caption, page, caption.bbox, rules[0]):
        return None
    first, count = rules[0], 1
    box = first
    for rule in rules[1:]:
        if abs(rule.x0 - first.x0) > _RULE_EDGE or abs(rule.x1 - first.x1) > _RULE_EDGE:
            continue
        if _blocked(caption, page, box, rule):
            break
        box, count = box.union(rule), count + 1
    distance = abs(start - (first.y1 if up else first.y0))
    if box.height < 8 or distance > (_CAPTION_GAP if count < 3 else _OPEN_GAP):
        return None
    if distance > _CAPTION_GAP:  # no rule closes the table: its last row reaches to the caption
        box = BBox(box.x0, box.y0, box.x1, start) if up else BBox(box.x0, start, box.x1, box.y1)
        inside = [line for line in page.lines if _centre_in(line, box)]
        return hull([*rules[:1], *inside])
    return hull([box, *(line for line in page.lines if _centre_in(line, box))])


def _blocked(caption: Caption, page: _Page, box: BBox, rule: BBox) -> bool:
    """Does another caption, or running text that begins where the page's columns begin, stand between the two?"""
    top, bottom = min(box.y1, rule.y1), max(box.y0, rule.y0)
    between = [b for b in page.barriers if top - 1 < (b.y0 + b.y1) / 2 < bottom + 1 and _overlap(b, (rule.x0, rule.x1)) > 6]
    if any(b.x0 < rule.x0 + 1.5 for b in between):
        return True
    return any(
        top - 1 < (c.y0 + c.y1) / 2 < bottom + 1 and _overlap(c, (rule.x0, rule.x1)) > 6
        for c in page.other_captions(caption)
    )


def _band(caption: Caption, page: _Page) -> _Band:
    """The strip in which the object must lie: the column of the caption, or the whole width of the text, cut at
    captions and running text that stand beside it."""
    box = caption.bbox
    holding = [f for f in page.frames if f.left < box.x0 + 4 and f.right > box.x1 - 4]
    if holding:
        column = min(holding, key=lambda f: f.right - f.left)
        left, right = column.left, column.right
    else:
        left, right = min([box.x0, *(f.left for f in page.frames)]), max([box.x1, *(f.right for f in page.frames)])
        if not page.frames:
            left, right = page.box.x0, page.box.x1
        if page.gutter is not None and box.x1 < page.gutter:
            right = page.gutter
        elif page.gutter is not None and box.x0 > page.gutter:
            left = page.gutter
    for other in (*page.other_captions(caption), *page.barriers):
        if min(other.y1, box.y1) - max(other.y0, box.y0) <= 0.3 * min(other.height, box.height):
            continue
        if other.x0 >= box.x1:
            right = min(right, (other.x0 + box.x1) / 2)
        elif other.x1 <= box.x0:
            left = max(left, (other.x1 + box.x0) / 2)
    return left, right


def _collect(caption: Caption, page: _Page, band: _Band, wide: _Band, up: bool) -> list[_Item]:
    """Items in `wide` from the caption outwards until something stops it in `band`, or too wide a gap."""
    start = caption.bbox.y0 if up else caption.bbox.y1
    stops = [b for b in page.barriers if _overlap(b, band) > 6]
    stops += [box for box in page.other_captions(caption) if _overlap(box, band) > 6]
    if up:
        limit = max((b.y1 for b in stops if b.y1 <= start + 2), default=page.box.y0)
    else:
        limit = min((b.y0 for b in stops if b.y0 >= start - 2), default=page.box.y1)
    candidates = [item for item in page.items if _in_strip(item.bbox, wide, start, limit, up)]
    candidates.sort(key=lambda item: -item.bbox.y1 if up else item.bbox.y0)
    taken: list[_Item] = []
    waiting: list[_Item] = []  # text a little apart from a drawing: its own only if the drawing goes on behind it
    edge = start
    for item in candidates:
        gap = edge - item.bbox.y1 if up else item.bbox.y0 - edge
        if gap > (_MARK_GAP if taken else _CAPTION_GAP):
            break
        if taken and item.text and (waiting or gap > _TEXT_GAP):
            waiting.append(item)
        elif not waiting or not item.rule:
            taken += [*waiting, item]
            waiting = []
        edge = min(edge, item.bbox.y0) if up else max(edge, item.bbox.y1)
    return taken


def _in_strip(box: BBox, band: _Band, start: float, limit: float, up: bool) -> bool:
    top, bottom = (limit, start) if up else (start, limit)
    middle = (box.y0 + box.y1) / 2
    return top - 1 < middle < bottom + 1 and _overlap(box, band) > 0.5 * min(box.width, band[1] - band[0])


def _trimmed(caption: Caption, taken: list[_Item], up: bool) -> list[_Item]:
    """Cut what lies beyond the last rule of a ruled table: notes, equations, stray lines of text."""
    box = hull([item.bbox for item in taken])
    rules = [item.bbox for item in taken if item.rule and item.bbox.width > 0.5 * box.width]
    if caption.kind != "table" or len(rules) < 2:
        return taken
    last = min(r.y0 for r in rules) if up else max(r.y1 for r in rules)
    beyond = [i for i in taken if (i.bbox.y1 <= last + 1 if up else i.bbox.y0 >= last - 1) and not i.rule]
    rows = {round(item.bbox.y1 / 4) for item in beyond}
    if beyond and len(beyond) < 2.5 * len(rows):
        out = {id(item) for item in beyond}
        return [item for item in taken if id(item) not in out]
    return taken


def _score(caption: Caption, taken: Sequence[_Item], up: bool) -> float:
    """How much like an object of the caption's kind a region looks, in 0..about 3."""
    box = hull([item.bbox for item in taken])
    area = max(1.0, box.width * box.height)
    drawings = [i.bbox for i in taken if not i.text and not i.rule and min(i.bbox.width, i.bbox.height) > 4]
    drawn = min(1.0, sum(b.width * b.height for b in drawings) / area)
    rules = sum(item.rule and item.bbox.width > 0.3 * box.width for item in taken)
    rows = len({round(item.bbox.y1 / 3) for item in taken if item.text})
    pieces = sum(item.text for item in taken)
    tabular = min(1.0, rules / 2) + min(1.0, rows / 4) * (1.0 if pieces >= 1.5 * rows else 0.4)
    gap = caption.bbox.y0 - box.y1 if up else box.y0 - caption.bbox.y1
    near = 1.0 / (1.0 + max(0.0, gap) / 12.0)
    usual = 0.3 if (caption.kind == "figure") == up else 0.0
    looks = 2 * drawn + 0.5 * min(1.0, area / 5000) if caption.kind == "figure" else tabular + drawn
    return looks + 0.5 * near + usual


def _settle(
    captions: Sequence[Caption], above: Sequence[_Region | None], below: Sequence[_Region | None]
) -> list[_Region | None]:
    """One side for each caption: the combination with the best total in which no two objects overlap."""
    options = [[r for r in pair if r is not None] or [None] for pair in zip(above, below, strict=True)]
    if len(captions) > _MAX_JOINT:
        return [max(o, key=lambda r: r.score if r else 0.0) for o in options]
    best: list[_Region | None] = [None] * len(captions)
    best_total = -1.0
    for combination in product(*[[*option, None] if option != [None] else option for option in options]):
        total = sum(region.score for region in combination if region is not None)
        if total > best_total and not _clash([r.bbox for r in combination if r is not None]):
            best, best_total = list(combination), total
    return best


def _clash(boxes: Sequence[BBox]) -> bool:
    return any(
        a.intersection_area(b) > 0.1 * min(a.width * a.height, b.width * b.height)
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
    )


def _centre_in(box: BBox, outer: BBox) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def _overlap(box: BBox, band: _Band) -> float:
    return min(box.x1, band[1]) - max(box.x0, band[0])
