"""Operations that a question asks for on a figure.

Each `span` is a range of characters in the wording of the FigureRequest. `about` is the text that describes the
field or value in question; "" if the question leaves it open.
"""

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
"""A relationship of nodes in a diagram: in a tree ("parent", "child", "sibling") or along arrows ("next", "previous").

"start" and "end" are nodes without incoming and without outgoing arrows. A "path" leads from one name to another. A
"join" is where the arrows of several names meet. The "root" is the node above all others. "all" means all connected
nodes.
"""


@dataclass(frozen=True, slots=True)
class Equals:
    """Select entries with the value `value`.

    `sure` is False for a bare whole number that may also be part of a name ("ROUGE 2"). `approximate` is True
    for words such as "around" and "about".
    """

    value: Number
    sure: bool
    span: tuple[int, int]
    about: str = ""
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Extreme:
    """Select the entry at rank `rank` from the wanted end (1 is the extreme itself).

    "max" and "min" are literal; the other ends depend on the metric. `of` tells which quantity is ranked: the
    value itself, the gap between two values ("difference"), the rise ("gain") or fall ("drop") from first to
    last, the range ("spread"), the ups and downs ("fluctuation"), or the gap between two items ("pair").
    """

    want: Want
    rank: int
    span: tuple[int, int]
    of: Change = "value"
    about: str = ""


@dataclass(frozen=True, slots=True)
class Compare:
    """Select entries whose value stands in `relation` to a number or to the value of a named entity.

    If `to` is text, it starts with the name of the entity and may continue ("ACA at the last step"). The longest
    label at its start counts.
    """

    relation: Relation
    to: Number | str
    span: tuple[int, int]
    inclusive: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Between:
    """Select entries whose value lies strictly between two numbers or the values of two named entities, in any
    order.

    If `placed`, the position in the drawing counts in place of the value.
    """

    one: Number | str
    other: Number | str
    span: tuple[int, int]
    placed: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class NextInRank:
    """Select the entry whose value comes next after that of the entity with which `name` starts.

    `side` is "below" for the next lower value ("the next highest after A") and "above" for the next higher
    value. "behind" leaves the direction open ("second only to A"): away from the end at which A is, or else
    toward worse values.
    """

    side: RankSide
    name: str
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class AtPosition:
    """Select the `index`-th `item`, counted from 1, or backwards from -1.

    Rows and blocks count from the top, other items from the left.
    """

    item: Item
    index: int
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class AtSide:
    """Select entries at a side or in a corner of the drawing: -1 is left or top, 1 is right or bottom, 0 is open."""

    horizontal: int
    vertical: int
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Select the entry on the given `side` of the entity with which `name` starts, in the drawing and not by value."""

    side: Side
    name: str
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class StyleFilter:
    """Select entries by style: color words ("light blue"), marker shapes, dash styles and print ("bold",
    "underlined").
    """

    colors: tuple[str, ...]
    markers: tuple[str, ...]
    dashes: tuple[str, ...]
    prints: tuple[str, ...]
    span: tuple[int, int]
    about: str = ""


@dataclass(frozen=True, slots=True)
class MissingValue:
    """Select entries without a printed value: an empty cell or a dash."""

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
