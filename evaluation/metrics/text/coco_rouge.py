"""ROUGE-L as pycocoevalcap computes it (Chen et al., 2015, arXiv 1504.00325)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import ScoredText, mean_of
from .coco_words import coco_words

BETA = 1.2  # recall weighs more than precision


@dataclass(frozen=True, slots=True)
class CocoRougeL:
    """(1 + b^2) P R / (R + b^2 P) of the longest common subsequence, P and R each the best over the references.

    Words are pycocoevalcap's, unstemmed: not comparable with `ROUGE-L`. An answer without words is 0.
    """

    def __str__(self) -> str:
        return "ROUGE-L[coco]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        return mean_of(
            [
                coco_rouge_l(coco_words(answer), [coco_words(text) for text in right])
                for answer, right in zip(answers, references, strict=True)
            ]
        )


def coco_rouge_l(answer: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """0..1, over words."""
    common = [(longest_common_subsequence(answer, reference), len(reference)) for reference in references]
    precision = max((length / len(answer) for length, _ in common), default=0.0) if answer else 0.0
    recall = max((length / words for length, words in common if words), default=0.0)
    if not precision or not recall:
        return 0.0
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)


def longest_common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Its length, with a bit of an integer for each word of `first` (Hyyr\u00f6, 2004): one pass over `second`."""
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(first)) - 1
    row = full
    for word in second:
        match = row & places.get(word, 0)
        row = (row + match | row - match) & full
    return len(first) - row.bit_count()
