"""All operations of a question: each finder claims stretches of text and blots them out for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .comparisons import betweens, compares
from .extremes import extremes, find_plain_extremes
from .masking import FILLER, clause_spans, mask
from .operations import Equals, Operation
from .positions import besides, find_sides, places
from .style_phrases import looks
from .values import missing, values

Finder = Callable[[str], Iterable[Operation]]

# In this order: what an earlier one has claimed is no longer seen by a later one.
_FINDERS: tuple[Finder, ...] = (
    missing, find_sides, find_plain_extremes, places, betweens, looks, compares, besides, extremes, values,
)  # fmt: skip


def find_operations(text: str) -> tuple[tuple[Operation, ...], str]:
    """Operations in the order of the text, each with its clause as `about`, and the text with them blotted out."""
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
    ), rest


def _about(rest: str, clause: tuple[int, int]) -> str:
    return " ".join(rest[clause[0] : clause[1]].replace(FILLER, " ").split())
