"""Build the blocks of a paper from its page layouts: headings with their path, paragraphs across columns and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from ....types import BBox, Block, BlockKind
from ..text.frame import bounding_box
from ..text.hyphens import Vocabulary, join_words
from ..text.lines import Line
from .byline_columns import divide_columns
from .contents_lines import find_contents_lines
from .headers_footers import find_margin_text, find_running_lines
from .headings import (
    are_one_heading,
    is_references_heading,
    parse_heading,
    parse_plain_heading,
)
from .page_regions import PageLayout
from .paragraphs import ParagraphPiece, split_paragraphs, split_table_rows
from .run_in_headings import find_definitions, parse_run_in_heading, split_run_in_heading
from .section_path import SectionPath

_LARGER = 0.6  # points above the body's font size from which a line at the top of a page is a heading
_LIST = re.compile(r"^(?:[•◦▪‣–·∗*]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s")


@dataclass(frozen=True, slots=True)
class _DocumentPart:
    """The pieces that will form one block."""

    kind: BlockKind
    pieces: tuple[ParagraphPiece, ...]
    section: str


def split_document(layouts: Sequence[PageLayout]) -> list[ParagraphPiece]:
    """Split the document into pieces of text in reading order.

    Running heads and page numbers are left out; footnotes follow the text of their page.
    """
    kept, running = find_margin_text(layouts), find_running_lines(layouts)
    body = measure_body_size(layouts)
    result: list[ParagraphPiece] = []
    for layout in layouts:
        head, foot = kept[layout.number]
        headings = [line for line in head if layout.number > 1 and (line.bold or line.size > body + _LARGER)]
        head = [line for line in head if line not in headings]
        result += split_paragraphs(head, layout.number, "margin")
        result += split_paragraphs(headings, layout.number)
        left_out = running | find_contents_lines([line for whole in layout.flow for line in whole])
        for whole in layout.flow:
            run = [line for line in whole if id(line) not in left_out]
            for in_table, lines in groupby(run, key=partial(_is_in_table, layout)):
                split = split_table_rows if in_table else split_paragraphs
                result += split(list(lines), layout.number)
        result += split_paragraphs(layout.notes, layout.number, "note") + split_paragraphs(
            foot, layout.number, "margin"
        )
        result += [
            ParagraphPiece(layout.number, found.caption.lines, role="caption")
            for found in layout.floats
            if found.caption.lines
        ]
    return result


def _is_in_table(layout: PageLayout, line: Line) -> bool:
    """True for a line of a table without a caption, or for the title of such a table."""
    if line in layout.table_titles.values():
        return True
    x, y = (line.bbox.x0 + line.bbox.x1) / 2, (line.bbox.y0 + line.bbox.y1) / 2
    return any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in layout.tables)


def measure_body_size(layouts: Sequence[PageLayout]) -> float:
    """Return the font size of most characters of the running text."""
    sizes: Counter[float] = Counter()
    for layout in layouts:
        for run in layout.flow:
            for line in run:
                sizes[round(line.size * 2) / 2] += line.characters
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 0.0


def build_blocks(all_pieces: Sequence[ParagraphPiece], body: float, vocabulary: Vocabulary) -> list[Block]:
    """Build the blocks of a document in reading order, each with its section path."""
    parts: list[_DocumentPart] = []
    path = SectionPath()
    references = False
    definitions = find_definitions(all_pieces)
    for piece in all_pieces:
        if piece.role == "caption":
            parts.append(_DocumentPart("caption", (piece,), path.path))
            continue
        heading = parse_heading(piece, body) or (parse_plain_heading(piece) if path.path else None)
        if heading is not None:
            if parts and parts[-1].kind == "heading" and are_one_heading(parts[-1].pieces[-1], piece):
                piece = _join_pieces(parts.pop().pieces[-1], piece)
                heading = parse_heading(piece, body) or heading
                path.leave()
            references = is_references_heading(heading.text) or (references and heading.level > 1)
            parts.append(_DocumentPart("heading", (piece,), path.enter(heading)))
            continue
        split = None if references or id(piece) in definitions else split_run_in_heading(piece)
        if split is not None:
            head, piece = split
            parts.append(_DocumentPart("heading", (head,), path.enter(parse_run_in_heading(head))))
        kind = "reference" if references and piece.role == "text" else _classify_piece(piece)
        before = _find_open_part(parts, piece)
        if before is not None and _continues(parts[before], piece, kind):
            parts[before] = replace(parts[before], pieces=(*parts[before].pieces, piece))
        else:
            parts.append(_DocumentPart(kind, (piece,), path.path))
    return [block for part in parts if (block := _build_block(part, vocabulary)).text]


def build_front_blocks(pieces: Sequence[ParagraphPiece], vocabulary: Vocabulary) -> list[Block]:
    """Build blocks from the pieces around a paper's title: authors, affiliations, addresses, venue."""
    parts = [_DocumentPart("front", (column,), "") for piece in pieces for column in divide_columns(piece)]
    return [block for part in parts if (block := _build_block(part, vocabulary)).text]


def _join_pieces(first: ParagraphPiece, second: ParagraphPiece) -> ParagraphPiece:
    return replace(first, lines=(*first.lines, *second.lines), open_end=second.open_end)


def _find_open_part(parts: Sequence[_DocumentPart], piece: ParagraphPiece) -> int | None:
    """Return the index of the part that `piece` may continue, or None if there is no such part.

    This is the last part, ignoring footnotes and captions if `piece` is running text.
    """
    for index in range(len(parts) - 1, -1, -1):
        if parts[index].pieces[-1].role == piece.role:
            return index if parts[index].kind != "heading" else None
        if piece.role != "text":
            return None
    return None


def _classify_piece(piece: ParagraphPiece) -> BlockKind:
    if piece.role == "table":
        return "paragraph"  # a row of numbers is not a formula
    if _LIST.match(piece.text):
        return "list"
    return "equation" if len(piece.lines) <= 8 and _is_formula(piece) else "paragraph"


_MATH_FONT = re.compile(r"CMMI|CMSY|CMEX|MSAM|MSBM|Math|Symbol|rsfs|eufm", re.IGNORECASE)


def _is_formula(piece: ParagraphPiece) -> bool:
    """True if the piece has few words among its symbols, and mathematical fonts, "=" or few letters."""
    tokens = [token for line in piece.lines for token in line.tokens]
    words = sum(
        len(token.text) for token in tokens if len(token.text) > 3 and token.text.strip("().,:;").isalpha()
    )
    characters = sum(len(token.text) for token in tokens)
    letters = sum(char.isalpha() and char.isascii() for token in tokens for char in token.text)
    formula = any("=" in token.text or _MATH_FONT.search(token.font.name) for token in tokens)
    return words < 0.35 * characters and (formula or letters < 0.5 * characters)


def _continues(part: _DocumentPart, piece: ParagraphPiece, kind: BlockKind) -> bool:
    """True if `piece` continues the paragraph after a column or page break."""
    last = part.pieces[-1]
    if part.kind == kind == "equation":
        return last.page == piece.page and 0 < piece.lines[0].baseline - last.lines[-1].baseline < 40
    if part.kind not in ("paragraph", "list", "reference") or kind != (
        "reference" if part.kind == "reference" else "paragraph"
    ):
        return False
    if abs(last.lines[-1].size - piece.lines[0].size) > 0.6 or not last.open_end or piece.indented:
        return False
    below = piece.page == last.page and piece.lines[0].baseline > last.lines[-1].baseline
    if below and piece.lines[0].bbox.x0 < last.lines[-1].bbox.x1:
        return False
    first = piece.text.lstrip()[:1]
    return (
        first.islower()
        or last.text.endswith("-")
        or (last.open_end and not last.text.endswith((".", "?", "!")))
    )


def _build_block(part: _DocumentPart, vocabulary: Vocabulary) -> Block:
    lines = [line for piece in part.pieces for line in piece.lines]
    text = " ".join(word.text for word in join_words((line.words for line in lines), vocabulary))
    spans = tuple(_list_spans(part.pieces))
    page, box = spans[0]
    return Block(text, page, box, part.kind, part.section, spans)


def _list_spans(all_pieces: Sequence[ParagraphPiece]) -> list[tuple[int, BBox]]:
    return [(piece.page, bounding_box([line.bbox for line in piece.lines])) for piece in all_pieces]


def join_text(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """Join lines into one text; words broken at line ends are joined."""
    return " ".join(word.text for word in join_words((line.words for line in lines), vocabulary))
