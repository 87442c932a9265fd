"""Values of generated questions. Boxes are in PDF points from the top left of the page; pages count from 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...papers.types import BBox

Style = Literal["figure", "text"]


@dataclass(frozen=True, slots=True)
class VisualQuestion:
    """A question about a figure whose answer is a name printed in it.

    `clause` completes "the NOUN that ...". `name` is the answer as printed, `cited` the id of the paper that it
    refers to, and `link` the evidence for that. `boxes` surround the answer and the values that the question uses.
    """

    question: str
    noun: str
    clause: str
    name: str
    operation: str
    kind: str
    cited: str
    link: str
    boxes: tuple[BBox, ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceQuestion:
    """A question about a paper. `quote` is a passage on page `page` that contains the `answer` word for word."""

    question: str
    answer: str
    quote: str
    page: int
    kind: str


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """A question about one figure. `boxes` surround the names and values that it uses."""

    question: str
    answer: str
    operation: str
    kind: str
    boxes: tuple[BBox, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionPair:
    """A visual question about a figure of `anchor`, a question about the paper that it leads to, and their
    combination.

    `answered_by` are the baselines that find the paper or the passage without the figure. `difficulty` is the number
    of baselines that do not.
    """

    id: str
    cluster: str
    anchor: str
    figure: str
    label: str
    modal: str
    page: int
    box: BBox
    visual: VisualQuestion
    reference: ReferenceQuestion
    question: str
    answered_by: tuple[str, ...] = ()
    difficulty: int = 0


@dataclass(frozen=True, slots=True)
class SingleQuestion:
    """A question about one paper: about the figure with the id `figure`, or about its text ("").

    `style` is "figure" or "text". The evidence is the `boxes` of names and values in the figure on `page`, or the
    `quote` that is printed there. `answered_by` are the baselines that find the answer without the figure, or the
    passage of the quote.
    """

    id: str
    cluster: str
    paper: str
    style: Style
    kind: str
    operation: str
    question: str
    answer: str
    page: int
    figure: str = ""
    label: str = ""
    boxes: tuple[BBox, ...] = ()
    quote: str = ""
    answered_by: tuple[str, ...] = ()
    difficulty: int = 0


def combine(visual: VisualQuestion, label: str, reference: ReferenceQuestion) -> str:
    """Return the two-hop question made of both parts, in the form of M3SciQA's questions."""
    return f"Consider the paper that introduces the {visual.noun} that {visual.clause} in {label}. {reference.question}"
