"""CIDEr-D (Vedantam et al., CVPR 2015)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .base import ScoredText, mean_of
from .coco_words import coco_words

ORDERS = 4
SIGMA = 6.0  # of the penalty on a difference of length
Gram = tuple[str, ...]
Vector = Mapping[Gram, float]


@dataclass(frozen=True, slots=True)
class CiderD:
    """Similarity of n-grams (n = 1..4) weighted by how few examples have them in their references; 0..10.

    The weights come from the references of the set that is scored, so a part of a set scores differently from the whole,
    and a single example always scores 0. Computed as pycocoevalcap does, with its words.
    """

    def __str__(self) -> str:
        return "CIDEr-D"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        said = [coco_words(answer) for answer in answers]
        return mean_of(cider_d(said, [[coco_words(text) for text in texts] for texts in references]))


def cider_d(answers: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> list[float]:
    """One score per answer, over words."""
    counted = [[_grams(words) for words in texts] for texts in references]
    seen = Counter(gram for texts in counted for gram in set().union(*texts))
    total = math.log(len(references)) if references else 0.0
    rarity = {gram: total - math.log(count) for gram, count in seen.items()}
    scores = []
    for words, texts in zip(answers, counted, strict=True):
        answer = _grams(words)
        scores.append(10.0 * sum(_similarity(answer, text, rarity, total) for text in texts) / len(texts))
    return scores


def _grams(words: Sequence[str]) -> Counter[Gram]:
    return Counter(
        tuple(words[at : at + n]) for n in range(1, ORDERS + 1) for at in range(len(words) - n + 1)
    )


def _similarity(answer: Counter[Gram], reference: Counter[Gram], rarity: Vector, unseen: float) -> float:
    """Mean over n of the clipped cosines, times the length penalty; length is counted in pairs of words, as published."""
    said, right = (_by_order(grams, rarity, unseen) for grams in (answer, reference))
    gap = sum(c for g, c in answer.items() if len(g) == 2) - sum(
        c for g, c in reference.items() if len(g) == 2
    )
    penalty = math.exp(-(gap**2) / (2 * SIGMA**2))
    return penalty * sum(map(_clipped_cosine, said, right)) / ORDERS


def _by_order(grams: Counter[Gram], rarity: Vector, unseen: float) -> Sequence[Vector]:
    vectors: list[dict[Gram, float]] = [{} for _ in range(ORDERS)]
    for gram, count in grams.items():
        vectors[len(gram) - 1][gram] = count * rarity.get(gram, unseen)
    return vectors


def _clipped_cosine(said: Vector, right: Vector) -> float:
    product = sum(min(weight, right[gram]) * right[gram] for gram, weight in said.items() if gram in right)
    norm = math.sqrt(sum(w * w for w in said.values())) * math.sqrt(sum(w * w for w in right.values()))
    return product / norm if norm else 0.0
