"""Find all operations of a question: each finder claims stretches of text and masks them for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .comparisons import find_comparisons, find_ranges
from .extremes import find_extremes, find_plain_extremes
from .masking import FILLER, clause_spans, mask
from .operations import Equals, Operation
from .positions import find_neighbours, find_positions, find_sides
from .style_phrases import find_styles
from .values import find_missing, find_values

Finder = Callable[[str], Iterable[Operation]]

# In this order: stretches that one finder has claimed are masked for the later ones.
_FINDERS: tuple[Finder, ...] = (
    find_missing,
    find_sides,
    find_plain_extremes,
    find_positions,
    find_ranges,
    find_styles,
    find_comparisons,
    find_neighbours,
    find_extremes,
    find_values,
)


def find_operations(text: str) -> tuple[Operation, ...]:
    """Return the operations in the order of the text, each with the rest of its clause as `about`."""
    rest, found = text, list[Operation]()
    for finder in _FINDERS:
        for operation in finder(rest):
            found.append(operation)
            if not (isinstance(operation, Equals) and not operation.sure):  # "ROUGE 2" stays readable
                rest = mask(rest, operation.span)
    found.sort(key=lambda operation: operation.span)
    clauses = clause_spans(text, [operation.span for operation in found])
    return tuple(
        replace(operation, about=operation.about or _about(rest, clause))
        for operation, clause in zip(found, clauses, strict=True)
    )


def _about(rest: str, clause: tuple[int, int]) -> str:
    return " ".join(rest[clause[0] : clause[1]].replace(FILLER, " ").split())
