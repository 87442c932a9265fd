"""Exact match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import ScoredText, best_of
from .squad import squad_words


@dataclass(frozen=True, slots=True)
class ExactMatch:
    """1 when answer and reference are the same after SQuAD's normalisation, else 0; the best reference counts."""

    def __str__(self) -> str:
        return "EM"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        return best_of(exact_match, answers, references)


def exact_match(answer: str, reference: str) -> float:
    """1.0 or 0.0."""
    return float(squad_words(answer) == squad_words(reference))
