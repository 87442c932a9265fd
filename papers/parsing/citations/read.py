"""Mentions of a paper: every marker in its text, captions and table cells, with the names next to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...sentences import sentence_spans
from ...types import Block, Figure, Mention, Reference
from .cells import group_cells
from .markers import CitationMarker, NumberStyle, parse_markers
from .match import MarkerIndex, build_marker_index, resolve_marker
from .names import find_names_around

_AROUND = 600  # characters of a sentence kept on either side of its marker; run-on text is cut
_READ = ("paragraph", "list", "caption", "equation")


def read_mentions(
    blocks: Sequence[Block], figures: Sequence[Figure], references: Sequence[Reference]
) -> tuple[Mention, ...]:
    """Find the mentions in reading order, those of table cells last. Markers that match no entry are skipped."""
    entries = build_marker_index(references)
    texts = [(block.text, block.page) for block in blocks if block.kind in _READ]
    captions = {text for text, _ in texts}
    texts += [(figure.caption, figure.page) for figure in figures if figure.caption not in captions]
    style = detect_number_style([text for text, _ in texts], entries)
    found = [mention for text, page in texts for mention in find_mentions(text, page, entries, style)]
    for figure in figures:
        for cells in group_cells(figure.words):
            found += _find_cell_mentions(cells, figure.page, entries, style)
    return tuple(found)


def find_mentions(
    text: str, page: int, entries: MarkerIndex, style: NumberStyle = "brackets"
) -> Iterator[Mention]:
    """Yield one mention per marker of `text` that matches an entry, with the sentence around it."""
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
        floor = max(start, markers[index - 1].end if index else 0)
        ceiling = min(end, markers[index + 1].start if index + 1 < len(markers) else end)
        names = find_names_around(text, marker.start, marker.end, floor, ceiling, marker.narrative)
        around = text[max(start, marker.start - _AROUND) : min(end, marker.end + _AROUND)]
        yield Mention(names, keys, around, page)


def detect_number_style(texts: Sequence[str], entries: MarkerIndex) -> NumberStyle:
    """Detect how a paper cites numbers of its bibliography: the style in which most of the known numbers occur.

    Brackets, unless the bibliography is numbered and fewer than a tenth of its entries are cited in brackets.
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
    """Mentions in one row of a table. A cell that contains only markers refers to the row's first cell."""
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
