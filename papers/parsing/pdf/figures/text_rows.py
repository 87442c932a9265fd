"""Group text into rows on one baseline, and rows into runs that may be tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..text.frame import bounding_box
from ..text.lines import Line

_ROW_GAP = 3.2  # most line heights between the baselines of two rows
_WIDEST_CELL = 14  # words; longer pieces are running text
_SAME_ROW = 0.35  # share of a line's height by which baselines in one row may differ
EDGE = 3.0  # points by which aligned edges may differ
_ENDS_SENTENCE = (".", ";", ":", "?", "!")
_MARKER = re.compile(
    r"^(?:[•◦▪‣–·∗*—-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]|\[\d+\]|\d{1,2}(?:\.\d{1,2}){0,3}\.?)$"
)
_LEADERS = re.compile(r"(?:\.\s?){4,}|(?:…\s?){2,}|_{3,}")
_NUMBER_OF_FORMULA = re.compile(r"^\([A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?\)$")
_MATH_FONT = re.compile(r"CMMI|CMSY|CMEX|MSAM|MSBM|Math|Symbol|rsfs|eufm", re.IGNORECASE)
_RELATION = re.compile(r"[=<>≤≥≈∑∫∏√∈→←⇒∀∃]")


@dataclass(frozen=True, slots=True)
class TextRow:
    """Pieces of text on one baseline, from left to right."""

    pieces: tuple[Line, ...]
    baseline: float
    tabular: bool

    @property
    def size(self) -> float:
        return self.pieces[0].size


def group_rows(lines: Sequence[Line], prose: set[int]) -> list[TextRow]:
    """Group `lines` into rows, from top to bottom; `prose` holds the ids of lines of running text."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.bbox.x0)):
        if rows and line.baseline - rows[-1][0].baseline < _SAME_ROW * max(line.size, 1.0):
            rows[-1].append(line)
        else:
            rows.append([line])
    result = []
    for row in rows:
        pieces = tuple(sorted(row, key=lambda line: line.bbox.x0))
        result.append(TextRow(pieces, pieces[0].baseline, _is_tabular(pieces, prose)))
    return result


def _is_tabular(pieces: Sequence[Line], prose: set[int]) -> bool:
    """True if the row has several short pieces and may belong to a table.

    List items, formulas with their numbers and contents lines do not.
    """
    text = " ".join(piece.text for piece in pieces)
    if len(pieces) < 2 or _LEADERS.search(text) or any(id(piece) in prose for piece in pieces):
        return False
    if _MARKER.match(pieces[0].text) and len(pieces) == 2:
        return False
    if _NUMBER_OF_FORMULA.match(pieces[-1].text) and (len(pieces) == 2 or _looks_mathematical(pieces)):
        return False
    if max(len(piece.tokens) for piece in pieces) > _WIDEST_CELL:
        return False
    return not _looks_mathematical(pieces)


def _looks_mathematical(pieces: Sequence[Line]) -> bool:
    tokens = [token for piece in pieces for token in piece.tokens]
    signs = sum(bool(_RELATION.search(token.text) or _MATH_FONT.search(token.font.name)) for token in tokens)
    return signs > 0.3 * len(tokens)


def group_tables(rows: Sequence[TextRow]) -> list[list[TextRow]]:
    """Group rows into runs that begin and end with a tabular row.

    A row with a single piece between them may continue a cell.
    """
    groups: list[list[TextRow]] = []
    waiting: list[TextRow] = []
    for row in rows:
        last = next(iter([*waiting[-1:], *(groups[-1][-1:] if groups else [])]), None)
        step = row.baseline - last.baseline if last else 0.0
        near = last is not None and step < _ROW_GAP * max(row.size, last.size)
        if row.tabular and near and len(waiting) <= _count_allowed(waiting, groups[-1]):
            groups[-1] += [*waiting, row]
            waiting = []
        elif row.tabular:
            groups.append([row])
            waiting = []
        elif near:
            waiting.append(row)
        elif last is not None:
            groups.append([])  # closes the table
            waiting = []
    return [group for group in groups if group]


def _count_allowed(waiting: Sequence[TextRow], group: Sequence[TextRow]) -> int:
    """Return how many rows of a single piece may come between two rows of cells.

    This is 4 if the `waiting` rows lie within the table's width and may be lines of a cell; otherwise 0.
    """
    if not waiting:
        return 0
    box = bounding_box([piece.bbox for row in group for piece in row.pieces])
    for row in waiting:
        piece = row.pieces[0]
        if (
            piece.bbox.x0 < box.x0 - EDGE
            or piece.bbox.x1 > box.x1 + 3 * EDGE
            or len(piece.tokens) > _WIDEST_CELL
        ):
            return 0
        if piece.bbox.width > 0.75 * box.width and piece.text.endswith(_ENDS_SENTENCE):
            return 0
    return 4
