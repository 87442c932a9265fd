"""Probabilities from features: which sentence answers best, and whether any does.

Two linear models, fitted by `benchmarks/fit_gate.py` on questions over papers of several fields; `gate.json` holds their
coefficients. The first orders the sentences of one question. The second, a logistic regression, takes what is known of the best
sentence, of the question and of the runners-up and gives the probability that one of the first two answers it. It was fitted on
answerable questions, on the same questions with every answering sentence taken away, and on questions asked of other papers.
Both were fitted twice: a cluster without an embedding model has the features of words alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from .features import NAMES, AnswerCandidate

CONSIDERED = 60  # sentences, first by words and meaning, that are ordered
QUESTION_NAMES = (
    "similarity_context", "focus_similarity", "elsewhere", "paper_lacks_name", "type", "lexical_top", "named",
)  # fmt: skip
# Without an embedding model: what the words say of a question that is about something else.
QUESTION_NAMES_BY_WORDS = (*QUESTION_NAMES, "coverage_context", "rarest", "paper_lacks", "unknown_terms")
DERIVED_NAMES = ("score", "gap", "best_similarity", "best_coverage", "typed")

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic regression over standardised features."""

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


def judge(candidates: Sequence[AnswerCandidate]) -> GateVerdict:
    """Order `candidates`, which come in the order of `describe_candidates`, and say how likely the best answer the question."""
    considered = candidates[:CONSIDERED]
    if not considered:
        return GateVerdict()
    matrix = np.stack([candidate.row for candidate in considered])
    by_meaning = bool(matrix[:, NAMES.index("similarity")].any())
    ranker, gate = load_models(by_meaning)
    scores = ranker.score(matrix[:, _columns(ranker.names)])
    order = sorted(range(len(considered)), key=lambda i: (-scores[i], i))
    row = question_row(matrix, scores, order, QUESTION_NAMES if by_meaning else QUESTION_NAMES_BY_WORDS)
    ranked = tuple(considered[i] for i in order)
    probability = 1 / (1 + math.exp(-float(gate.score(row[None])[0])))
    return GateVerdict(ranked, tuple(float(scores[i]) for i in order), probability)


def question_row(
    matrix: Vector, scores: Vector, order: Sequence[int], names: Sequence[str] = QUESTION_NAMES
) -> Vector:
    """The features of a question: those of its best sentence in `names`, then those derived from all, `DERIVED_NAMES`."""
    value = {name: matrix[:, place] for place, name in enumerate(NAMES)}
    second = scores[order[1]] if len(order) > 1 else scores[order[0]] - 3.0
    typed = float(np.sum((value["type"] > 0.5) & (value["subject"] > 0.3))) / CONSIDERED
    derived = [
        scores[order[0]],
        scores[order[0]] - second,
        value["similarity"].max(),
        value["coverage_context"].max(),
        typed,
    ]
    return np.array([*matrix[order[0], _columns(names)], *derived])


@cache
def load_models(by_meaning: bool = True) -> tuple[Logistic, Logistic]:
    """The shipped ranker and gate, for rows with the features of an embedding model or without."""
    stored = json.loads(files(__package__).joinpath("gate.json").read_text("utf-8"))
    stored = stored["meaning" if by_meaning else "words"]
    return _logistic(stored["ranker"]), _logistic(stored["gate"])


def _logistic(stored: dict[str, list[float]]) -> Logistic:
    mean, scale, weights = (np.array(stored[key], np.float64) for key in ("mean", "scale", "weights"))
    return Logistic(tuple(map(str, stored["names"])), mean, scale, weights, stored["intercept"][0])


def _columns(names: Sequence[str]) -> list[int]:
    return [NAMES.index(name) for name in names]
