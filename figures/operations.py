"""Operations that a question asks of a figure. Spans are positions in the wording of the FigureRequest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .numbers import Number

Want = Literal["max", "min", "best", "worst", "fast", "slow"]
Relation = Literal["above", "below", "better", "worse", "near"]
Item = Literal["row", "column", "bar", "block", "panel", "item"]
Side = Literal["above", "below", "left", "right", "next"]
RankSide = Literal["above", "below", "behind"]
Change = Literal["value", "difference", "gain", "drop", "spread", "fluctuation", "pair"]
Wants = Literal["name", "value", "sum", "difference", "ratio", "count", "verdict"]
Relationship = Literal[
    "", "parent", "child", "sibling", "next", "previous", "start", "end", "path", "join", "root", "all"
]
"""Relationship of nodes in a diagram: of a tree ("parent", "child", "sibling") or along arrows ("next", "previous").

"start" and "end" are nodes without incoming and without outgoing arrows, a "path" leads from one name to another,
a "join" is where the arrows of several names meet. The "root" is the node above all others, "all" are those that are joined.
"""


@dataclass(frozen=True, slots=True)
class Equals:
    """The value is `value`. `sure` is False for a bare whole number that may as well be part of a name ("ROUGE 2").

    `approximate` is True for "around", "about" and the like.
    """

    value: Number
    sure: bool
    span: tuple[int, int]
    about: str = ""
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Extreme:
    """The `rank`-th value from the wanted end (1: the very end). "max"/"min" are literal, the others depend on the metric.

    `of` is other than "value" when a change between values is ranked: the gap between two ("difference"), a rise
    ("gain") or fall ("drop") from the first to the last, the range ("spread") or the ups and downs ("fluctuation"), or the gap
    between two items ("pair").
    """

    want: Want
    rank: int
    span: tuple[int, int]
    of: Change = "value"
    about: str = ""


@dataclass(frozen=True, slots=True)
class Compare:
    """The value stands in `relation` to a threshold or to the value of the entity that `to` begins with.

    `to` may continue after the name ("ACA at the last step"): the reader takes the longest label that it starts with.
    """

    relation: Relation
    to: Number | str
    span: tuple[int, int]
    inclusive: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """The value is strictly between two numbers or between the values of two named entities, in any order.

    `placed`: not the value but the position in the drawing is between the two entities.
    """

    one: Number | str
    other: Number | str
    span: tuple[int, int]
    placed: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class NextInRank:
    """The value is the next one after that of the entity that `name` begins with, in the order of values.

    `side`: "below" for the next lower value ("the next highest after A"), "above" for the next higher one; "behind" where
    the words leave the direction open ("second only to A"): away from the end at which A is, or else the less good side.
    """

    side: RankSide
    name: str
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class AtPosition:
    """The `index`-th `item`, counted from 1, or from -1 backwards; rows and blocks from the top, others from the left."""

    item: Item
    index: int
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class AtSide:
    """At a side or in a corner of the drawing: -1 is left or top, 1 right or bottom, 0 leaves the direction open."""

    horizontal: int
    vertical: int
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Is on `side` of the entity that `name` begins with, in the drawing and not in value."""

    side: Side
    name: str
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class StyleFilter:
    """Drawn like this: color words ("light blue"), marker shapes, dash styles, print ("bold", "underlined")."""

    colors: tuple[str, ...]
    markers: tuple[str, ...]
    dashes: tuple[str, ...]
    prints: tuple[str, ...]
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class MissingValue:
    """No value is printed: an empty cell or a dash."""

    span: tuple[int, int]
    about: str = ""


Operation = (
    Equals
    | Extreme
    | Compare
    | Between
    | NextInRank
    | AtPosition
    | AtSide
    | Adjacent
    | StyleFilter
    | MissingValue
)
