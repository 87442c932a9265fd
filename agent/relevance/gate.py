"""Compute from features which sentence answers a question best, and the probability that a sentence answers it at all.

There are three linear models, fitted by `training/recipes/relevance_gate.py` on questions over papers of several
fields; `gate.json` holds their coefficients. The first model orders the sentences of one question. The second model
orders the best sentences again, with the scores of a cross-encoder that reads each sentence together with the question.
The third model is a logistic regression. From features of the best sentence, of the question and of the other
sentences, it computes the probability that one of the first two sentences answers the question. It was fitted on
answerable questions, on the same questions with every answering sentence taken away, and on questions asked of other
papers.

All models were fitted for three conditions: "words" without an embedding model, "meaning" with an embedding model, and
"scored" with a cross-encoder as well. Without the cross-encoder, sentences are ordered only once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..verification.sentences import Sentence
from .features import NAMES, AnswerCandidate

CONSIDERED = 60  # number of sentences, the best by words and meaning, that the first model orders
READ = 24  # number of the best sentences that the cross-encoder reads; this takes .2 s on two processors
QUESTION_NAMES = (
    "similarity_context", "focus_similarity", "elsewhere", "paper_lacks_name", "type", "named", "asks_reason",
    "asks_number", "digits", "rarest",
)  # fmt: skip
# Features used without an embedding model. The added features detect by words that a question is about something else.
QUESTION_NAMES_BY_WORDS = (
    *QUESTION_NAMES,
    "lexical_top",
    "coverage_context",
    "paper_lacks",
    "unknown_terms",
)
# Additional features for ordering sentences again: the log odds of the cross-encoder, and the score of the first model.
ANSWER_SCORE, EARLIER = "answer_score", "earlier_score"
_HEADING = 8  # most words of a heading that the cross-encoder reads
# A sentence that was not read scores at least this much less than the sentences that were read.
_BEHIND = 0.01
DERIVED_NAMES = (
    "score",
    "gap",
    "best_similarity",
    "best_coverage",
    "typed",
)
_SUBJECT = 0.3  # probability from which a question is about a paper
# Log odds of the cross-encoder: of the first sentence, the highest of all, and the highest in a paper that is the
# subject.
DERIVED_FROM_SCORES = ("answer_score", "best_answer_score", "best_answer_score_of_subject")

Vector = npt.NDArray[np.float64]
Condition = Literal["words", "meaning", "scored"]
ScoreTexts = Callable[[Sequence[str]], npt.NDArray[np.floating[Any]] | None]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic regression over standardized features."""

    names: tuple[str, ...]
    mean: Vector
    scale: Vector
    weights: Vector
    intercept: float

    def score(self, rows: Vector) -> Vector:
        """Return the log odds for each row; the columns are features in the order of `names`."""
        return np.asarray((rows - self.mean) / self.scale @ self.weights + self.intercept)


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """The candidates of a question in order, and the probability that the question is answered.

    `ranked` has the best candidate first, ties in the given order. `scores` are their log odds. `probability` is the
    probability that one of the first two candidates answers the question.
    """

    ranked: tuple[AnswerCandidate, ...] = ()
    scores: tuple[float, ...] = ()
    probability: float = 0.0

    @property
    def shares(self) -> tuple[float, ...]:
        """The softmax of the scores: the probability that each candidate is the answer, if one of them is."""
        weights = np.exp(np.array(self.scores) - max(self.scores, default=0.0))
        return tuple((weights / (weights.sum() or 1.0)).tolist())


def judge(
    candidates: Sequence[AnswerCandidate], score: ScoreTexts | None = None, reads: int = READ
) -> GateVerdict:
    """Order `candidates` and compute the probability that one of the best two answers the question.

    The candidates come in the order of `describe_candidates`. `score` is the cross-encoder: it maps n texts to the log
    odds, of shape (n,), that each answers the question, or returns None if there is no model. It scores the first
    `reads` candidates.
    """
    considered = candidates[:CONSIDERED]
    if not considered:
        return GateVerdict()
    matrix = np.stack([candidate.row for candidate in considered])
    by_meaning = bool(matrix[:, NAMES.index("similarity")].any())
    models = load_models("meaning" if by_meaning else "words")
    scores = models.ranker.score(matrix[:, columns_of(models.ranker.names)])
    order = first_order(scores)
    first = order[:reads]
    found = score([with_heading(considered[i].sentence) for i in first]) if score and by_meaning else None
    read = None if found is None else np.asarray(found, np.float64)
    if read is not None:
        models = load_models("scored")
        scores = order_again(models.ranker, matrix, read, scores, first)
        order = first_order(scores)
    names = QUESTION_NAMES if by_meaning else QUESTION_NAMES_BY_WORDS
    row = question_row(matrix, scores, order, names, read, first)
    ranked = tuple(considered[i] for i in order)
    probability = 1 / (1 + math.exp(-float(models.gate.score(row[None])[0])))
    return GateVerdict(ranked, tuple(float(scores[i]) for i in order), probability)


def with_heading(sentence: Sentence) -> str:
    """Return the text that the cross-encoder reads: the heading of the passage, then the sentence.

    The heading often says what the numbers of the sentence are about.
    """
    return behind_heading(sentence.chunk.heading, sentence.text)


def behind_heading(heading: str, text: str) -> str:
    """Return the first words of `heading`, a colon and `text`; only `text` if the heading is empty."""
    first = " ".join(heading.split()[:_HEADING])
    return f"{first}: {text}" if first else text


def first_order(scores: Vector) -> list[int]:
    """Return the indices of `scores` from the highest score to the lowest, ties in the given order."""
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))


def order_again(
    ranker: Logistic, matrix: Vector, read: Vector, scores: Vector, first: Sequence[int]
) -> Vector:
    """Return new scores of all sentences after the cross-encoder has read the sentences at the places `first`.

    `ranker` scores the sentences at `first` by all features, the log odds `read` and the earlier `scores`. The other
    sentences keep their order and score below all of them.
    """
    again = ranker.score(rows_with_scores(matrix, read, scores, first, ranker.names))
    best_of_rest = max((scores[i] for i in range(len(scores)) if i not in first), default=0.0)
    changed = scores - best_of_rest + again.min() - _BEHIND
    changed[list(first)] = again
    return np.asarray(changed)


def rows_with_scores(
    matrix: Vector, read: Vector, scores: Vector, first: Sequence[int], names: Sequence[str]
) -> Vector:
    """Return the columns `names` for the sentences at the places `first`, one row per sentence.

    The columns are chosen among the features in `matrix`, the log odds `read` and the earlier `scores`.
    """
    rows = np.concatenate([matrix[list(first)], read[:, None], scores[list(first), None]], axis=1)
    every = (*NAMES, ANSWER_SCORE, EARLIER)
    return rows[:, [every.index(name) for name in names]]


def question_row(
    matrix: Vector,
    scores: Vector,
    order: Sequence[int],
    names: Sequence[str] = QUESTION_NAMES,
    read: Vector | None = None,
    first: Sequence[int] = (),
) -> Vector:
    """Return the features of a question, from which the gate computes the probability.

    First come the features `names` of the best sentence, then `DERIVED_NAMES` over all sentences. If the cross-encoder
    gave the log odds `read` for the sentences at the places `first`, `DERIVED_FROM_SCORES` follow.
    """
    value = {name: matrix[:, place] for place, name in enumerate(NAMES)}
    second = scores[order[1]] if len(order) > 1 else scores[order[0]] - 3.0
    of_subject = value["subject"] > _SUBJECT
    typed = float(np.sum((value["type"] > 0.5) & of_subject)) / CONSIDERED
    derived = [
        scores[order[0]],
        scores[order[0]] - second,
        value["similarity"].max(),
        value["coverage_context"].max(),
        typed,
    ]
    if read is not None:
        of_first = of_subject[list(first)]
        derived += [
            read[list(first).index(order[0])],
            read.max(),
            read[of_first].max() if of_first.any() else read.min(),
        ]
    return np.array([*matrix[order[0], columns_of(names)], *derived])


@dataclass(frozen=True, slots=True)
class GateModels:
    """Two models: `ranker` orders the sentences of a question, `gate` computes the probability that the best sentences
    answer."""

    ranker: Logistic
    gate: Logistic


@cache
def load_models(condition: Condition) -> GateModels:
    """Load the shipped models for `condition`.

    "words" is without an embedding model, "meaning" is with one, and "scored" is with a cross-encoder as well.
    """
    stored = json.loads(files(__package__).joinpath("gate.json").read_text("utf-8"))[condition]
    return GateModels(_logistic(stored["ranker"]), _logistic(stored["gate"]))


def _logistic(stored: dict[str, list[float]]) -> Logistic:
    mean, scale, weights = (np.array(stored[key], np.float64) for key in ("mean", "scale", "weights"))
    return Logistic(tuple(map(str, stored["names"])), mean, scale, weights, stored["intercept"][0])


def columns_of(names: Sequence[str]) -> list[int]:
    """Return the column of each feature of `names` in a row of features."""
    return [NAMES.index(name) for name in names]
