"""Divide the authors below a title into columns, where columns close to each other were joined into lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..text.lines import Line, build_line
from .byline import split_columns
from .paragraphs import ParagraphPiece

_LEAST_GAP = 0.6  # share of the font size; a smaller gap may be a space between words


def divide_columns(piece: ParagraphPiece) -> Iterator[ParagraphPiece]:
    """Yield the columns of a piece from left to right, each as a piece.

    Lines that cross the columns, or come where no columns are, form separate pieces.
    """
    across: list[Line] = []
    columns: list[list[Line]] = []
    for line in piece.lines:
        segments = _split(line)
        if len(segments) > 1 and across:
            yield replace(piece, lines=tuple(across))
            across = []
        if columns and not _goes_on(columns, segments):
            yield from (replace(piece, lines=tuple(column)) for column in columns)
            columns = []
        if len(segments) > 1 or columns:
            columns = _extended(columns, segments)
        else:
            across.append(line)
    if across:
        yield replace(piece, lines=tuple(across))
    yield from (replace(piece, lines=tuple(column)) for column in columns)


def _split(line: Line) -> list[Line]:
    """Split a line into its cells if they are clearly apart; a list of names with "and" or commas stays one line."""
    cells = [build_line(tokens) for tokens in split_columns(line)]
    is_list = any(
        cell.text.endswith((",", ";", "&", " and")) or after.text.startswith(("and ", "& ", ","))
        for cell, after in pairwise(cells)
    )
    is_close = any(after.bbox.x0 - cell.bbox.x1 < _LEAST_GAP * line.size for cell, after in pairwise(cells))
    return [line] if is_list or is_close else cells


def _goes_on(columns: Sequence[Sequence[Line]], segments: Sequence[Line]) -> bool:
    """True if each of `segments` is below exactly one column."""
    return len(segments) <= len(columns) and all(
        sum(_overlap(column, segment) for column in columns) == 1 for segment in segments
    )


def _extended(columns: list[list[Line]], segments: Sequence[Line]) -> list[list[Line]]:
    """Append each of `segments` to its column in `columns`.

    Start one column per segment if there are no columns yet.
    """
    if not columns:
        return [[segment] for segment in segments]
    for segment in segments:
        next(column for column in columns if _overlap(column, segment)).append(segment)
    return columns


def _overlap(column: Sequence[Line], segment: Line) -> bool:
    left, right = min(line.bbox.x0 for line in column), max(line.bbox.x1 for line in column)
    return left < segment.bbox.x1 and segment.bbox.x0 < right
