"""METEOR (Banerjee and Lavie, 2005) by NLTK."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...errors import ConfigurationError
from .text import ScoredText, best_of

# MMSci's values, which are NLTK's: weight of precision, exponent and weight of the penalty on scattered matches.
ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5


@dataclass(frozen=True, slots=True)
class Meteor:
    """Matches by word, stem and, with `synonyms`, WordNet; the best reference counts. What MMSci reports.

    SPIQA reports METEOR 1.5 (`meteor15`), with paraphrases and other weights: not comparable with this one.
    With `synonyms` calling it raises ConfigurationError where WordNet is not installed; "METEOR[nosynonyms]" needs nothing.
    """

    synonyms: bool = True

    def __str__(self) -> str:
        return "METEOR" if self.synonyms else "METEOR[nosynonyms]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        wordnet = _wordnet() if self.synonyms else _NoSynonyms()
        return best_of(lambda answer, reference: _meteor(answer, reference, wordnet), answers, references)


def _meteor(answer: str, reference: str, wordnet: Any) -> float:
    from nltk.translate import meteor_score

    said, right = _words(answer), _words(reference)
    if not said or not right:
        return 0.0
    return float(
        meteor_score.single_meteor_score(right, said, wordnet=wordnet, alpha=ALPHA, beta=BETA, gamma=GAMMA)
    )


def _words(text: str) -> list[str]:
    """NLTK's words, sentences split by citehop's own rules: NLTK's splitter would need a download."""
    from ...papers.sentences import split_sentences

    tokenizer = _tokenizer()
    return [word for sentence in split_sentences(text) for word in tokenizer.tokenize(sentence)]


@cache
def _tokenizer() -> Any:
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer()


class _NoSynonyms:
    """Replacement for WordNet that has no synonyms, so that only words and stems match."""

    def synsets(self, word: str) -> list[Any]:  # noqa: ARG002  # WordNet's signature
        return []


def _wordnet() -> Any:
    from nltk.corpus import wordnet

    try:
        wordnet.ensure_loaded()
    except LookupError:
        raise ConfigurationError(
            "METEOR needs WordNet: python -m nltk.downloader wordnet; METEOR[nosynonyms] does without"
        ) from None
    return wordnet
