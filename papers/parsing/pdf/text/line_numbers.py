"""Line numbers in the margins of review copies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .tokens import Token

_FEWEST = 10  # numbers in a column
_RISING = 0.9  # share of the steps between them that are 1 or 5
_SAME_EDGE = 1.5  # points by which their right edges may differ
_BEYOND = 0.03  # share of the other words that may be further out, such as a stamp in the margin


def drop_line_numbers(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without columns of ten or more ascending integers left or right of the text."""
    numbers = [token for token in tokens if token.upright and token.text.isdecimal()]
    if len(numbers) < _FEWEST:
        return tokens
    drop: set[int] = set()
    for column in _group_columns(numbers):
        if len(column) >= _FEWEST and _is_rising(column) and _is_in_margin(column, tokens):
            drop |= {id(token) for token in column}
    return [token for token in tokens if id(token) not in drop] if drop else tokens


def _group_columns(numbers: Sequence[Token]) -> list[list[Token]]:
    columns: list[list[Token]] = []
    for token in sorted(numbers, key=lambda token: token.bbox.x1):
        if columns and token.bbox.x1 - columns[-1][-1].bbox.x1 < _SAME_EDGE:
            columns[-1].append(token)
        else:
            columns.append([token])
    return [sorted(column, key=lambda token: token.baseline) for column in columns]


def _is_rising(column: Sequence[Token]) -> bool:
    values = [int(token.text) for token in column]
    return sum(b - a in (1, 5) for a, b in pairwise(values)) >= _RISING * (len(values) - 1)


def _is_in_margin(column: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """True if nearly all other upright tokens are on one side of the column."""
    inside = {id(token) for token in column}
    others = [token.bbox for token in tokens if token.upright and id(token) not in inside]
    left, right = min(token.bbox.x0 for token in column), max(token.bbox.x1 for token in column)
    before = sum(box.x0 < right for box in others)
    after = sum(box.x1 > left for box in others)
    return min(before, after) <= _BEYOND * len(others)
