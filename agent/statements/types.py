"""The one form of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...figures.types import Reading
from ..types import Citation

Source = Literal["sentence", "cell", "plot", "diagram", "caption", "record", "citation"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that a source makes, with its proof.

    `text` is what the reader reads: "RillNet has an NSE of 0.713 on CRESTA (Table 1)." `answer` is what a user sees first, the
    short form of it, "" where the quotes are the answer. `value` is the number or name that is stated, as printed, and `unit`
    its unit. `citations` locate the words it is taken from. `paper_id` is the paper that says it and `figure` the id of the
    figure that shows it. `subject` names what it is about. `prior` is the log odds, given by the source, that it answers.
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
