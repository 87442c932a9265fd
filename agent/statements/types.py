"""Statement: the form in which every source of evidence gives its results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...figures.types import Reading
from ..types import Citation

Source = Literal["sentence", "cell", "plot", "diagram", "caption", "record", "citation"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that states one result of a source, with its proof.

    `text` is the sentence that a user reads: "RillNet has an NSE of 0.713 on CRESTA (Table 1)." `answer` is its short
    form, which a user sees first; it is "" if the quotes are the answer. `value` is the stated number or name, as
    printed, and `unit` is the unit of the number. `citations` locate the words from which the statement is taken.
    `paper_id` is the id of the paper that makes the statement, and `figure` the id of the figure that shows it.
    `subject` names the topic of the statement. `prior` is the log odds, given by the source, that the statement answers
    the question.
    """

    text: str
    source: Source
    paper_id: str
    citations: tuple[Citation, ...] = ()
    answer: str = ""
    value: str = ""
    unit: str = ""
    subject: str = ""
    figure: str = ""
    reading: Reading | None = None
    prior: float = 0.0
