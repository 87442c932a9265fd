"""The probe: forty packaged questions that measure what a model may do. A quarter of them have no answer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

from ..llm.roles import Models
from ..statements.types import Statement
from .by_model import ModelChoice, choose_with_model
from .trust import ModelProfile


@dataclass(frozen=True, slots=True)
class ProbeQuestion:
    """A question with statements. `answers` are the indices of the statements that answer it; () if none does."""

    text: str
    statements: tuple[Statement, ...]
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProbeProgress:
    """The progress of a probe: `done` of `total` questions are answered."""

    done: int
    total: int
    stage: str = "questions"


def load_probe() -> tuple[ProbeQuestion, ...]:
    """Return the questions. About every fourth has no answer, so that the first few are a fair sample of all."""
    text = (resources.files("citehop.agent.reader") / "probe.json").read_text(encoding="utf-8")
    return tuple(
        ProbeQuestion(
            row["question"],
            tuple(Statement(each, "sentence", "") for each in row["statements"]),
            tuple(row["answers"]),
        )
        for row in json.loads(text)
    )


def probe_model(
    models: Models, count: int = 0, progress: Callable[[ProbeProgress], None] = lambda _: None
) -> ModelProfile:
    """Ask the text model the first `count` questions (0 means all) and return its record.

    Raises ConfigurationError if the model cannot be used.
    """
    questions = load_probe()[: count or None]
    before, begun = models.meter.usage, time.monotonic()
    choices = []
    for done, question in enumerate(questions):
        progress(ProbeProgress(done, len(questions)))
        choices.append(choose_with_model(question.text, question.statements, (), models.text, "lead"))
    usage, seconds = models.meter.usage - before, time.monotonic() - begun
    asked = list(zip(questions, choices, strict=True))
    answerable = [pair for pair in asked if pair[0].answers]
    refused = sum(not question.answers and _is_refusal(choice) for question, choice in asked)
    return ModelProfile(
        model=models.text.model,
        questions=len(asked),
        answerable=len(answerable),
        unanswerable=len(asked) - len(answerable),
        right=sum(_is_right(*pair) for pair in answerable),
        refused=refused,
        wrong=sum(bool(choice.indices) and not _is_right(question, choice) for question, choice in asked),
        valid=sum(choice.is_valid for choice in choices),
        tokens=round((usage.prompt_tokens + usage.completion_tokens) / max(1, len(asked)), 1),
        seconds=round(seconds / max(1, len(asked)), 2),
    )


def _is_right(question: ProbeQuestion, choice: ModelChoice) -> bool:
    """True if the first statement that the model chooses answers the question."""
    return choice.indices[:1] != () and choice.indices[0] in question.answers


def _is_refusal(choice: ModelChoice) -> bool:
    return choice.is_valid and not choice.indices
