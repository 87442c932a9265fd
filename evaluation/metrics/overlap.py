"""Metrics of the words that two texts share: exact match and token F1 after SQuAD's normalisation, and ROUGE."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from .text import Overlap, ScoredText, best_of

if TYPE_CHECKING:  # both load nltk, which loads scikit-learn: seconds that other commands do not need
    from rouge_score.rouge_scorer import RougeScorer


_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_words(text: str) -> list[str]:
    """Lower-case words of `text` without ASCII punctuation and without the articles a, an, the."""
    bare = text.lower().translate(_PUNCTUATION)
    return re.sub(r"\b(?:a|an|the)\b", " ", bare).split()


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


Kind = Literal["1", "2", "L", "Lsum"]
Part = Literal["precision", "recall", "f1"]
KINDS: tuple[Kind, ...] = ("1", "2", "L", "Lsum")
MEAN_KINDS: tuple[Kind, ...] = ("1", "2", "L")


@dataclass(frozen=True, slots=True)
class RougeMetric:
    """One number of ROUGE: "ROUGE-L", "ROUGE-1[precision]", "ROUGE-Lsum[recall,unstemmed]". The best reference counts.

    L compares whole texts; Lsum compares line by line and joins what was found.
    """

    kind: Kind
    part: Part = "f1"
    stem: bool = True

    def __str__(self) -> str:
        options = [self.part] * (self.part != "f1") + ["unstemmed"] * (not self.stem)
        return f"ROUGE-{self.kind}" + (f"[{','.join(options)}]" if options else "")

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        def score(answer: str, reference: str) -> float:
            value: float = getattr(
                rouge(answer, reference, (self.kind,), stem=self.stem)[self.kind], self.part
            )
            return value

        return best_of(score, answers, references)


def rouge(
    text: str, reference: str, kinds: tuple[Kind, ...] = MEAN_KINDS, *, stem: bool = True
) -> dict[Kind, Overlap]:
    """Scores of `text` against `reference` by kind."""
    scores = _scorer(kinds, stem).score(target=reference, prediction=text)
    return {
        kind: Overlap(found.precision, found.recall, found.fmeasure)
        for kind in kinds
        for found in (scores[f"rouge{kind}"],)
    }


def mean_rouge(text: str, reference: str) -> Overlap:
    """The plain mean of ROUGE-1, -2 and -L with stemming, as SciDQA reports it."""
    scores = rouge(text, reference).values()
    return Overlap(
        *(sum(getattr(s, part) for s in scores) / len(MEAN_KINDS) for part in ("precision", "recall", "f1"))
    )


@cache
def _scorer(kinds: tuple[Kind, ...], stem: bool) -> RougeScorer:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(
        [f"rouge{kind}" for kind in kinds], tokenizer=_StemmedWords(_stemmer() if stem else None)
    )


@cache
def _stemmer() -> Callable[[str], str]:
    from nltk.stem.porter import PorterStemmer

    return cache(PorterStemmer().stem)


class _StemmedWords:
    """A tokenizer for rouge-score, by its own rule: lower-cased runs of a-z and 0-9, those longer than three letters stemmed."""

    def __init__(self, stem: Callable[[str], str] | None) -> None:
        self._stem = stem

    def tokenize(self, text: str) -> list[str]:
        words = re.findall(r"[a-z0-9]+", text.lower())
        return [self._stem(word) if len(word) > 3 else word for word in words] if self._stem else words
