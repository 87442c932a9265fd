"""Token F1 (Rajpurkar et al., EMNLP 2016)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .base import ScoredText, best_of
from .squad import squad_words


@dataclass(frozen=True, slots=True)
class TokenF1:
    """Harmonic mean of precision and recall of normalised words, with their counts; the best reference counts."""

    def __str__(self) -> str:
        return "F1"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        return best_of(token_f1, answers, references)


def token_f1(answer: str, reference: str) -> float:
    """0..1. Where either has no words left, 1 if neither has, else 0 (SQuAD 2.0)."""
    said, right = squad_words(answer), squad_words(reference)
    if not said or not right:
        return float(said == right)
    common = sum((Counter(said) & Counter(right)).values())
    return 2 * common / (len(said) + len(right))
