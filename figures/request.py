"""Represent the part of a question that a figure answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .operations import Operation, Relationship, Wants

Cue = Literal[
    "course", "crossing", "effect", "throughout", "same value", "rises above", "falls below", "where", "total", "size",
    "without", "everywhere", "negated", "legend", "spread", "correct", "leaves", "inputs", "outputs", "on the way", "contains",
    "arrows", "level", "below the root", "receives", "top level", "in order", "several",
]  # fmt: skip
"""A hint in the words of a request that is no operation, such as a negation, a legend, a crossing or a level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRequest:
    """A request to a figure.

    `text` is the question as asked. `wording` is the part about the figure, with misspellings such as "higheset"
    corrected; the spans of `operations` are positions in it. `asked` is the noun phrase asked for
    ("transformer-based method"), or "". `excluded` names cannot be the answer. `among` names are the only
    possible answers ("of A, B and C, which ..."). `relationship` is the relationship of nodes in a diagram.
    `wants` is the kind of answer. `cues` are further hints in the words of the question. `panel` is the
    lower-case letter of the named panel, or "".
    """

    text: str
    wording: str = ""
    asked: str = ""
    operations: tuple[Operation, ...] = ()
    excluded: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    relationship: Relationship = ""
    wants: Wants = "name"
    cues: frozenset[Cue] = frozenset()
    panel: str = ""

    @property
    def kind(self) -> str:
        """The names of the operations in the order of the text, joined by "+".

        Without operations, it is the relationship, or else "text".
        """
        return (
            "+".join(type(operation).__name__.lower() for operation in self.operations)
            or self.relationship
            or "text"
        )
