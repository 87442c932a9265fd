"""Split headings from paragraphs that begin on the same line.

Entries in lists of definitions begin alike and are told apart here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..text.lines import Line, build_line
from .headings import (
    MAX_WORDS_IN_TEXT,
    NUMBERED,
    STATEMENT_LABEL,
    Heading,
    classify_numbering,
    reads_like_title,
)
from .paragraphs import ParagraphPiece

_RUN_IN_LEVEL = 4
_FEWEST_DEFINITIONS, _MAX_DEFINITION_LINES = 2, 3
_RUN_IN_GAP = 0.6  # fewest font sizes between a heading without punctuation and its text
_RUN_IN_NUMBER = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[A-Za-z]|[ivx]{1,4})[.)]?")


def split_run_in_heading(piece: ParagraphPiece) -> tuple[ParagraphPiece, ParagraphPiece] | None:
    """Split a paragraph that begins with its heading on the same line into heading and text.

    The heading is in bold or italic type. Return None for any other paragraph.
    """
    line = piece.lines[0]
    length = _count_run_in_tokens(line)
    if piece.role != "text" or not 0 < length < len(line.tokens):
        return None
    if len(piece.lines) > 1 and piece.lines[1].bbox.x0 > line.bbox.x0 + 0.8 * line.size:
        return None  # a term above its indented definition
    head, rest = build_line(line.tokens[:length]), build_line(line.tokens[length:])
    text = head.text
    match = NUMBERED.match(text)
    title = match["title"] if match else text
    marked = text.endswith((".", ":")) or rest.bbox.x0 - head.bbox.x1 > _RUN_IN_GAP * line.size
    if not marked or STATEMENT_LABEL.match(title) or len(title.split()) > MAX_WORDS_IN_TEXT:
        return None
    if not reads_like_title(title) or not rest.text.lstrip("“\"'([")[:1].isupper():
        return None
    return (
        replace(piece, lines=(head,), open_end=False),
        replace(piece, lines=(rest, *piece.lines[1:]), indented=False),
    )


def find_definitions(all_pieces: Sequence[ParagraphPiece]) -> set[int]:
    """Return the `id` of each piece that is an entry of a list of definitions.

    Entries are two or more short pieces in a row that begin with a term in bold or italic type. The term has no
    punctuation after it, or the second line is indented.
    """
    found: set[int] = set()
    run: list[ParagraphPiece] = []
    for piece in all_pieces:
        if _may_be_definition(piece):
            run.append(piece)
        else:
            run = []
        if len(run) >= _FEWEST_DEFINITIONS:
            found.update(map(id, run[-_FEWEST_DEFINITIONS:]))
    return found


def _may_be_definition(piece: ParagraphPiece) -> bool:
    line = piece.lines[0]
    length = _count_run_in_tokens(line)
    if piece.role != "text" or not 0 < length < len(line.tokens) or len(piece.lines) > _MAX_DEFINITION_LINES:
        return False
    indented = len(piece.lines) > 1 and piece.lines[1].bbox.x0 > line.bbox.x0 + 0.8 * line.size
    return indented or not line.tokens[length - 1].text.endswith((".", ":"))


def parse_run_in_heading(piece: ParagraphPiece) -> Heading:
    """Parse a heading that `split_run_in_heading` separated. Without a number, its level is below all others."""
    text = piece.text.strip().rstrip(".:")
    line = piece.lines[0]
    match = NUMBERED.match(text)
    if match is None:
        return Heading(text, _RUN_IN_LEVEL, "none", line.size, line.bold, False)
    number = match["number"]
    return Heading(text, 1 + number.count("."), classify_numbering(number), line.size, line.bold, False)


def _count_run_in_tokens(line: Line) -> int:
    """Count the tokens before the type changes from bold or italic to regular; 0 if it does not change.

    Italic tokens count only after a number or if they end with a period or a colon.
    """
    tokens = line.tokens
    start = 1 if len(tokens) > 1 and _RUN_IN_NUMBER.fullmatch(tokens[0].text) else 0
    first, last = tokens[start].font, tokens[-1].font
    if first.bold and not last.bold:
        return next(i for i in range(start, len(tokens)) if not tokens[i].font.bold)
    if first.italic and not first.bold and not last.italic:
        end = next(i for i in range(start, len(tokens)) if not tokens[i].font.italic)
        return end if start or tokens[end - 1].text.endswith((".", ":")) else 0
    return 0
