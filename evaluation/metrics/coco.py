"""Metrics as pycocoevalcap computes them, which SPIQA reports: ROUGE-L, BLEU, CIDEr-D and METEOR 1.5."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...errors import ConfigurationError, MissingExtraError
from .text import References, ScoredText, mean_of

# pycocoevalcap takes these out after tokenization. Its list has the brackets in capitals, so in lower case they stay.
_DROPPED = {"''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"}
# NLTK takes a period off only at the end of its input; the Java tokenizer off every word that is no abbreviation.
_PERIOD = re.compile(r"(?<=[\w)\]\"'%])\.(?=\s+[A-Z\"'(]|\s*$)|(?:(?<=\w\w\w)|(?<=[\d)]))\.(?=\s)")
_SYMBOLS = re.compile(r"([\\=*~^])\1*|[_|]|(?<=\w)\+|(?<![\w:/])/|(?<!:)/(?![\w/])")
_TYPOGRAPHIC = str.maketrans({"’": "'", "‘": "'", "“": ' " ', "”": ' " ', "–": " -- ", "—": " -- "})
_BRACKETS = {"(": "-lrb-", ")": "-rrb-", "{": "-lcb-", "}": "-rcb-", "[": "-lsb-", "]": "-rsb-"}


def coco_words(text: str) -> list[str]:
    """Tokens of `text` as one line, by NLTK's Treebank rules instead of the Java tokenizer's, which differ a little.

    Brackets are tokens ("-lrb-"): the published code means to take them out and does not.
    """
    line = _SYMBOLS.sub(r" \g<0> ", _PERIOD.sub(" . ", " ".join(text.translate(_TYPOGRAPHIC).split())))
    words = (_BRACKETS.get(word, word) for word in (token.lower() for token in _tokenizer().tokenize(line)))
    return [word for word in words if word not in _DROPPED]


@cache
def _tokenizer() -> Any:
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer()


BETA = 1.2  # recall weighs more than precision


def coco_rouge(answers: Sequence[str], references: References) -> ScoredText:
    """`coco_rouge_l` of each answer, by pycocoevalcap's words, unstemmed: not comparable with `overlap.rouge`."""
    pairs = zip(answers, references, strict=True)
    return mean_of(
        [coco_rouge_l(coco_words(answer), [coco_words(text) for text in right]) for answer, right in pairs]
    )


def coco_rouge_l(answer: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """(1 + b^2) P R / (R + b^2 P) of the longest common subsequence of words, P and R each the best over the
    references.

    0..1; an answer without words is 0 (Chen et al., 2015, arXiv 1504.00325).
    """
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


def bleu(answers: Sequence[str], references: References, *, order: int = 4) -> ScoredText:
    """Corpus BLEU up to `order` words (Papineni et al., ACL 2002), each order weighed alike, unsmoothed, by sacrebleu.

    The reference of the closest length counts. Words are pycocoevalcap's: what SPIQA prints as BLEU@1..4, but for the
    1e-15 that its code puts in place of a zero. A set has one score, its answers have none.
    """
    said = [coco_words(answer) for answer in answers]
    return ScoredText(
        corpus_bleu(said, [[coco_words(text) for text in texts] for texts in references], order)
    )


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


ORDERS = 4
SIGMA = 6.0  # of the penalty on a difference of length
Gram = tuple[str, ...]
Vector = Mapping[Gram, float]


def cider(answers: Sequence[str], references: References) -> ScoredText:
    """CIDEr-D (Vedantam et al., CVPR 2015): similarity of n-grams (n = 1..4) weighted by their rarity in references;
    0..10.

    The weights come from the references of the set that is scored, so a part of a set scores differently from the
    whole, and a single example always scores 0. Computed as pycocoevalcap does, with its words.
    """
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
    """Mean over n of the clipped cosines, times the length penalty; length is counted in pairs of words, as
    published.
    """
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


def meteor15(answers: Sequence[str], references: References) -> ScoredText:
    """METEOR 1.5 (Denkowski and Lavie, 2014) by its Java program, as pycocoevalcap runs it. What SPIQA reports.

    Matches by word, stem, WordNet and paraphrase, tuned to people's rankings; the best reference counts. A set's score
    comes from the sums of its matches, so it is not the mean of `each`. Needs the extra "coco" and Java: raises
    MissingExtraError or ConfigurationError.
    """
    if not answers:
        return ScoredText(0.0)
    program = _program()
    try:
        value, each = program.compute_score(
            {n: [" ".join(coco_words(text)) for text in texts] for n, texts in enumerate(references)},
            {n: [" ".join(coco_words(answer))] for n, answer in enumerate(answers)},
        )
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"METEOR 1.5 broke off ({error}); check that java runs") from error
    finally:
        process = program.meteor_p
        process.terminate()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        process.wait()
    return ScoredText(float(value), tuple(map(float, each)))


def _program() -> Any:
    try:
        from pycocoevalcap.meteor.meteor import Meteor
    except ImportError as error:
        raise MissingExtraError("METEOR 1.5", "coco") from error

    class Quiet(Meteor):  # type: ignore[misc]  # ships no types
        """Without the destructor, which fails for a program that has ended."""

        def __del__(self) -> None:
            pass

    try:
        return Quiet()
    except FileNotFoundError as error:
        raise ConfigurationError("METEOR 1.5 is a Java program; install a Java runtime") from error
