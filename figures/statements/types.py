"""A sentence that a figure states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...papers.types import BBox
from ..request import Cue

StatementKind = Literal[
    "list", "style", "axis", "extreme", "value", "order", "course", "crossing", "mark", "edge", "inside", "count", "place",
    "near", "label", "text",
]  # fmt: skip
"""What a sentence is about.

"list" names the entries of a legend or axis, "style" how one is drawn, and "axis" the title and range of an axis. "extreme" is
the highest or lowest value of a series, or series at a place; "order" ranks all series. "mark" is a cell that is marked.
"edge" and "inside" join two names of a diagram, "place" is a text at an end of a drawing, and "near" the text beside another one.
"label" is a key with its text or the title of a panel, and "text" a line as printed.
"""


@dataclass(frozen=True, slots=True)
class FigureStatement:
    """A sentence with what it tells, `value`, of the names `subject`; `boxes` in pixels show it.

    `relations` are the cues of requests that it answers: "above" and "before" for a text that is above and before its subject.
    """

    text: str
    kind: StatementKind
    value: str
    subject: str = ""
    boxes: tuple[BBox, ...] = ()
    relations: tuple[Cue, ...] = ()
