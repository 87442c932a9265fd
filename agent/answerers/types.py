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
    """An answer. `text` cites `citations` as [1], [2], ...; it is "" if the passages do not answer.

    `notes` and `model` are as in Answer. `closest` is the most similar passage that does not answer the question.
    `probability`, 0..1, is the probability that the text answers. `searched` describes the scope of the search in
    words; it is "" for the whole cluster. `subject` is the paper that the question is about; it is None if the paper is
    not known, or if a first hop led to it. `refusal` says why there is no text; it is "" if there is no special reason.
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
    """Return a sentence that nothing answers `part` of a question."""
    return f"(Nothing answers: {part.rstrip(' ?.')}.)"


def markers(count: int, after: int = 0) -> str:
    """Return `count` citation markers, numbered from `after` + 1: "[2][3]" for two markers after one."""
    return "".join(f"[{number}]" for number in range(after + 1, after + count + 1))


# Maps a question to its answer and the first hop that led there: without a model, with a model, or by a model that
# calls tools.
Answerer = Callable[[RequestContext], tuple[ComposedAnswer, FirstHop]]
