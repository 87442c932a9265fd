"""Metrics of written answers: each is a name and a function from answers and references to a score."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

References = Sequence[Sequence[str]]  # one or more right texts for each answer


@dataclass(frozen=True, slots=True)
class ScoredText:
    """The score of a set of answers, and of each answer. `each` is empty for metrics that only sets have (BLEU)."""

    value: float
    each: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """The overlap of a text with its reference, each value 0..1: precision is relative to the text, recall to the
    reference.
    """

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class TextMetric:
    """A metric that prints as `name`, which `parse_text_metric` reads back to an equal value.

    Its scores are 0..1 (CIDEr-D 0..10); a set without answers is 0.
    """

    name: str
    score: Callable[[Sequence[str], References], ScoredText] = field(compare=False)

    def __str__(self) -> str:
        return self.name

    def __call__(self, answers: Sequence[str], references: References) -> ScoredText:
        return self.score(answers, references)


def score_texts(
    metrics: Sequence[TextMetric], answers: Sequence[str], right: Sequence[str]
) -> dict[str, float | None]:
    """Map each metric to its score of `answers`, which all answer one question; None if no right answer is known."""
    return {
        str(metric): metric(answers, [right] * len(answers)).value if right else None for metric in metrics
    }


def best_of(score: Callable[[str, str], float], answers: Sequence[str], references: References) -> ScoredText:
    """Return `score(answer, reference)` of each answer for its best reference, and the mean over answers."""
    pairs = zip(answers, references, strict=True)
    return mean_of([max(score(answer, reference) for reference in right) for answer, right in pairs])


def mean_of(each: Sequence[float]) -> ScoredText:
    """Return the scores `each` together with their plain mean (0 without scores)."""
    return ScoredText(math.fsum(each) / len(each) if each else 0.0, tuple(each))
