"""Collect the objects of a page for figure detection.

Objects are possible parts of figures, and barriers that no figure crosses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....types import BBox
from ..layout.headings import is_heading_line
from ..layout.reading_order import find_gutter
from ..layout.text_columns import TextColumn, find_prose_lines
from ..text.lines import Line
from .captions import Caption
from .drawings import PageMark

_SYMBOL = 8.0  # points; smaller marks are fraction bars, dots or accents, not parts of a drawing
_PANEL = 24.0  # smallest width and height in points of a drawing that may contain text
_WHOLE_PAGE = 0.6  # share of the page from which a drawing is a frame around everything


@dataclass(frozen=True, slots=True)
class PageObject:
    """A possible part of a figure: a piece of a line of text, a rule, or a drawing if it is neither."""

    bbox: BBox
    text: bool = False
    rule: bool = False

    @property
    def drawing(self) -> bool:
        return not self.text and not self.rule


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The objects of a page, with y increasing downwards.

    `barriers` are running text and headings, `texts` all pieces of text outside captions. `panels` are drawings large
    enough to contain text. `mirrored` flips the page, so that an upward search serves both directions.
    """

    items: tuple[PageObject, ...]
    barriers: tuple[BBox, ...]
    texts: tuple[BBox, ...]
    captions: tuple[BBox, ...]
    panels: tuple[BBox, ...]
    columns: tuple[TextColumn, ...]
    gutter: float | None
    box: BBox

    def other_captions(self, caption: BBox) -> list[BBox]:
        """Return the captions that stop a search from `caption`: all others except captions inside a drawing."""
        others = [box for box in self.captions if box != caption]
        return [box for box in others if not any(contains_center(panel, box) for panel in self.panels)]

    def mirrored(self) -> PageObjects:
        """Return the same page upside down: y becomes -y."""
        return replace(
            self,
            items=tuple(replace(item, bbox=flip_vertically(item.bbox)) for item in self.items),
            barriers=tuple(map(flip_vertically, self.barriers)),
            texts=tuple(map(flip_vertically, self.texts)),
            captions=tuple(map(flip_vertically, self.captions)),
            panels=tuple(map(flip_vertically, self.panels)),
            box=flip_vertically(self.box),
        )


def build_page_objects(
    lines: Sequence[Line],
    marks: Sequence[PageMark],
    captions: Sequence[Caption],
    columns: Sequence[TextColumn],
    turned: Sequence[BBox],
    box: BBox,
) -> PageObjects:
    """Collect the objects of a page with the outline `box`.

    `lines` are the pieces of lines in its body, including captions. `turned` are the boxes of its rotated words, such
    as axis titles.
    """
    boxes = [caption.bbox for caption in captions]
    rest = [line for line in lines if not any(contains_center(caption, line.bbox) for caption in boxes)]
    panels = [mark.bbox for mark in marks if _is_panel(mark.bbox, box)]
    prose = find_prose_lines(rest, columns)
    items, barriers = [], []
    for line in rest:
        drawn = any(contains_center(panel, line.bbox) for panel in panels)
        if not drawn and (id(line) in prose or is_heading_line(line, columns)):
            barriers.append(line.bbox)
        else:
            items.append(PageObject(line.bbox, text=True))
    items += [PageObject(word, text=True) for word in turned]
    items += [
        PageObject(mark.bbox, rule=mark.rule)
        for mark in marks
        if max(mark.bbox.width, mark.bbox.height) >= _SYMBOL
    ]
    texts = tuple(line.bbox for line in rest)
    return PageObjects(
        tuple(items),
        tuple(barriers),
        texts,
        tuple(boxes),
        tuple(panels),
        tuple(columns),
        find_gutter(lines),
        box,
    )


def _is_panel(box: BBox, page: BBox) -> bool:
    small = min(box.width, box.height) <= _PANEL
    return not small and box.width * box.height < _WHOLE_PAGE * page.width * page.height


def flip_vertically(box: BBox) -> BBox:
    """Return `box` with y negated."""
    return BBox(box.x0, -box.y1, box.x1, -box.y0)


def contains_center(outer: BBox, box: BBox) -> bool:
    """True if the center of `box` is in `outer`."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def measure_overlap(box: BBox, band: tuple[float, float]) -> float:
    """Return the width that `box` and the strip `band` (left, right) share; negative if they are disjoint."""
    return min(box.x1, band[1]) - max(box.x0, band[0])
