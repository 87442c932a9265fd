"""BLEU (Papineni et al., ACL 2002) by sacrebleu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .base import ScoredText
from .coco_words import coco_words


@dataclass(frozen=True, slots=True)
class Bleu:
    """Corpus BLEU up to `order` words, each order weighed alike, against the reference of the closest length, unsmoothed.

    Words are pycocoevalcap's: what SPIQA prints as BLEU@1..4, but for the 1e-15 that its code puts in place of a zero.
    A set has one score, its answers have none.
    """

    order: int = 4

    def __str__(self) -> str:
        return f"BLEU-{self.order}"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        said = [coco_words(answer) for answer in answers]
        right = [[coco_words(text) for text in texts] for texts in references]
        return ScoredText(corpus_bleu(said, right, self.order))


def corpus_bleu(
    answers: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]], order: int = 4
) -> float:
    """0..1, over words; 0 when there is no run of `order` words that is right."""
    from sacrebleu.metrics.bleu import BLEU

    if not answers:
        return 0.0
    most = max(map(len, references))
    streams = [  # the n-th reference of every answer; sacrebleu skips those that are None
        [" ".join(texts[n]) if n < len(texts) else None for texts in references] for n in range(most)
    ]
    bleu = BLEU(tokenize="none", smooth_method="none", max_ngram_order=order, force=True)
    return float(bleu.corpus_score([" ".join(words) for words in answers], streams).score) / 100
