"""Find the region of a figure by growing it upwards from its caption, until running text or white space ends it.

To find a figure below its caption, flip the page objects and the caption upside down.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....types import BBox
from ..text.frame import bounding_box
from .page_objects import PageObject, PageObjects, contains_center, measure_overlap

Band = tuple[float, float]  # left and right edge of a strip of the page

_CAPTION_GAP = 36.0  # most points between a caption and its object
_TEXT_GAP = 16.0  # most points between two rows of an object
_MARK_GAP = 30.0  # most points of white space inside a drawing
_OPEN_GAP = 120.0  # most points between a caption and the last rule of a table without a closing rule
_RULE_LENGTH = 40.0  # points from which a rule may span a table
_RULE_EDGE = 3.0  # points by which the ends of a table's rules may differ
_CHART_HEIGHT = 24.0  # points from which a drawing is a separate figure
_HEADER_GAP = 5.0  # most points between a rule and the row of column titles above it
_SAME_ROW = 3.0  # points by which the lower edges of the cells of a row may differ
_TOUCH = 6.0  # points of overlap from which an object is in a strip


def grow_region(
    caption: BBox, objects: PageObjects, table: bool, *, flipped: bool = False
) -> list[PageObject]:
    """Return the parts of the figure or table above `caption`, nearest first; [] if running text follows at once.

    With `flipped`, the page is upside down, and the figure is in fact below its caption. `table` says that the object
    has the form of a table.
    """
    band = find_column_band(caption, objects)
    taken = _collect(caption, objects, band, band)
    drawn = [item.bbox for item in taken if not item.text]
    wide = (min([band[0], *(box.x0 for box in drawn)]), max([band[1], *(box.x1 for box in drawn)]))
    if wide != band:
        taken = _collect(caption, objects, band, wide)
    ruled = (
        None if not table and any(item.drawing for item in taken) else find_ruled_area(caption, objects, band)
    )
    if ruled is not None:
        known = {id(item) for item in taken}
        taken += [
            item for item in objects.items if id(item) not in known and contains_center(ruled, item.bbox)
        ]
        taken += [PageObject(text, text=True) for text in objects.barriers if contains_center(ruled, text)]
        # Rules determine the width of the table: text next to them does not belong to it.
        taken = [
            item for item in taken if not item.text or measure_overlap(item.bbox, (ruled.x0, ruled.x1)) > 0
        ]
    return _drop_beyond_last_rule(taken, flipped) if table else taken


def find_column_band(caption: BBox, objects: PageObjects) -> Band:
    """Return the strip of the page that must contain the caption's object.

    The strip is the column of the caption, or else the whole width of the text, cut at captions and running text next
    to the caption.
    """
    holding = [f for f in objects.columns if f.left < caption.x0 + 4 and f.right > caption.x1 - 4]
    if holding:
        column = min(holding, key=lambda f: f.right - f.left)
        left, right = column.left, column.right
    else:
        left = min([caption.x0, *(text.x0 for text in objects.texts)])
        right = max([caption.x1, *(text.x1 for text in objects.texts)])
        if objects.gutter is not None and caption.x1 < objects.gutter:
            right = objects.gutter
        elif objects.gutter is not None and caption.x0 > objects.gutter:
            left = objects.gutter
        # Text columns and captions that do not overlap this caption belong to other columns of the page.
        others = [(f.left, f.right) for f in objects.columns] + [
            (c.x0, c.x1) for c in objects.other_captions(caption)
        ]
        right = min([right, *((x0 + caption.x1) / 2 for x0, _ in others if x0 >= caption.x1)])
        left = max([left, *((x1 + caption.x0) / 2 for _, x1 in others if x1 <= caption.x0)])
    for other in (*objects.other_captions(caption), *objects.barriers):
        beside = min(other.y1, caption.y1) - max(other.y0, caption.y0)
        if beside <= 0.3 * min(other.height, caption.height):
            continue
        if other.x0 >= caption.x1:
            right = min(right, (other.x0 + caption.x1) / 2)
        elif other.x1 <= caption.x0:
            left = max(left, (other.x1 + caption.x0) / 2)
    return _extend_to_rule(caption, objects, (left, right))


def _extend_to_rule(caption: BBox, objects: PageObjects, band: Band) -> Band:
    """Extend `band` to the ends of the first rule above the caption if the rule crosses the gutter.

    This is a table as wide as the page whose caption is short or begins at the left. `band` stays as it is if running
    text or another caption lies below the rule, next to the caption.
    """
    rules = [
        item.bbox
        for item in objects.items
        if item.rule
        and item.bbox.width > _RULE_LENGTH
        and -2 < caption.y0 - item.bbox.y1 < _CAPTION_GAP
        and measure_overlap(item.bbox, band) > _RULE_LENGTH
    ]
    first = max(rules, key=lambda rule: rule.y1, default=None)
    gutter = objects.gutter
    if first is None or gutter is None or not first.x0 + _TOUCH < gutter < first.x1 - _TOUCH:
        return band
    between = BBox(first.x0, first.y1, first.x1, caption.y1)
    others = (*objects.barriers, *objects.other_captions(caption))
    if any(between.intersection_area(box) > 0 for box in others):
        return band
    return min(band[0], first.x0), max(band[1], first.x1)


def _collect(caption: BBox, objects: PageObjects, band: Band, wide: Band) -> list[PageObject]:
    """Return the objects in the strip `wide` from the caption upwards.

    Running text in `band` or too wide a gap ends the search.
    """
    start = caption.y0
    stops = [
        box
        for box in (*objects.barriers, *objects.other_captions(caption))
        if measure_overlap(box, band) > _TOUCH
    ]
    limit = max((box.y1 for box in stops if box.y1 <= start + 2), default=objects.box.y0)
    candidates = [item for item in objects.items if _is_in_band(item.bbox, wide, limit, start)]
    taken: list[PageObject] = []
    waiting: list[
        PageObject
    ] = []  # text a little apart from a drawing: part of it only if the drawing continues beyond it
    edge = start
    for item in sorted(candidates, key=lambda item: -item.bbox.y1):
        gap = edge - item.bbox.y1
        if gap > (_MARK_GAP if taken else _CAPTION_GAP):
            break
        if taken and item.text and (waiting or gap > _TEXT_GAP):
            waiting.append(item)
        elif not waiting or not item.rule:
            taken += [*waiting, item]
            waiting = []
        edge = min(edge, item.bbox.y0)
    return taken


def _is_in_band(box: BBox, band: Band, top: float, bottom: float) -> bool:
    middle = (box.y0 + box.y1) / 2
    return top - 1 < middle < bottom + 1 and measure_overlap(box, band) > 0.5 * min(
        box.width, band[1] - band[0]
    )


def find_ruled_area(caption: BBox, objects: PageObjects, band: Band) -> BBox | None:
    """Return the area between aligned rules of equal length near the caption, or None if no such rules are there.

    The area is a table, whatever text it contains. Running text between two rules ends it if the text begins at the
    left end of the rules or further left.
    """
    rules = [item.bbox for item in objects.items if item.rule and item.bbox.width > _RULE_LENGTH]
    rules = [r for r in rules if r.y1 <= caption.y0 + 2 and measure_overlap(r, band) > 0.9 * r.width]
    rules.sort(key=lambda rule: -rule.y1)
    if not rules or _is_blocked(caption, objects, caption, rules[0]):
        return None
    first, count = rules[0], 1
    box = first
    for rule in rules[1:]:
        if abs(rule.x0 - first.x0) > _RULE_EDGE or abs(rule.x1 - first.x1) > _RULE_EDGE:
            continue
        if _is_blocked(caption, objects, box, rule):
            break
        box, count = box.union(rule), count + 1
    distance = caption.y0 - first.y1
    if box.height < 8 or distance > (_CAPTION_GAP if count < 3 else _OPEN_GAP):
        return None
    if distance <= _CAPTION_GAP:
        return bounding_box([box, *(text for text in objects.texts if contains_center(box, text))])
    # No rule closes the table: its last row extends to the caption.
    box = BBox(box.x0, box.y0, box.x1, caption.y0)
    return bounding_box([first, *(text for text in objects.texts if contains_center(box, text))])


def _is_blocked(caption: BBox, objects: PageObjects, box: BBox, rule: BBox) -> bool:
    """True if a caption or running text is between `box` and `rule`.

    Running text counts only if it begins at the left end of the rule or further left.
    """
    top, bottom, band = min(box.y1, rule.y1), max(box.y0, rule.y0), (rule.x0, rule.x1)

    def between(other: BBox) -> bool:
        return top - 1 < (other.y0 + other.y1) / 2 < bottom + 1 and measure_overlap(other, band) > _TOUCH

    running = [text for text in objects.barriers if between(text)]
    return any(text.x0 < rule.x0 + 1.5 for text in running) or any(
        map(between, objects.other_captions(caption))
    )


def _drop_beyond_last_rule(taken: Sequence[PageObject], flipped: bool) -> list[PageObject]:
    """Drop everything beyond the last rule of a ruled table: notes, equations, stray lines of text.

    Unless the objects are `flipped`, the last rule is the top one, and a row of column titles may be above it.
    """
    if not taken:
        return []
    box = bounding_box([item.bbox for item in taken])
    rules = [item.bbox for item in taken if item.rule and item.bbox.width > 0.5 * box.width]
    rules = _drop_axes(rules, [item.bbox for item in taken if item.drawing])
    if len(rules) < 2:
        return list(taken)
    last = min(rule.y0 for rule in rules)
    beyond = [item for item in taken if item.bbox.y1 <= last + 1 and item.bbox.y0 < last - 1]
    words = [item for item in beyond if item.text]
    rows = {round(item.bbox.y1 / 4) for item in words}
    # Rows of several cells continue the table, which has no closing rule; a drawing is another figure.
    continued = bool(words) and len(words) >= 2.5 * len(rows)
    cells = [item.bbox for item in taken if item.text]
    kept = words if continued else [] if flipped else _find_header(words, last, cells)
    out = {id(item) for item in beyond} - {id(item) for item in kept}
    return [item for item in taken if id(item) not in out]


def _find_header(words: Sequence[PageObject], rule: float, cells: Sequence[BBox]) -> list[PageObject]:
    """Return the words right above the rule if they form a row of several cells, each over a cell below the rule."""
    header = [item for item in words if rule - item.bbox.y1 < _HEADER_GAP]
    under = [cell for cell in cells if cell.y0 > rule]
    titles = all(
        any(
            measure_overlap(item.bbox, (cell.x0, cell.x1)) > 0.5 * min(cell.width, item.bbox.width)
            for cell in under
        )
        for item in header
    )
    tops = [item.bbox.y1 for item in header]
    return header if len(header) > 1 and titles and max(tops) - min(tops) < _SAME_ROW else []


def _drop_axes(rules: Sequence[BBox], drawings: Sequence[BBox]) -> list[BBox]:
    """Return the rules of a table, nearest first, without the rules that belong to a chart beyond it."""
    charts = [
        box
        for box in drawings
        if box.height > _CHART_HEIGHT and not any(contains_center(box, rule) for rule in rules[:1])
    ]
    return [
        rule
        for rule in rules
        if not any(
            chart.y0 - 2 < rule.y0 < chart.y1 + 2 and measure_overlap(rule, (chart.x0, chart.x1)) > 0
            for chart in charts
        )
    ]
