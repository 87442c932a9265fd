"""Values that answerers take and return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..first_hop import FirstHop
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..types import Citation

SUMMARY_NOTE = "a summary needs a model: this is the paper's own abstract"


@dataclass(frozen=True, slots=True)
class ComposedAnswer:
    """`text` cites `citations` as [1], [2], ...; empty text: the passages do not answer. `notes`, `model` as in Answer.

    `closest` is the most similar passage, which does not answer the question; `probability`, in 0..1, that the text answers;
    `searched` describes the scope of the search in words, "" for the whole cluster; `subject` is the paper that the question
    is about, None where it is not known or was led to; `refusal` says why there is no text, "" for no special reason.
    """

    text: str = ""
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    model: str = ""
    closest: Citation | None = None
    probability: float = 1.0
    searched: str = ""
    subject: Subject | None = None
    refusal: str = ""


def name_missing(part: str) -> str:
    """A sentence that nothing answers a `part` of a question."""
    return f"(Nothing answers: {part.rstrip(' ?.')}.)"


def markers(count: int, after: int = 0) -> str:
    """The markers of so many citations behind `after` others: "[2][3]"."""
    return "".join(f"[{number}]" for number in range(after + 1, after + count + 1))


# From a question to its answer and the first hop that led there: without a model, with one, or by a model that calls tools.
Answerer = Callable[[RequestContext], tuple[ComposedAnswer, FirstHop]]
