"""Protocol of metrics of written answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ScoredText:
    """Score of a set of answers, and of each of them; `each` is empty for metrics that only sets have (BLEU)."""

    value: float
    each: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """Of a text with its reference, each 0..1: precision is relative to the text, recall to the reference."""

    precision: float
    recall: float
    f1: float


class TextMetric(Protocol):
    """Scores a set of answers. `str` of a metric is its name, which `parse_text_metric` reads back to an equal value."""

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        """0..1 each (CIDEr-D 0..10); `references` holds one or more right texts per answer; a set without answers is 0."""
        ...


def score_texts(
    metrics: Sequence[TextMetric], answers: Sequence[str], references: Sequence[Sequence[str]]
) -> Mapping[str, ScoredText]:
    """Each metric's scores by its name. ValueError unless every answer has its references."""
    if len(answers) != len(references) or not all(references):
        raise ValueError("every answer needs at least one reference")
    return {str(metric): metric(answers, references) for metric in metrics}


def best_of(
    score: Callable[[str, str], float], answers: Sequence[str], references: Sequence[Sequence[str]]
) -> ScoredText:
    """`score(answer, reference)` for the reference that fits each answer best, and the mean over answers."""
    return mean_of(
        [
            max(score(answer, reference) for reference in right)
            for answer, right in zip(answers, references, strict=True)
        ]
    )


def mean_of(each: Sequence[float]) -> ScoredText:
    """The plain mean of `each`, beside them."""
    return ScoredText(math.fsum(each) / len(each) if each else 0.0, tuple(each))
