"""Results of questions: answers, comparisons, citations and usage."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ..figures.types import Reading
from ..papers.types import BBox, ReaderNote
from ..retrieval.types import RankedPaper

if TYPE_CHECKING:
    from .query.types import Query

Status = Literal["answered", "abstained"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim quote: `quote` occurs word for word in the text of that page; `bbox` is where, in PDF points.

    Page 0, with an empty box, refers to the text of a paper without pages (LaTeX sources, an abstract).
    """

    paper_id: str
    page: int
    bbox: BBox
    quote: str


@dataclass(frozen=True, slots=True)
class NoteInPaper:
    """A note that a reader left in the PDF of a paper."""

    paper_id: str
    note: ReaderNote


@dataclass(frozen=True, slots=True)
class Usage:
    """Cost of an answer: requests sent to language models (retries included), tokens, US dollars, seconds.

    `usd` covers the replies with a known price: `unpriced` replies had none, and `usd` is then a lower bound.
    `cached` replies came from disk and cost nothing. Usages add up with +.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    seconds: float = 0.0
    unpriced: int = 0
    cached: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(getattr(self, name) + getattr(other, name) for name in Usage.__slots__))

    def __sub__(self, other: Usage) -> Usage:
        return Usage(*(getattr(self, name) - getattr(other, name) for name in Usage.__slots__))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done for an answer: `seconds` of wall-clock time, `usage` of the models it called."""

    name: str
    detail: str = ""
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Answer:
    """Text with its proof. `status` "abstained" means that the evidence does not answer the question.

    `notes` are what a reader must know: readings that disagree, numbers that no quote holds, limits that were hit.
    `model` wrote the text, "" where it is made of quotes alone; `prompts` are the versions of all prompts used; `steps`
    in the order in which they ended. `figure` is the id of the figure that was read and `anchor` that of its paper, ""
    where there was none.
    `closest` is the passage nearest to a question that nothing answers; it is not an answer. `probability`, in 0..1, that the
    text answers or, where it abstains, that what was found does. `query_form` is what the
    question was understood as, in JSON. `reader_notes` are notes of readers about the question or on its quotes: no part of the
    answer, and sent to no model.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    ranking: tuple[RankedPaper, ...] = ()
    reading: Reading | None = None
    usage: Usage = field(default_factory=Usage)
    status: Status = "abstained"
    notes: tuple[str, ...] = ()
    model: str = ""
    prompts: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    figure: str = ""
    anchor: str = ""
    closest: Citation | None = None
    probability: float = 1.0
    query_form: str = ""
    reader_notes: tuple[NoteInPaper, ...] = ()

    @property
    def query(self) -> Query | None:
        """The query that the question became; None for an answer that was kept without it."""
        from .query.json_form import query_of

        return query_of(json.loads(self.query_form)) if self.query_form else None


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The answer of one paper: `name` as in the question, or the title; `answer` "" where the paper does not answer.

    `citations` hold the words that the answer is taken from; `probability` that they answer, in 0..1. `value` is the number that
    the question asks for as they print it, with its unit, "" where it asks for something else or they have none. `reason` says
    why there is no answer, "" for no special reason, and `closest` is the passage nearest to one.
    """

    paper_id: str
    name: str
    answer: str = ""
    citations: tuple[Citation, ...] = ()
    probability: float = 0.0
    value: str = ""
    reason: str = ""
    closest: Citation | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A question asked of several papers: `part` is what was asked of each, `text` joins the rows and cites their citations in
    order as [1], [2], ...

    Rows come in the order of the question, or likeliest first where it names no papers. `verdict` is the sentence that compares
    their values, "" where they cannot be compared; `text` begins with it. `notes` and `usage` as in Answer.
    """

    question: str
    part: str
    rows: tuple[ComparisonRow, ...]
    text: str
    verdict: str = ""
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of the rows, each once, in order."""
        return tuple(dict.fromkeys(citation for row in self.rows for citation in row.citations))
