"""Divide a page into regions: running text, footnotes, floats and margins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from pypdfium2 import PdfiumError, raw

from ....types import BBox
from ..figures.attach_tables import attach_tables
from ..figures.captions import parse_figure_label
from ..figures.drawings import PageMark, detect_page_marks, has_drawings
from ..figures.floats import PageFloat, find_floats
from ..figures.page_objects import contains_center
from ..figures.table_titles import find_table_titles
from ..figures.uncaptioned_figures import find_uncaptioned_figures, pair_with_captions
from ..figures.uncaptioned_tables import find_uncaptioned_tables, may_contain_grids, may_contain_tables
from ..sideways import load_page
from ..text.drop_caps import join_drop_caps
from ..text.frame import read_page_frame
from ..text.line_numbers import drop_line_numbers
from ..text.lines import Line, build_line, build_lines
from ..text.spaced_letters import join_spaced_letters
from ..text.tokens import PageText, Token, extract_tokens
from .reading_order import split_columns

_MARGIN = 0.11  # share of the page's height, at top and bottom, that contains running heads and page numbers

_FEWEST_PATHS = 6  # fewest lines drawn on a page with a grid
_TITLE_PAGE = (
    0.45  # share of the first page's height in which rows without rules are authors and their addresses
)


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The regions of a page.

    `flow` is the text in reading order, one tuple of lines per piece of a column. `head` and `foot` are the margin
    lines above and below it, `notes` the footnotes, `floats` the figures and tables, `drawn` the lines of text inside
    floats. `tables` are the boxes of tables without a caption; their lines and titles are part of the flow.
    """

    number: int
    box: BBox
    flow: tuple[tuple[Line, ...], ...]
    head: tuple[Line, ...]
    foot: tuple[Line, ...]
    notes: tuple[Line, ...]
    floats: tuple[PageFloat, ...]
    drawn: tuple[Line, ...]
    text: PageText
    tables: tuple[BBox, ...] = ()
    table_titles: Mapping[BBox, Line] = field(default_factory=dict)

    def lines(self) -> list[Line]:
        """Return every line, in the order of the page's text: head, flow, notes, captions, words of floats, foot."""
        captions = [line for found in self.floats for line in found.caption.lines]
        flow = [line for run in self.flow for line in run]
        return [*self.head, *flow, *self.notes, *captions, *self.drawn, *self.foot]


def lay_out_page(
    page: Any, number: int, text: PageText | None = None, known: Mapping[int, PageText] | None = None
) -> PageLayout:
    """Lay out a pypdfium2 page without looking at other pages, except for line numbers; `number` counts from 1.

    `text` replaces the text of the file if that is unusable. `known` maps the numbers of pages already read to their
    texts.
    """
    text = extract_tokens(page) if text is None else text
    box = read_page_frame(page).page
    numberless = drop_line_numbers(text.tokens, lambda: _read_neighbor(page, number, known or {}))
    tokens = join_drop_caps(numberless)
    lines = [join_spaced_letters(line) for line in build_lines(tokens) if _inside(line.bbox, box)]
    drawn = (
        any(parse_figure_label(line.text) for line in lines)
        or _is_worth_rendering(
            page, [line for line in lines if number > 1 or line.bbox.y0 > box.y0 + _TITLE_PAGE * box.height]
        )
        or has_drawings(page)
    )
    return build_page_layout(text, lines, detect_page_marks(page, text.tokens) if drawn else [], box, number)


def _read_neighbor(page: Any, number: int, known: Mapping[int, PageText]) -> Sequence[Token]:
    """Return the tokens of the previous page, or of the second page if `page` is the first; () for a broken page."""
    other = number - 1 if number > 1 else 2
    if other in known:
        return known[other].tokens
    try:
        return extract_tokens(load_page(page.pdf, other)).tokens if other <= len(page.pdf) else ()
    except PdfiumError:
        return ()


def _is_worth_rendering(page: Any, lines: Sequence[Line]) -> bool:
    """True if a page without captions may contain a table."""
    if may_contain_tables(lines):
        return True
    paths = (
        page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1)
        if may_contain_grids(lines)
        else iter(())
    )
    return len(list(islice(paths, _FEWEST_PATHS))) == _FEWEST_PATHS


def build_page_layout(
    text: PageText, lines: Sequence[Line], marks: Sequence[PageMark], box: BBox, number: int
) -> PageLayout:
    """Build the layout of a page from its lines and its marks."""
    body, head, foot = split_margins(lines, marks, box)
    turned = [token.bbox for token in text.tokens if not token.upright]
    floats = find_floats(body, _select_body_marks(marks, head, foot), turned, box)
    running, drawn = _split_float_lines(body, floats)
    title_end = box.y0 + _TITLE_PAGE * box.height if number == 1 else box.y0
    rows = find_uncaptioned_tables(running, marks, title_end)
    floats, tables = attach_tables(floats, rows, running, marks)
    if len(tables) < len(rows):
        running, drawn = _split_float_lines(body, floats)
    taken = [found.caption.bbox for found in floats] + [found.bbox for found in floats if found.bbox]
    figures = find_uncaptioned_figures(running, marks, [*taken, *tables], box, number)
    if figures:
        floats = pair_with_captions(floats, figures)
        running, drawn = _split_float_lines(body, floats)
    size = measure_line_size(running)
    runs, notes = [], []
    for run in split_columns(running):
        kept, note = _split_footnotes(join_rows(run), size)
        notes += note
        if kept:
            runs.append(tuple(kept))
    return PageLayout(
        number,
        box,
        tuple(runs),
        tuple(head),
        tuple(foot),
        tuple(notes),
        tuple(floats),
        tuple(drawn),
        text,
        tuple(tables),
        find_table_titles(runs, tables, size),
    )


def _split_float_lines(lines: Sequence[Line], floats: Sequence[PageFloat]) -> tuple[list[Line], list[Line]]:
    """Return the lines of running text, and the lines inside floats row by row; captions are in neither list."""
    captions = [found.caption.bbox for found in floats]
    objects = [found.bbox for found in floats if found.bbox is not None and not found.caption.above_text]
    running = [
        line for line in lines if not any(contains_center(box, line.bbox) for box in (*captions, *objects))
    ]
    drawn = []
    for box in objects:
        inside = [line for line in lines if contains_center(box, line.bbox)]
        inside = [
            line for line in inside if not any(contains_center(caption, line.bbox) for caption in captions)
        ]
        drawn += join_rows(sorted(inside, key=lambda line: (line.baseline, line.bbox.x0)))
    return running, drawn


def _select_body_marks(
    marks: Sequence[PageMark], head: Sequence[Line], foot: Sequence[Line]
) -> list[PageMark]:
    """Return the marks without the rules that separate running heads and page numbers from the text."""
    top = max((line.bbox.y1 for line in head), default=float("-inf")) + 8
    bottom = min((line.bbox.y0 for line in foot), default=float("inf")) - 8
    return [mark for mark in marks if not mark.rule or top < mark.bbox.y0 < bottom]


def measure_line_size(lines: Sequence[Line]) -> float:
    """Return the font size of most characters; 0 if there are no lines."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += line.characters
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 0.0


def _inside(box: BBox, page: BBox) -> bool:
    return box.x1 > page.x0 and box.x0 < page.x1 and box.y1 > page.y0 and box.y0 < page.y1


def split_margins(
    lines: Sequence[Line], marks: Sequence[PageMark], box: BBox
) -> tuple[list[Line], list[Line], list[Line]]:
    """Split lines into body, head and foot.

    Head and foot are lines near the page's edge with white space between them and the rest of the page, including its
    drawings.
    """
    ordered = sorted(lines, key=lambda line: (line.baseline, line.bbox.x0))
    # Running heads are above their rule and separated from drawings by white space. A rule above the first line
    # belongs to a table.
    rules = [mark.bbox for mark in marks if mark.rule]
    drawings = [mark.bbox for mark in marks if not mark.rule and min(mark.bbox.width, mark.bbox.height) > 8]
    top = min([box.y0 + _MARGIN * box.height, *(r.y0 + 2 for r in rules), *(d.y0 - 8 for d in drawings)])
    bottom = max([box.y1 - _MARGIN * box.height, *(r.y1 - 2 for r in rules), *(d.y1 + 8 for d in drawings)])
    head = _find_margin_lines(ordered, top, above=True)
    foot = _find_margin_lines(ordered[::-1], bottom, above=False)
    out = {id(line) for line in (*head, *foot)}
    return [line for line in ordered if id(line) not in out], head, foot[::-1]


def _find_margin_lines(ordered: list[Line], limit: float, above: bool) -> list[Line]:
    """Return the longest prefix of `ordered` within the margin that white space separates from the rest.

    A line in the type of the text needs more white space, because it may be text next to a heading or a formula.
    """
    body = measure_line_size(ordered)
    best = 0
    for i in range(min(len(ordered) - 1, 12)):
        line, after = ordered[i], ordered[i + 1]
        if ((line.bbox.y1 > limit) if above else (line.bbox.y0 < limit)) or parse_figure_label(line.text):
            break
        gap = after.bbox.y0 - line.bbox.y1 if above else line.bbox.y0 - after.bbox.y1
        own = abs(line.size - body) > 0.4 or line.text.strip("-– ").isdecimal()
        if gap > (0.9 if own else 2.0) * max(line.size, after.size):
            best = i + 1
    return ordered[:best]


def join_rows(run: list[Line]) -> list[Line]:
    """Join the pieces of lines on one baseline within a column into one line."""
    rows: list[list[Line]] = []
    for line in run:
        if rows and abs(line.baseline - rows[-1][0].baseline) < 0.15 * max(line.size, rows[-1][0].size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [row[0] if len(row) == 1 else build_line(t for line in row for t in line.tokens) for row in rows]


def _split_footnotes(run: list[Line], size: float) -> tuple[list[Line], list[Line]]:
    """Split a run into running lines and footnotes.

    Footnotes begin with a line in smaller type that starts with a mark, and extend to the end of the run.
    """
    start = len(run)
    while start and run[start - 1].size < size - 0.7:
        start -= 1
    for place in range(start, len(run)):
        if _opens_footnote(run[place]) and place > 0:
            return run[:place], run[place:]
    return run, []


def _opens_footnote(line: Line) -> bool:
    first = line.tokens[0]
    mark = first.text if len(line.tokens) > 1 else ""
    raised = first.font.size < 0.85 * line.size and line.baseline - first.baseline > 0.1 * line.size
    return bool(mark) and (raised or mark[0] in "*∗†‡§¶⇤")
