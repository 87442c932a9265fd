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

# pycocoevalcap removes these tokens. Its list names brackets in capitals, so that lower-case bracket tokens stay.
_DROPPED = {"''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"}
# NLTK splits off a period only at the end of its input; the Java tokenizer after every word but abbreviations.
_PERIOD = re.compile(r"(?<=[\w)\]\"'%])\.(?=\s+[A-Z\"'(]|\s*$)|(?:(?<=\w\w\w)|(?<=[\d)]))\.(?=\s)")
_SYMBOLS = re.compile(r"([\\=*~^])\1*|[_|]|(?<=\w)\+|(?<![\w:/])/|(?<!:)/(?![\w/])")
_TYPOGRAPHIC = str.maketrans({"’": "'", "‘": "'", "“": ' " ', "”": ' " ', "–": " -- ", "—": " -- "})
_BRACKETS = {"(": "-lrb-", ")": "-rrb-", "{": "-lcb-", "}": "-rcb-", "[": "-lsb-", "]": "-rsb-"}


def coco_words(text: str) -> list[str]:
    """Return the tokens of `text`, read as one line.

    They follow NLTK's Treebank rules, which differ slightly from those of the Java tokenizer that the published code
    uses. Brackets are kept as tokens such as "-lrb-": the published code means to remove them and does not.
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
    """Return `coco_rouge_l` of each answer over pycocoevalcap's words, unstemmed. Not comparable with
    `overlap.rouge`.
    """
    pairs = zip(answers, references, strict=True)
    return mean_of(
        [coco_rouge_l(coco_words(answer), [coco_words(text) for text in right]) for answer, right in pairs]
    )


def coco_rouge_l(answer: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Return ROUGE-L, 0..1: (1 + b^2) P R / (R + b^2 P) from the longest common subsequence of words.

    P and R are each the best over the references. An answer without words scores 0 (Chen et al., 2015, arXiv
    1504.00325).
    """
    common = [(longest_common_subsequence(answer, reference), len(reference)) for reference in references]
    precision = max((length / len(answer) for length, _ in common), default=0.0) if answer else 0.0
    recall = max((length / words for length, words in common if words), default=0.0)
    if not precision or not recall:
        return 0.0
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)


def longest_common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of `first` and `second`.

    Uses one bit of an integer for each word of `first` (Hyyr\u00f6, 2004), in one pass over `second`.
    """
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
    """Return corpus BLEU up to `order` words (Papineni et al., ACL 2002) by sacrebleu, unsmoothed, with equal
    weights.

    The length penalty uses the reference of the closest length. Words are pycocoevalcap's, so the score is what SPIQA
    prints as BLEU@1..4, except that its code puts 1e-15 in place of a zero. Only the set has a score; its answers
    have none.
    """
    said = [coco_words(answer) for answer in answers]
    return ScoredText(
        corpus_bleu(said, [[coco_words(text) for text in texts] for texts in references], order)
    )


def corpus_bleu(
    answers: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]], order: int = 4
) -> float:
    """Return corpus BLEU, 0..1, of tokenized answers; 0 if no run of `order` words is right."""
    from sacrebleu.metrics.bleu import BLEU

    if not answers:
        return 0.0
    most = max(map(len, references))
    streams = [  # one stream holds the n-th reference of every answer; sacrebleu skips None
        [" ".join(texts[n]) if n < len(texts) else None for texts in references] for n in range(most)
    ]
    bleu = BLEU(tokenize="none", smooth_method="none", max_ngram_order=order, force=True)
    return float(bleu.corpus_score([" ".join(words) for words in answers], streams).score) / 100


ORDERS = 4
SIGMA = 6.0  # width of the Gaussian penalty on a difference of length
Gram = tuple[str, ...]
Vector = Mapping[Gram, float]


def cider(answers: Sequence[str], references: References) -> ScoredText:
    """Return CIDEr-D (Vedantam et al., CVPR 2015), 0..10: similarity of n-grams, n = 1..4, weighted by their rarity.

    Rarity is computed from the references of the set that is scored. A part of a set therefore scores differently
    from the whole, and a single example always scores 0. Computed as pycocoevalcap does, with its words.
    """
    said = [coco_words(answer) for answer in answers]
    return mean_of(cider_d(said, [[coco_words(text) for text in texts] for texts in references]))


def cider_d(answers: Sequence[Sequence[str]], references: Sequence[Sequence[Sequence[str]]]) -> list[float]:
    """Return one CIDEr-D score, 0..10, for each tokenized answer."""
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
    """Return the mean over n of the clipped cosines, times the length penalty.

    As published, lengths are compared by the number of word pairs.
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
    """Return METEOR 1.5 (Denkowski and Lavie, 2014) by its Java program, as pycocoevalcap runs it and SPIQA reports
    it.

    It matches by word, stem, WordNet and paraphrase, with weights tuned to human rankings; the best reference counts.
    The score of a set is computed from the sums of its matches, so it is not the mean of `each`. Needs the extra
    "coco" and Java: raises MissingExtraError or ConfigurationError.
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
        """Meteor without its destructor, which fails after the Java program has ended."""

        def __del__(self) -> None:
            pass

    try:
        return Quiet()
    except FileNotFoundError as error:
        raise ConfigurationError("METEOR 1.5 is a Java program; install a Java runtime") from error
