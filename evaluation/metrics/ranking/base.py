"""What a ranking metric is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

Relevance = Mapping[str, float]
"""Relevant ids with their grade (> 0); ids that are absent have grade 0."""


class Metric(Protocol):
    """Scores one ranking in 0..1. `str` of a metric is its name, which `parse_metric` reads back to an equal value."""

    def __call__(self, ranking: Sequence[str], relevance: Relevance) -> float:
        """An id that occurs again in `ranking` counts at its first place only; without relevant ids the score is 0."""
        ...


def score_all(metrics: Sequence[Metric], ranking: Sequence[str], relevance: Relevance) -> dict[str, float]:
    """Each metric's score for one ranking, by the metric's name."""
    return {str(metric): metric(ranking, relevance) for metric in metrics}


def unique(ranking: Sequence[str]) -> list[str]:
    """`ranking` with each id at its first place only."""
    return list(dict.fromkeys(ranking))


def relevant(relevance: Relevance) -> set[str]:
    """Ids with a grade above 0."""
    return {key for key, grade in relevance.items() if grade > 0}
