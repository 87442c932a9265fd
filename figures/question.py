"""A question about a figure as a value: what is asked for, and the operations that single it out.

The parser knows the wording of questions, never a figure: which words are column names or entities is for the
readers of tables and charts to find out, so every operation keeps the words around it (`about`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .numbers import Number

Want = Literal["max", "min", "best", "worst", "fast", "slow"]
Relation = Literal["above", "below", "better", "worse", "near"]
Item = Literal["row", "column", "bar", "block", "panel", "item"]
Side = Literal["above", "below", "left", "right", "next"]


@dataclass(frozen=True, slots=True)
class Equals:
    """The value is `value`. `sure` is False for a bare whole number that may as well be part of a name ("ROUGE 2")."""

    value: Number
    sure: bool
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Extreme:
    """The `rank`-th value from the wanted end (1: the very end). "max"/"min" are literal, the others depend on the metric.

    `of` is "difference" when the gap, drop or gain between two values is ranked.
    """

    want: Want
    rank: int
    span: tuple[int, int]
    of: Literal["value", "difference"] = "value"
    about: str = ""


@dataclass(frozen=True, slots=True)
class Compare:
    """The value stands in `relation` to a threshold or to the value of the entity that `to` begins with.

    `to` as text may run on after the name ("ACA at the last step"): the reader takes the longest label it starts with.
    """

    relation: Relation
    to: Number | str
    span: tuple[int, int]
    inclusive: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """The value lies strictly between two numbers or between the values of two named entities, in any order.

    `placed`: it is not the value but the place in the drawing that lies between the two entities.
    """

    one: Number | str
    other: Number | str
    span: tuple[int, int]
    placed: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The `index`-th `item`, counted from 1, or from -1 backwards; rows and blocks from the top, others from the left."""

    item: Item
    index: int
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """Stands on `side` of the entity that `name` begins with, in the drawing and not in value."""

    side: Side
    name: str
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """Drawn like this: colour words ("light blue"), marker shapes, dash styles, print ("bold", "underlined")."""

    colours: tuple[str, ...]
    markers: tuple[str, ...]
    dashes: tuple[str, ...]
    prints: tuple[str, ...]
    span: tuple[int, int]
    about: str = ""


Operation = Equals | Extreme | Compare | Between | Place | Beside | Look


@dataclass(frozen=True, slots=True)
class Question:
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


def parse_question(text: str) -> Question:
    """`text` understood. Never fails: a wording it does not know yields a Question without operations."""
    from .clauses import correct_typos, find_asked, find_conditions, find_exclusions
    from .operations import find_operations

    text = correct_typos(" ".join(text.translate(_TYPOGRAPHY).split()))
    excluded, masked = find_exclusions(text)
    operations, rest = find_operations(masked)
    return Question(
        text=text,
        asked=find_asked(masked),
        operations=operations,
        conditions=find_conditions(rest),
        excluded=excluded,
        everywhere=bool(_EVERYWHERE.search(masked)),
        negated=bool(_NEGATED.search(masked)),
    )
