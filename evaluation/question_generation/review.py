"""A reviewer's decisions about generated questions, in a file next to the questions that grows line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from ...errors import UsageError
from ...papers.serialization import from_json, to_json
from ..scifibench.make import ChoiceQuestion, is_choice_folder, read_choices
from .release import read_pairs, read_singles
from .types import QuestionPair, SingleQuestion

DECISIONS = "decisions.jsonl"
Verb = Literal["accept", "edit", "reject"]
ReviewedQuestion = QuestionPair | SingleQuestion | ChoiceQuestion
Reviewed = TypeVar("Reviewed", QuestionPair, SingleQuestion)


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """A decision about the question `id`.

    `question` and `answer` replace the text of an edited question; "" means no change.
    """

    id: str
    decision: Verb
    question: str = ""
    answer: str = ""


def read_decisions(folder: Path) -> dict[str, ReviewDecision]:
    """Map the id of each question to the last decision about it.

    A last line that an interruption cut short is ignored. Raises UsageError for any other line that cannot be read.
    """
    path = folder / DECISIONS
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
    try:
        decisions = [from_json(ReviewDecision, line) for line in lines[:-1]]
    except ValueError as error:
        raise UsageError(f"{path}: damaged ({error}); correct or delete the line") from error
    return {decision.id: decision for decision in decisions}


def record_decision(folder: Path, decision: ReviewDecision) -> None:
    """Append `decision` to the file. A last line that was cut short is removed first."""
    path = folder / DECISIONS
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if not text.endswith("\n") and text:
        path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write(to_json(decision) + "\n")


def undecided(folder: Path) -> list[ReviewedQuestion]:
    """Return the questions of `folder` that have no decision, two-hop questions first.

    In a folder of multiple-choice questions, silver and gold ones are returned, the most difficult first; bronze ones
    are not reviewed.
    """
    decided = read_decisions(folder)
    questions: list[ReviewedQuestion] = (
        [one for one in read_choices(folder) if one.tier != "bronze"]
        if is_choice_folder(folder)
        else [*read_pairs(folder), *read_singles(folder)]
    )
    return [one for one in questions if one.id not in decided]


def accepted_choices(
    questions: Iterable[ChoiceQuestion], decisions: Iterable[ReviewDecision]
) -> tuple[ChoiceQuestion, ...]:
    """Return the accepted multiple-choice questions with the tier "gold"."""
    accepted = {decision.id for decision in decisions if decision.decision == "accept"}
    return tuple(replace(one, tier="gold") for one in questions if one.id in accepted)


def accepted_questions(
    questions: Sequence[Reviewed], decisions: Iterable[ReviewDecision]
) -> tuple[Reviewed, ...]:
    """Return the accepted questions, and the edited ones with their new question and answer."""
    by_id = {decision.id: decision for decision in decisions if decision.decision != "reject"}
    return tuple(_edited(one, by_id[one.id]) for one in questions if one.id in by_id)


def _edited(one: Reviewed, decision: ReviewDecision) -> Reviewed:
    one = replace(one, question=decision.question or one.question)
    if not decision.answer:
        return one
    if isinstance(one, SingleQuestion):
        return replace(one, answer=decision.answer)
    return replace(one, reference=replace(one.reference, answer=decision.answer))
