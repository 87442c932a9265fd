"""Probabilities from features: which sentence answers best, and whether any does.

Linear models, fitted by `training/recipes/relevance_gate.py` on questions over papers of several fields; `gate.json` holds their
coefficients. The first orders the sentences of one question, the second the best of these again, by a cross-encoder that reads
each beside the question. The third, a logistic regression, takes what is known of the best sentence, of the question and of the
runners-up and gives the probability that one of the first two answers it. It was fitted on answerable questions, on the same
questions with every answering sentence taken away, and on questions asked of other papers. All were fitted for three conditions: a
cluster without an embedding model has the features of words alone, and without the cross-encoder sentences are ordered once.
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

CONSIDERED = 60  # sentences, first by words and meaning, that are ordered
READ = 24  # of these, the first that the cross-encoder reads: .2 s on two processors
QUESTION_NAMES = (
    "similarity_context", "focus_similarity", "elsewhere", "paper_lacks_name", "type", "named", "asks_reason",
    "asks_number", "digits", "rarest",
)  # fmt: skip
# Without an embedding model: what the words say of a question that is about something else.
QUESTION_NAMES_BY_WORDS = (
    *QUESTION_NAMES,
    "lexical_top",
    "coverage_context",
    "paper_lacks",
    "unknown_terms",
)
# Features of the second order: the log odds of the cross-encoder, and the score of the first order.
ANSWER_SCORE, EARLIER = "answer_score", "earlier_score"
_HEADING = 8  # words of a heading
_BEHIND = 0.01  # a sentence that was not read comes after all that were
DERIVED_NAMES = (
    "score",
    "gap",
    "best_similarity",
    "best_coverage",
    "typed",
)
_SUBJECT = 0.3  # probability from which a question is about a paper
# The log odds of the cross-encoder: those of the first sentence, the highest, and the highest in a paper that is the subject.
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
        """Log odds of each row of features, in the order of `names`."""
        return np.asarray((rows - self.mean) / self.scale @ self.weights + self.intercept)


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """The candidates, best first, ties in the given order, with their `scores` (log odds), and the `probability` that one of
    the first two answers."""

    ranked: tuple[AnswerCandidate, ...] = ()
    scores: tuple[float, ...] = ()
    probability: float = 0.0

    @property
    def shares(self) -> tuple[float, ...]:
        """The softmax of the scores: the probability of each candidate to be the one that answers, if any does."""
        weights = np.exp(np.array(self.scores) - max(self.scores, default=0.0))
        return tuple((weights / (weights.sum() or 1.0)).tolist())


def judge(
    candidates: Sequence[AnswerCandidate], score: ScoreTexts | None = None, reads: int = READ
) -> GateVerdict:
    """Order `candidates`, which come in the order of `describe_candidates`, and say how likely the best answer the question.

    `score` gives the log odds of each of some texts to answer it, (n,), or None where there is no cross-encoder; it reads the first
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
    """The text that the cross-encoder reads: a sentence behind the heading above it, which often says what its numbers are of."""
    return behind_heading(sentence.chunk.heading, sentence.text)


def behind_heading(heading: str, text: str) -> str:
    """`text` behind the first words of `heading`, if there is one."""
    first = " ".join(heading.split()[:_HEADING])
    return f"{first}: {text}" if first else text


def first_order(scores: Vector) -> list[int]:
    """Places by falling score, ties in the given order."""
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))


def order_again(
    ranker: Logistic, matrix: Vector, read: Vector, scores: Vector, first: Sequence[int]
) -> Vector:
    """The scores of all sentences where those at the places `first` are ordered by `ranker`, by all features, the log odds `read`
    and their earlier `scores`; the others follow in their order."""
    again = ranker.score(rows_with_scores(matrix, read, scores, first, ranker.names))
    best_of_rest = max((scores[i] for i in range(len(scores)) if i not in first), default=0.0)
    changed = scores - best_of_rest + again.min() - _BEHIND
    changed[list(first)] = again
    return np.asarray(changed)


def rows_with_scores(
    matrix: Vector, read: Vector, scores: Vector, first: Sequence[int], names: Sequence[str]
) -> Vector:
    """The features `names` of the sentences at the places `first`: their own, the log odds `read` and the earlier score."""
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
    """The features of a question: those of its best sentence in `names`, then those derived from all, `DERIVED_NAMES`, and from
    the log odds `read` of the sentences at the places `first`, where there are any, `DERIVED_FROM_SCORES`."""
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
    """A ranker of the sentences of a question, and a gate over its best."""

    ranker: Logistic
    gate: Logistic


@cache
def load_models(condition: Condition) -> GateModels:
    """The shipped models for rows without the features of an embedding model, with them, and with a cross-encoder as well."""
    stored = json.loads(files(__package__).joinpath("gate.json").read_text("utf-8"))[condition]
    return GateModels(_logistic(stored["ranker"]), _logistic(stored["gate"]))


def _logistic(stored: dict[str, list[float]]) -> Logistic:
    mean, scale, weights = (np.array(stored[key], np.float64) for key in ("mean", "scale", "weights"))
    return Logistic(tuple(map(str, stored["names"])), mean, scale, weights, stored["intercept"][0])


def columns_of(names: Sequence[str]) -> list[int]:
    """The places of the features `names` in a row."""
    return [NAMES.index(name) for name in names]
