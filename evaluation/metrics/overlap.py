"""Metrics of the words that two texts share: token F1 after SQuAD's normalization, ROUGE (Lin, 2004), METEOR."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ...errors import ConfigurationError
from .text import Overlap, References, ScoredText, best_of

if TYPE_CHECKING:  # rouge_score imports nltk and so scikit-learn, which takes seconds
    from rouge_score.rouge_scorer import RougeScorer


KINDS = ("1", "2", "L")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_words(text: str) -> list[str]:
    """Return the lower-case words of `text` without ASCII punctuation and without the articles a, an, the.

    This is the normalization of SQuAD (Rajpurkar et al., EMNLP 2016).
    """
    return re.sub(r"\b(?:a|an|the)\b", " ", text.lower().translate(_PUNCTUATION)).split()


def token_f1(answer: str, reference: str) -> float:
    """Return the harmonic mean, 0..1, of the precision and recall of normalized words, with repeated words counted.

    If either text has no words left, the result is 1 if both have none, else 0 (SQuAD 2.0).
    """
    said, right = squad_words(answer), squad_words(reference)
    if not said or not right:
        return float(said == right)
    common = sum((Counter(said) & Counter(right)).values())
    return 2 * common / (len(said) + len(right))


def rouge(text: str, reference: str, *, stem: bool = True) -> dict[str, Overlap]:
    """Map "1", "2" and "L" to ROUGE of `text` against `reference`, by the rouge-score package."""
    scores = _scorer(stem).score(target=reference, prediction=text)
    return {
        kind: Overlap(found.precision, found.recall, found.fmeasure)
        for kind in KINDS
        for found in (scores[f"rouge{kind}"],)
    }


def rouge_f1(answer: str, reference: str, kind: str, *, stem: bool) -> float:
    """Return the F1 of ROUGE-`kind`; `kind` is "1", "2" or "L"."""
    return rouge(answer, reference, stem=stem)[kind].f1


def mean_rouge(text: str, reference: str) -> Overlap:
    """Return the plain mean of ROUGE-1, -2 and -L with stemming, as SciDQA reports it."""
    scores = rouge(text, reference).values()
    return Overlap(*(fmean(getattr(one, part) for one in scores) for part in ("precision", "recall", "f1")))


@cache
def _scorer(stem: bool) -> RougeScorer:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer([f"rouge{kind}" for kind in KINDS], tokenizer=_Words(_stemmer() if stem else str))


@cache
def _stemmer() -> Callable[[str], str]:
    """Return a cached Porter stemmer. It gives the same stems as the plain one, several times faster."""
    from nltk.stem.porter import PorterStemmer

    return cache(PorterStemmer().stem)


class _Words:
    """A tokenizer for rouge-score with that package's rule: lower-cased runs of a-z and 0-9; runs of over three
    characters stemmed.
    """

    def __init__(self, stem: Callable[[str], str]) -> None:
        self._stem = stem

    def tokenize(self, text: str) -> list[str]:
        words = re.findall(r"[a-z0-9]+", text.lower())
        return [self._stem(word) if len(word) > 3 else word for word in words]


# MMSci's values, the defaults of NLTK: weight of precision; exponent and weight of the penalty on scattered matches.
ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5


def meteor(answers: Sequence[str], references: References, *, synonyms: bool = True) -> ScoredText:
    """Return METEOR as MMSci reports it: matches by word, stem and, with `synonyms`, WordNet; the best reference
    counts.

    Not comparable with METEOR 1.5 (`coco.meteor15`), which SPIQA reports and which has paraphrases and other weights.
    With `synonyms`, raises ConfigurationError if WordNet is not installed.
    """
    wordnet = _wordnet() if synonyms else _NoSynonyms()
    return best_of(lambda answer, reference: _meteor(answer, reference, wordnet), answers, references)


def _meteor(answer: str, reference: str, wordnet: Any) -> float:
    from nltk.translate import meteor_score

    said, right = _meteor_words(answer), _meteor_words(reference)
    if not said or not right:
        return 0.0
    return float(
        meteor_score.single_meteor_score(right, said, wordnet=wordnet, alpha=ALPHA, beta=BETA, gamma=GAMMA)
    )


def _meteor_words(text: str) -> list[str]:
    """Return NLTK's words of each sentence. citehop splits the sentences because NLTK's splitter needs a download."""
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
