"""Detect running heads, page numbers and other lines that belong to the page rather than to the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....types import BBox
from ..figures.page_objects import contains_center
from ..text.lines import Line
from .page_regions import PageLayout

_PAGE_NUMBER = re.compile(
    r"^\W*(?:page\s*)?(?:\d{1,5}|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,5})?\W*$", re.IGNORECASE
)
_FEWEST_PAGES = 3
_EDGE_LINES = 3  # lines at the top and at the bottom of a page that may be running heads
_SAME_HEIGHT = 4.0  # points by which the heights of one running head may differ between pages
_LARGER = 1.0  # points above the text's font size from which a line may be a title
_DIGITS = re.compile(r"\d+")


def find_margin_text(layouts: Sequence[PageLayout]) -> dict[int, tuple[list[Line], list[Line]]]:
    """Map each page number to the lines in the page's head and foot that are text after all.

    A line is not text if it is a bare page number, if the margin of another page has the same words, ignoring digits,
    or if it joins two heads that other pages print separately. All other margin lines are kept, because they may be a
    title or the last row of a table.
    """
    seen: Counter[str] = Counter()
    for layout in layouts:
        seen.update({_key(line) for line in (*layout.head, *layout.foot)})
    return {
        layout.number: (
            [line for line in layout.head if _is_text(line, seen)],
            [line for line in layout.foot if _is_text(line, seen)],
        )
        for layout in layouts
    }


def list_title_lines(layouts: Sequence[PageLayout], layout: PageLayout, body: float) -> list[Line]:
    """List the lines of a page without its running heads.

    A line in larger type is kept, because other pages may use the title as their running head.
    """
    head, foot = find_margin_text(layouts)[layout.number]
    kept = {id(line) for line in (*head, *foot)}
    running = {id(line) for line in (*layout.head, *layout.foot)} - kept
    return [line for line in layout.lines() if id(line) not in running or line.size > body + _LARGER]


def find_running_lines(layouts: Sequence[PageLayout]) -> set[int]:
    """Return the `id` of each running header or footer that is printed outside the margins.

    Such a line is among the first or last lines of its page, and two other pages have the same words, ignoring digits,
    at the same height. A line also counts if it consists of two running headers, each of which is in the margins of
    three pages.
    """
    heads = Counter(_key(line) for layout in layouts for line in layout.head)
    pages = [(layout, _list_edge_lines(layout)) for layout in layouts]
    seen: Counter[tuple[str, int]] = Counter()
    for _, lines in pages:
        seen.update({place for line in lines for place in _list_places(line)})
    return {
        id(line)
        for _, lines in pages
        for line in lines
        if max(seen[place] for place in _list_places(line)) >= _FEWEST_PAGES
        or _consists_of_heads(_key(line), heads, _FEWEST_PAGES)
    }


def drop_running_tables(layouts: Sequence[PageLayout]) -> list[PageLayout]:
    """Return `layouts` without menus: tables that have the same words on three pages, ignoring digits.

    The lines of a menu are dropped on every page that has them at the same height, also where no table was found.
    """
    seen: Counter[str] = Counter()
    for layout in layouts:
        seen.update({_read_table(layout, box) for box in layout.tables})
    running = {text for text, count in seen.items() if count >= _FEWEST_PAGES}
    menus = [[box for box in layout.tables if _read_table(layout, box) in running] for layout in layouts]
    places = {
        place
        for layout, boxes in zip(layouts, menus, strict=True)
        for box in boxes
        for line in _list_lines_in(layout, box)
        for place in _list_places(line)
    }
    return [_without_menus(layout, boxes, places) for layout, boxes in zip(layouts, menus, strict=True)]


def _read_table(layout: PageLayout, box: BBox) -> str:
    return " ".join(map(_key, _list_lines_in(layout, box)))


def _list_lines_in(layout: PageLayout, box: BBox) -> list[Line]:
    return [line for run in layout.flow for line in run if contains_center(box, line.bbox)]


def _without_menus(layout: PageLayout, boxes: Sequence[BBox], places: set[tuple[str, int]]) -> PageLayout:
    if not places:
        return layout
    kept = (tuple(line for line in run if places.isdisjoint(_list_places(line))) for run in layout.flow)
    tables = tuple(box for box in layout.tables if box not in boxes)
    return replace(layout, flow=tuple(run for run in kept if run), tables=tables)


def _list_edge_lines(layout: PageLayout) -> list[Line]:
    """List the first and the last lines of a page's text, without lines of tables."""
    lines = [
        line
        for run in layout.flow
        for line in run
        if not any(box.intersection_area(line.bbox) > 0 for box in layout.tables)
    ]
    lines.sort(key=lambda line: line.baseline)
    return lines if len(lines) <= 2 * _EDGE_LINES else [*lines[:_EDGE_LINES], *lines[-_EDGE_LINES:]]


def _list_places(line: Line) -> list[tuple[str, int]]:
    """Return the line's words with two rounded heights, so that lines at similar heights share at least one pair."""
    step = round(line.baseline / _SAME_HEIGHT)
    return [(_key(line), step), (_key(line), step + 1)]


def _is_text(line: Line, seen: Counter[str]) -> bool:
    return not (_PAGE_NUMBER.match(line.text) or _consists_of_heads(_key(line), seen, 2))


def _consists_of_heads(key: str, seen: Counter[str], pages: int) -> bool:
    """True if `key`, or each of two parts into which it can be cut, is the head of at least `pages` pages."""
    words = key.split()
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return seen[key] >= pages or any(seen[left] >= pages and seen[right] >= pages for left, right in cuts)


def _key(line: Line) -> str:
    return _DIGITS.sub("#", line.text.casefold()).strip()
