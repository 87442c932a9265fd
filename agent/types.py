"""The results of questions: answers, comparisons, citations and usage."""

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
    """A verbatim quote with its place: the text of page `page` has `quote` word for word, in the box `bbox` in PDF
    points.

    Page 0, with an empty box, means the text of a paper without pages (LaTeX sources, an abstract).
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
    """The cost of an answer: requests sent to language models (including retries), tokens, US dollars and seconds.

    `usd` is the cost of the replies with a known price. `unpriced` counts the replies with an unknown price; if it is
    not 0, `usd` is a lower bound. `cached` counts the replies from the disk, which cost nothing. Usages add up with +.
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
    """One step of an answer: `seconds` is its wall-clock time, and `usage` the usage of the models that it called."""

    name: str
    detail: str = ""
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Answer:
    """The text of an answer with its proof.

    The `status` "abstained" means that the evidence does not answer the question.

    `notes` tell a reader about readings that disagree, numbers that are in no quote, and limits that were reached.
    `model` is the name of the model that wrote the text; it is "" if the text consists of quotes. `prompts` are the
    versions of all prompts used. `steps` are in the order in which they ended. `figure` is the id of the figure that
    was read, and `anchor` the id of its paper; both are "" if no figure was read. `closest` is the passage closest to a
    question without an answer.

    `probability`, 0..1, is the probability that the text answers the question or, if the answer abstains, that the best
    evidence found does. `query_form` is the parsed question in JSON. `reader_notes` are notes of readers about the
    question or on the quotes; they are not part of the answer and are not sent to a model.
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
        """The parsed question; None if the answer was stored without it."""
        from .query.json_form import query_of

        return query_of(json.loads(self.query_form)) if self.query_form else None


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The answer of one paper; `answer` is "" if the paper does not answer.

    `name` is the name of the paper in the question, or its title. `citations` hold the words from which the answer is
    taken, and `probability`, 0..1, is the probability that they answer the question. `value` is the number that the
    question asks for, as printed, with its unit; it is "" if the question does not ask for a number or the citations
    have none. `reason` says why there is no answer; "" means no special reason. `closest` is the passage closest to an
    answer.
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
    """The answers of several papers to one question.

    `part` is the question that each paper was asked. `rows` are in the order in which the question names the papers, or
    likeliest first if it names no papers. `text` joins the rows and refers to their citations, in order, as [1], [2]
    and so on. `verdict` is the sentence that compares the values of the rows, and `text` begins with it; it is "" if
    they cannot be compared. `notes` and `usage` are as in Answer.
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
        """The citations of all rows, in order and without duplicates."""
        return tuple(dict.fromkeys(citation for row in self.rows for citation in row.citations))
