"""The opinion of the relevance gate on a question that a model answers, for the model and for the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..llm.prompting import fence
from ..relevance import refusal
from ..relevance.likely_papers import weigh_by_passages
from ..relevance.subject import find_subjects
from ..session import Session
from .quotes import ANSWERS, judge_question, scope_subjects


@dataclass(frozen=True, slots=True)
class GateOpinion:
    """`probability` that a sentence of the papers answers, `refuses`: it is too low for an answer by quotes, and `closest`
    is the likeliest sentence, "" if there is none."""

    probability: float
    refuses: bool
    closest: str = ""

    @property
    def prompt(self) -> str:
        """A paragraph for the prompt; "" where the gate does not refuse."""
        if not self.refuses:
            return ""
        closest = f" The closest is:\n{fence(self.closest)}" if self.closest else ""
        return (
            f"\nA search of all sentences finds it unlikely ({self.probability:.0%}) that any answers this question.{closest}"
            "\nAnswer only if a passage says it outright, of exactly what the question is about; otherwise write UNKNOWN.\n"
        )

    @property
    def note(self) -> str:
        """A note for the reader of an answer that was given all the same; "" where the gate does not refuse."""
        if not self.refuses:
            return ""
        return (
            f"the relevance gate found no sentence that answers this (probability {self.probability:.2f}): check the quotes of "
            "the model's answer"
        )


def consult_gate(session: Session, question: str, scope: Mapping[str, float]) -> GateOpinion:
    """The gate's opinion of `question`, asked of the papers in `scope` with their probabilities (empty: of all).

    A question that points to no paper by its words needs a surer sentence, whatever passages are found.
    """
    least, foreign, subjects = ANSWERS, False, scope_subjects(scope)
    if not scope:
        by_name, statistics = find_subjects(question, session.subjects), session.subjects.statistics
        subjects = weigh_by_passages(question, session.index, by_name)
        least = refusal.least_probability(question, statistics, by_name) or least
        foreign = refusal.is_about_nothing_here(question, statistics, by_name)
    verdict = judge_question(session, question, scope, subjects)
    closest = verdict.ranked[0].sentence.text if verdict.ranked else ""
    return GateOpinion(verdict.probability, foreign or verdict.probability < least, closest)
