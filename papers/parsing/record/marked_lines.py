"""Build lines of a page in which footnote marks are set off: "Ada Falk⟦1,2⟧"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median_high

from ...boxes import NOWHERE, BBox
from ..pdf.text.frame import bounding_box
from ..pdf.text.lines import Line
from ..pdf.text.tokens import Token

OPEN, CLOSE = "⟦", "⟧"
MARK = re.compile(rf"{OPEN}([^{CLOSE}]*){CLOSE}")
SYMBOLS = "*∗⁎†‡§¶‖★⋆☆✩¤"
_RAISED_DIGITS = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890")
_UNICODE = re.compile(rf"[¹²³⁴⁵⁶⁷⁸⁹⁰]+(?:[,\s]*,\s*[¹²³⁴⁵⁶⁷⁸⁹⁰]+)*|[{SYMBOLS}]+")
_ADJACENT = re.compile(rf"{CLOSE}[\s,]*{OPEN}")
_ONE = rf"(?:\d{{1,2}}|[a-z]|[{SYMBOLS}])"
_ALONE = re.compile(rf"{_ONE}(?:[\s,]*{_ONE})*")
_SMALL, _RISE = 0.85, 0.1  # shares of a line's font size: largest size of a mark, and how far it is raised
_COLUMN_GAP = 2.5  # fewest font sizes between the columns of a line
_GAP = 3.0  # most font sizes between a separate mark and its line
_SHARED = 0.4  # smallest share of the shorter of two lines by which they overlap if they are in one column
_ALIKE = 0.15  # largest share by which font sizes in one block differ


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line as printed, with its marks in ⟦ ⟧.

    `size` is the font size of most characters, in points; it is 0 if unknown.
    """

    text: str
    bbox: BBox = NOWHERE
    baseline: float = 0.0
    size: float = 0.0

    @property
    def plain(self) -> str:
        """The text without marks."""
        return _remove_marks(self.text)


@lru_cache(maxsize=4096)  # each line is compared with all other lines of its page
def _remove_marks(text: str) -> str:
    return MARK.sub("", text) if OPEN in text else text


def mark_lines(lines: Sequence[Line]) -> tuple[MarkedLine, ...]:
    """Convert the lines of a page, in the order of the layout; a line that spans several columns is split."""
    return tuple(_mark_run(run) for line in lines for run in _split_at_gaps(line))


def _mark_run(tokens: Sequence[Token]) -> MarkedLine:
    letters = Counter[float]()
    for token in tokens:
        letters[token.font.size] += len(token.text)
    size = max(letters, key=lambda size: (letters[size], size))
    baseline = median_high(token.baseline for token in tokens if token.font.size == size)
    box = bounding_box([token.bbox for token in tokens])
    return MarkedLine(_mark_text(tokens, baseline, size), box, baseline, size)


def _split_at_gaps(line: Line) -> list[list[Token]]:
    runs: list[list[Token]] = []
    for token in line.tokens:
        if runs and token.bbox.x0 - runs[-1][-1].bbox.x1 < _COLUMN_GAP * line.size:
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


def mark_text(text: str) -> MarkedLine:
    """Convert a text without fonts, in which only raised digits and symbols are marks."""
    return MarkedLine(_mark_symbols(text))


def _mark_text(tokens: Sequence[Token], baseline: float, size: float) -> str:
    text = ""
    for token in tokens:
        is_small = token.font.size < _SMALL * size
        is_raised = is_small and baseline - token.baseline > _RISE * size
        word = f"{OPEN}{token.text}{CLOSE}" if is_raised else _mark_symbols(token.text)
        text += word if token.glued or not text else f" {word}"
    text = _ADJACENT.sub(",", text)
    return f"{OPEN}{text}{CLOSE}" if _ALONE.fullmatch(text) else text


def _mark_symbols(text: str) -> str:
    marked = _UNICODE.sub(lambda match: f"{OPEN}{match[0].translate(_RAISED_DIGITS)}{CLOSE}", text)
    return _ADJACENT.sub(",", marked)


def find_below(
    lines: Sequence[MarkedLine], line: MarkedLine, reach: float, is_alike: bool = True
) -> MarkedLine | None:
    """Find the nearest line below `line` in the same column, at most `reach` font sizes away; None without such a line.

    With `is_alike`, its font size must be the same. If lines have no size, the next line is returned. For a mark on a
    separate line, the line next to the mark is returned. If the line found has such a mark, the mark is returned
    instead.
    """
    if not line.size:
        return next(iter(lines[lines.index(line) + 1 :]), None)
    if not line.plain:
        return min(
            (each for each in lines if _is_beside(line, each)), key=lambda each: each.bbox.x0, default=None
        )
    below = (each for each in lines if _is_below(line, each, reach, is_alike))
    found = min(below, key=lambda each: each.baseline, default=None)
    return next((mark for mark in lines if found and not mark.plain and _is_beside(mark, found)), found)


def _is_beside(mark: MarkedLine, line: MarkedLine) -> bool:
    rise = line.baseline - mark.baseline
    return (
        bool(line.plain) and 0 <= rise < line.size and 0 <= line.bbox.x0 - mark.bbox.x1 + 2 < _GAP * line.size
    )


def _is_below(upper: MarkedLine, lower: MarkedLine, reach: float, is_alike: bool) -> bool:
    step = lower.baseline - upper.baseline
    if not 0.5 * upper.size < step <= reach * upper.size:
        return False
    shared = min(upper.bbox.x1, lower.bbox.x1) - max(upper.bbox.x0, lower.bbox.x0)
    is_column = shared >= _SHARED * min(upper.bbox.width, lower.bbox.width)
    has_size = not is_alike or abs(upper.size - lower.size) <= _ALIKE * upper.size
    return is_column and has_size


def join_lines(lines: Sequence[MarkedLine]) -> str:
    """Join the texts of the lines with line breaks; separate marks are appended to the line on their left."""
    alone = [line for line in lines if not line.plain]
    return "\n".join(
        " ".join([line.text, *(mark.text for mark in alone if _is_right(line, mark))])
        for line in lines
        if line.plain
    )


def _is_right(line: MarkedLine, mark: MarkedLine) -> bool:
    gap = mark.bbox.x0 - line.bbox.x1
    return -2 <= gap < _GAP * line.size and 0 <= line.baseline - mark.baseline < line.size
