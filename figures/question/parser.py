"""A question about a figure as a value: what is asked for, and the operations that single it out.

The parser knows the wording of questions, never a figure: which words are column names or entities is for the
readers of tables and charts to find out, so every operation keeps the words around it (`about`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .entity_kinds import kind_of
from .find_operations import find_operations
from .operations import (
    Operation,
)
from .phrases import find_asked, find_conditions, find_exclusions
from .typos import correct_typos


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """`text` is what spans index into, slips like "higheset" mended; `asked` the noun phrase asked for, or "".

    `asked` reads like "transformer-based method". `conditions` are the phrases after prepositions and in quotes,
    without generic nouns ("few-shot prompting"); `excluded` names what must not be the answer; `everywhere` is
    True for "consistently", "in all", "each of", `negated` for "does not", "lacks" and the like.
    """

    text: str
    asked: str = ""
    operations: tuple[Operation, ...] = ()
    conditions: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    everywhere: bool = False
    negated: bool = False

    @property
    def kind(self) -> str:
        """Names of the operations in the order of the text, joined by "+"; "text" when there is none."""
        return "+".join(type(operation).__name__.lower() for operation in self.operations) or "text"

    @property
    def of_figure(self) -> bool:
        """Whether it sounds like one that a figure answers: it asks for a kind of entry and singles one out."""
        return bool(self.operations) and kind_of(self.asked) not in {"", "paper"}


_TYPOGRAPHY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2212": "-"}
)
_EVERYWHERE = re.compile(
    r"\b(?:consistently|always|(?:across|in|on|for|over|under) (?:all|each|every|both|any)|each of|all of|both|throughout)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:does not|doesn't|do not|don't|did not|is not|isn't|are not|cannot|can't|lacks?|lacking|without any)\b",
    re.IGNORECASE,
)


def parse_question(text: str) -> FigureQuestion:
    """`text` understood. Never fails: a wording it does not know yields a Question without operations."""
    text = correct_typos(" ".join(text.translate(_TYPOGRAPHY).split()))
    excluded, masked = find_exclusions(text)
    operations, rest = find_operations(masked)
    return FigureQuestion(
        text=text,
        asked=find_asked(masked),
        operations=operations,
        conditions=find_conditions(rest),
        excluded=excluded,
        everywhere=bool(_EVERYWHERE.search(masked)),
        negated=bool(_NEGATED.search(masked)),
    )
