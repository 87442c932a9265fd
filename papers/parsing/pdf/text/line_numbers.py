"""Remove line numbers from the margins of review copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from .tokens import Token

_FEWEST, _FEWEST_SMALL = 10, 4  # fewest numbers in a column, and in a column in small type
_SMALL = 0.75  # share of the text's font size; only line numbers and scripts are smaller
_BEFORE, _APART = (
    30.0,
    5.0,
)  # most points from a number to its line; fewest points from the text left of the number to it
_RISING = 0.9  # share of the steps between numbers that must all be 1, or all be 5
_LONG = 0.25  # smallest share of the text's height that the numbers span; a column of a table is shorter
_EVEN, _UNEVEN = (
    0.8,
    0.12,
)  # share of the distances that must be even; deviation, as a share, below which they are
_SAME_EDGE = (
    0.25  # font sizes by which the right edges of numbers may differ; the edge of "1" is further left
)
_SAME_SIZE = 0.1  # points by which the font sizes of two columns may differ
_SMALLER = 0.9  # share of the text's font size below which type is different
_GAP = 1.15  # fewest font sizes between a line number in the text's type and its line
_BEYOND = 0.03  # share of the other words that may be further out, such as a stamp in the margin


def drop_line_numbers(
    tokens: Sequence[Token], read_neighbor: Callable[[], Sequence[Token]] = tuple
) -> Sequence[Token]:
    """Drop line numbers: columns of ascending integers left or right of the text or of one of its columns.

    A column has at least ten numbers, or four in a separate small type. Fewer numbers, as on the last page, are dropped
    if the page before or after, which `read_neighbor` returns, has similar line numbers.
    """
    numbers = [token for token in tokens if token.upright and token.text.isdecimal()]
    if not numbers:
        return tokens
    columns = _find_columns(numbers, tokens)
    if not columns:
        columns = [
            column for column in _group_columns(_list_outer(numbers, tokens)) if _may_go_on(column, tokens)
        ]
        neighbor = read_neighbor() if columns else ()
        upright = [token for token in neighbor if token.upright and token.text.isdecimal()]
        known = _find_columns(upright, neighbor)
        columns = [column for column in columns if any(_are_alike(column, other) for other in known)]
    drop = {id(token) for column in columns for token in column}
    return [token for token in tokens if id(token) not in drop] if drop else tokens


def _find_columns(numbers: Sequence[Token], tokens: Sequence[Token]) -> list[list[Token]]:
    """Find the columns of line numbers that a page shows without comparing it to other pages."""
    found = []
    for column in _group_columns(numbers) if len(numbers) >= _FEWEST_SMALL else ():
        if len(column) < _FEWEST_SMALL or not _is_rising(column) or not _runs_along(column, tokens):
            continue
        in_margin = _is_in_margin(column, tokens)
        if _is_in_own_small_type(column, tokens):
            is_column = (in_margin or _is_before_lines(column, tokens)) and _numbers_lines(column, tokens)
        else:
            is_column = len(column) >= _FEWEST and in_margin and _is_even(column)
        if is_column and _is_set_apart(column, tokens):
            found.append(column)
    return found


def _list_outer(numbers: Sequence[Token], tokens: Sequence[Token]) -> list[Token]:
    """List the numbers left or right of nearly all words."""
    words = [token.bbox for token in tokens if token.upright and token.text.isalpha()]
    if not words:
        return []
    beyond = int(_BEYOND * len(words))
    left, right = sorted(box.x0 for box in words)[beyond], sorted(box.x1 for box in words)[-1 - beyond]
    return [token for token in numbers if token.bbox.x1 < left or token.bbox.x0 > right]


def _may_go_on(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True for rising numbers in the margin next to lines of text, which may continue the column of another page."""
    inside = {id(token) for token in column}
    levels = {round(token.baseline) for token in tokens if id(token) not in inside}
    beside = sum(round(number.baseline) in levels for number in column)
    return (
        2 * beside > len(column) and _is_in_margin(column, tokens) and (len(column) < 2 or _is_rising(column))
    )


def _are_alike(column: Sequence[Token], other: Sequence[Token]) -> bool:
    """True if two columns share the left or the right edge, and the font size."""
    one, two = column[0], other[-1]
    edges = (abs(one.bbox.x1 - two.bbox.x1), abs(one.bbox.x0 - two.bbox.x0))
    return min(edges) < _SAME_EDGE * one.font.size and abs(one.font.size - two.font.size) < _SAME_SIZE


def _is_in_own_small_type(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True if the numbers are much smaller than the text, and hardly any words are in the same type."""
    types = {(token.font.name, token.font.size) for token in column}
    sizes = Counter(token.font.size for token in tokens if token.text.isalpha())
    words = sum((token.font.name, token.font.size) in types for token in tokens if token.text.isalpha())
    largest = max(token.font.size for token in column)
    return bool(sizes) and largest < _SMALL * sizes.most_common(1)[0][0] and words < 0.3 * len(column)


def _is_before_lines(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True if nearly every number is closely followed by a line at its height, and apart from any text before it."""
    fitting = 0
    for number in column:
        beside = [
            t for t in tokens if t is not number and abs(t.baseline - number.baseline) < 2 and t.upright
        ]
        gaps = [t.bbox.x0 - number.bbox.x1 for t in beside]
        before = [number.bbox.x0 - t.bbox.x1 for t in beside if t.bbox.x0 < number.bbox.x0]
        near = any(0 <= gap < _BEFORE for gap in gaps)
        fitting += near and all(gap > _APART for gap in before)
    return fitting >= _RISING * len(column)


def _numbers_lines(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True for steps of 5, or if nearly every line next to the column has a number.

    Bibliography entries, in contrast, have one label for several lines.
    """
    if int(column[-1].text) - int(column[0].text) > 2 * len(column):
        return True
    right, top, bottom = max(t.bbox.x1 for t in column), column[0].baseline, column[-1].baseline
    lines = {
        round(token.baseline)
        for token in tokens
        if token.upright and 0 <= token.bbox.x0 - right < _BEFORE and top <= token.baseline <= bottom
    }
    return len(lines) * _EVEN <= len(column)


def _group_columns(numbers: Sequence[Token]) -> list[list[Token]]:
    columns: list[list[Token]] = []
    for token in sorted(numbers, key=lambda token: token.bbox.x1):
        if columns and token.bbox.x1 - columns[-1][-1].bbox.x1 < _SAME_EDGE * token.font.size:
            columns[-1].append(token)
        else:
            columns.append([token])
    return [sorted(column, key=lambda token: token.baseline) for column in columns]


def _is_rising(column: Sequence[Token]) -> bool:
    steps = Counter(int(b.text) - int(a.text) for a, b in pairwise(column))
    return max(steps[1], steps[5]) >= _RISING * (len(column) - 1)


def _runs_along(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    levels = [token.baseline for token in tokens if token.upright]
    return column[-1].baseline - column[0].baseline >= _LONG * (max(levels) - min(levels))


def _is_even(column: Sequence[Token]) -> bool:
    """True if most distances between numbers equal the usual distance.

    The distances between labels vary, because entries have one or several lines.
    """
    steps = [b.baseline - a.baseline for a, b in pairwise(column)]
    usual = median(steps)
    return sum(abs(step - usual) < _UNEVEN * usual for step in steps) >= _EVEN * len(steps)


def _is_in_margin(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True if nearly all other upright tokens are on one side of the column."""
    inside = {id(token) for token in column}
    others = [token.bbox for token in tokens if token.upright and id(token) not in inside]
    left, right = min(token.bbox.x0 for token in column), max(token.bbox.x1 for token in column)
    before = sum(box.x0 < right for box in others)
    after = sum(box.x1 > left for box in others)
    return min(before, after) <= _BEYOND * len(others)


def _is_set_apart(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True if the numbers are in another type than the text, or further away from it than the labels of a list."""
    inside = {id(token) for token in column}
    others = [token for token in tokens if token.upright and id(token) not in inside]
    fonts = Counter((token.font.name, token.font.size) for token in others)
    if not fonts:
        return False
    name, size = fonts.most_common(1)[0][0]
    levels = {round(token.baseline, 1) for token in others}
    if sum(round(number.baseline, 1) in levels for number in column) < 0.5 * len(column):
        return False  # raised labels of a bibliography
    different = [t for t in column if t.font.name != name or t.font.size < _SMALLER * size]
    if len(different) > 0.5 * len(column):
        return True
    close = sum(any(_is_label_of(number, other, size) for other in others) for number in column)
    return close < 0.5 * len(column)


def _is_label_of(number: Token, other: Token, size: float) -> bool:
    """True if `other` follows the number on its line at the distance of a label."""
    gap = other.bbox.x0 - number.bbox.x1
    return 0 <= gap < _GAP * size and abs(other.baseline - number.baseline) < 0.2 * size
