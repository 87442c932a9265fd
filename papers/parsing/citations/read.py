"""Find the mentions of other works: every marker in text, captions and table cells, with the names next to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...captions import TEXT_LABELS
from ...sentences import sentence_spans
from ...types import BBox, Block, Figure, Mention, Reference, Word
from ..references.keys import split_list_number
from .markers import CitationMarker, NumberStyle, parse_markers
from .match import MarkerIndex, build_marker_index, resolve_marker
from .names import find_names_around

_AROUND = 600  # characters of a sentence kept on either side of its marker; run-on text is cut
_CELL_GAP = 0.8  # share of the words' height; wider white space separates two cells of a row
_SAME_ROW = 0.5  # share of the words' height; words whose centers are closer than this are on one line
_NOTE_START = re.compile(
    r"(?:[¹²³⁰⁴-⁹]\s*|\d{1,2}\s+(?=http)|(?:https?://|www\.)\S+\s+)+"
)  # "³ https://... ⁴ http://..."
_READ = ("paragraph", "list", "caption", "equation")


def read_mentions(
    blocks: Sequence[Block],
    figures: Sequence[Figure],
    references: Sequence[Reference],
    pages: Sequence[int] = (),
) -> tuple[Mention, ...]:
    """Find the mentions in reading order; mentions in table cells come last. Markers that match no entry are skipped.

    `pages` are the pages of the entries in `references`. If several lists have the same numbers, a marker cites the
    next list in the paper.
    """
    lists = _index_lists(references, pages)
    texts = [(block.text, block.page) for block in blocks if block.kind in _READ]
    captions = {text for text, _ in texts}
    texts += [(figure.caption, figure.page) for figure in figures if figure.caption not in captions]
    style = detect_number_style([text for text, _ in texts], lists[0][1])
    found = [
        mention
        for text, page in texts
        for mention in find_mentions(text, page, _choose_list(lists, page), style)
    ]
    for figure in (figure for figure in figures if not figure.label.startswith(TEXT_LABELS)):
        for cells in group_cells(figure.words):
            found += _find_cell_mentions(cells, figure.page, _choose_list(lists, figure.page), style)
    return tuple(found)


def _index_lists(references: Sequence[Reference], pages: Sequence[int]) -> list[tuple[int, MarkerIndex]]:
    """Return the last page and the index of each list of the bibliography; a single list has all entries."""
    numbers = [split_list_number(reference.key)[1] for reference in references]
    if len(set(numbers)) < 2 or len(pages) != len(references):
        return [(0, build_marker_index(references))]
    lists = []
    for number in sorted(set(numbers)):
        places = [place for place, each in enumerate(numbers) if each == number]
        index = build_marker_index([references[place] for place in places])
        lists.append((max(pages[place] for place in places), index))
    return lists


def _choose_list(lists: Sequence[tuple[int, MarkerIndex]], page: int) -> MarkerIndex:
    """Return the first list that does not end before `page`; after all lists, the last list."""
    return next((index for last, index in lists if last >= page), lists[-1][1])


def find_mentions(
    text: str, page: int, entries: MarkerIndex, style: NumberStyle = "brackets"
) -> Iterator[Mention]:
    """Yield a mention for each marker in `text` that matches an entry, with the sentence around it.

    Numbers and URLs of footnotes at the start of the sentence are left out.
    """
    markers = parse_markers(text, style)
    if not markers:
        return
    spans = sentence_spans(text)
    place = 0
    for index, marker in enumerate(markers):
        keys = resolve_marker(marker, entries)
        if not keys:
            continue
        while place + 1 < len(spans) and spans[place + 1][0] <= marker.start:
            place += 1
        start, end = spans[place][0], max(spans[place][1], marker.end)
        note = _NOTE_START.match(text, start, marker.start)
        start = note.end() if note else start
        floor = max(start, markers[index - 1].end if index else 0)
        ceiling = min(end, markers[index + 1].start if index + 1 < len(markers) else end)
        names = find_names_around(text, marker.start, marker.end, floor, ceiling, marker.narrative)
        around = text[max(start, marker.start - _AROUND) : min(end, marker.end + _AROUND)]
        yield Mention(names, keys, around, page)


def detect_number_style(texts: Sequence[str], entries: MarkerIndex) -> NumberStyle:
    """Detect how a paper cites numbers of its bibliography: the style in which most of the known numbers occur.

    The style is brackets, unless the bibliography is numbered and fewer than a tenth of its entries are cited in
    brackets.
    """
    if not entries.numbered:
        return "brackets"
    best: NumberStyle = "brackets"
    most = len(entries.labels) / 10
    for style in ("brackets", "raised", "parentheses"):
        cited = {
            key
            for text in texts
            for marker in parse_markers(text, style)
            for key in _resolve_number(marker, entries)
        }
        if style == "brackets" and len(cited) >= most:
            return "brackets"
        if len(cited) > most:
            best, most = style, len(cited)
    return best


def _resolve_number(marker: CitationMarker, entries: MarkerIndex) -> tuple[str, ...]:
    return resolve_marker(marker, entries) if marker.cites[0].label else ()


def _find_cell_mentions(
    cells: Sequence[str], page: int, entries: MarkerIndex, style: NumberStyle
) -> Iterator[Mention]:
    """Yield the mentions in a row of a table. A cell that contains only a marker refers to the row's first cell."""
    for cell in cells:
        for marker in parse_markers(cell, style):
            keys = resolve_marker(marker, entries)
            if not keys:
                continue
            name = (
                cell[: marker.start].strip(" ,;:-–")
                or (cell[marker.start : marker.end] != cells[0] and cells[0])
                or ""
            )
            yield Mention((name,) if name else (), keys, cell, page)


def group_cells(words: Sequence[Word]) -> list[list[str]]:
    """Group words into the cell texts of each row, from left to right and top to bottom.

    A cell with an unclosed bracket ("DSM (Guo et al.,") is merged with the cell below that closes it.
    """
    rows: list[list[tuple[str, BBox]]] = [_split_cells(line) for line in _group_lines(words)]
    for upper, lower in pairwise(rows):
        _merge_open_brackets(upper, lower)
    return [[text for text, _ in row] for row in rows if row]


def _group_lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.bbox.y0 + w.bbox.y1, w.bbox.x0)):
        center = (word.bbox.y0 + word.bbox.y1) / 2
        if lines:
            last = lines[-1][0].bbox
            if abs((last.y0 + last.y1) / 2 - center) < _SAME_ROW * max(last.height, 1.0):
                lines[-1].append(word)
                continue
        lines.append([word])
    return [sorted(line, key=lambda w: w.bbox.x0) for line in lines]


def _split_cells(line: Sequence[Word]) -> list[tuple[str, BBox]]:
    cells: list[tuple[str, BBox]] = []
    for word in line:
        if cells and word.bbox.x0 - cells[-1][1].x1 < _CELL_GAP * word.bbox.height:
            text, box = cells[-1]
            cells[-1] = (f"{text} {word.text}", box.union(word.bbox))
        else:
            cells.append((word.text, word.bbox))
    return cells


def _merge_open_brackets(upper: list[tuple[str, BBox]], lower: list[tuple[str, BBox]]) -> None:
    for place, (text, box) in enumerate(upper):
        if text.count("(") + text.count("[") <= text.count(")") + text.count("]"):
            continue
        for below, (more, other) in enumerate(lower):
            if (")" in more or "]" in more) and other.x0 < box.x1 and box.x0 < other.x1:
                upper[place] = (f"{text} {more}", box.union(other))
                del lower[below]
                break
