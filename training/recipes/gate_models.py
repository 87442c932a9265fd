"""Fit the models of the relevance gate on the examples of `answer_examples.py`: rankers of sentences, and a gate.

The gate gives the probability that one of the best sentences answers the question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq, minimize
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from ...agent.relevance.features import NAMES
from ...agent.relevance.gate import (
    ANSWER_SCORE,
    CONSIDERED,
    DERIVED_FROM_SCORES,
    DERIVED_NAMES,
    EARLIER,
    QUESTION_NAMES,
    READ,
    Logistic,
    columns_of,
    first_order,
    order_again,
    question_row,
    rows_with_scores,
)
from ...indexes.embedding.answer_scorer import AnswerScorer
from ...indexes.embedding.locate import DEFAULT, find_default_model
from .answer_examples import (
    BIOMEDICAL,
    QASPER,
    Example,
    Labels,
    Matrix,
    with_answers_removed,
)

# Features of the whole question say nothing about the order of its sentences. The features "asks_..." and "attribute"
# help the gate, but make the order of sentences worse by one to four points on other papers.
_OF_GATE = {
    "unknown_terms", "lexical_top", "paper_lacks", "paper_lacks_name", "asks_number", "asks_reason", "attribute",
}  # fmt: skip
RANKER_NAMES = tuple(name for name in NAMES if name not in _OF_GATE)
SECOND_NAMES = (*RANKER_NAMES, ANSWER_SCORE, EARLIER)
REGULARIZATION = 0.1  # C of the gate's logistic regression, chosen by five-fold cross-validation
DECAY, SECOND_DECAY = 30.0, 15.0  # weight of half the squared coefficients of each ranker, chosen likewise
WEIGHTS = {BIOMEDICAL: 1.0, QASPER: 1.0}  # weights of examples when the gate is fitted
OWN_WEIGHT = 4.0  # weight of all other examples, the natural questions, because there are fewer of them
ABSENT = 2.0  # factor for questions that no paper answers: they are few, and the gate exists to refuse them
RANKER_WEIGHTS = {"own": 5.0}  # weights of examples when the rankers are fitted
DECIDING = 2  # one of this many first sentences must answer: an answer has at most two quotes


# Log odds of texts for a question about a paper, by a cross-encoder that was fitted on other papers.
ScoreUnseen = Callable[[str, str, Sequence[str]], npt.NDArray[np.float32]]


def fitted_half(paper: str) -> int:
    """Return the half of the papers, 0 or 1, that `paper` belongs to when `answer_adapter.py` divides them."""
    name = paper.removeprefix("qasper-").removeprefix("q-").removesuffix(".pdf").casefold()
    return hashlib.sha1(name.encode()).digest()[3] % 2


def load_scorers(adapters: Sequence[Path]) -> Callable[[str], AnswerScorer]:
    """Return a function that maps a paper to the cross-encoder that was fitted on the other half of the papers.

    `adapters` are the adapters fitted on half 0 and on half 1. Raises SystemExit without the default embedding model.
    """
    folder = find_default_model()
    if folder is None:
        raise SystemExit(f"no embedding model {DEFAULT!r} on this machine")
    scorers = [AnswerScorer(folder, adapter) for adapter in adapters]
    return lambda paper: scorers[1 - fitted_half(paper)]


def score_unseen(adapters: Sequence[Path]) -> ScoreUnseen:
    """Return a function of paper, question and texts that scores the texts by the cross-encoder of the other half."""
    scorer_of = load_scorers(adapters)
    return lambda paper, question, texts: scorer_of(paper).score(question, texts)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the sentences of a question.

    `places` are the indices of the sentences, best first, and `scores` the scores by index. `read` are the log odds of
    the sentences at the indices `first`, which the cross-encoder scored; None without a cross-encoder.
    """

    places: list[int]
    scores: Matrix
    read: Matrix | None = None
    first: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Models:
    """The models of the relevance gate.

    `ranker` orders the sentences of a question. If there is a cross-encoder (`score`), `second` orders the first
    sentences again with its log odds. `gate` takes features of the best sentences.
    """

    ranker: Logistic
    names: Sequence[str] = QUESTION_NAMES
    score: ScoreUnseen | None = None
    second: Logistic | None = None
    gate: Pipeline | None = None

    def order(self, example: Example) -> Order:
        """Return the order of the sentences of `example`, as the engine computes it."""
        rows = example.rows[:CONSIDERED]
        scores = self.ranker.score(rows[:, columns_of(self.ranker.names)])
        read, first = None, first_order(scores)[:READ]
        if self.score and self.second:
            read = _read(self.score, example, first)
            scores = order_again(self.second, rows, read, scores, first)
        return Order(first_order(scores), scores, read, first)

    def describe(self, example: Example) -> tuple[Matrix, bool]:
        """Return the features of a question for the gate, and its label.

        The label is True if one of the DECIDING first sentences answers the question.
        """
        order = self.order(example)
        rows = example.rows[:CONSIDERED]
        row = question_row(rows, order.scores, order.places, self.names, order.read, order.first)
        return row, bool(example.answers[order.places[:DECIDING]].any())

    def probability(self, example: Example) -> float:
        """Return the probability that one of the first sentences answers; 0 without sentences or without a gate."""
        if not len(example.rows) or self.gate is None:
            return 0.0
        return float(self.gate.predict_proba(self.describe(example)[0][None])[0, 1])

    def fields(self) -> dict[str, Any]:
        """Return the models in the format of gate.json."""
        ranker = self.second or self.ranker
        stored = {
            "names": list(ranker.names),
            "mean": ranker.mean.round(5).tolist(),
            "scale": ranker.scale.round(5).tolist(),
            "weights": ranker.weights.round(4).tolist(),
            "intercept": [0.0],
        }
        names = (*self.names, *DERIVED_NAMES, *(DERIVED_FROM_SCORES if self.second else ()))
        return {"ranker": stored, "gate": _logistic_fields(self.gate, names)}


def fit(
    examples: Sequence[Example],
    names: Sequence[str] = QUESTION_NAMES,
    score: ScoreUnseen | None = None,
) -> Models:
    """Fit the rankers, then the gate on the order that they give.

    `names` are the gate's features of the best sentence.
    """
    answered = [e for e in examples if e.answers[:CONSIDERED].any() and e.kind != "two_part"]
    weights = [RANKER_WEIGHTS.get(e.source, 1.0) for e in answered]
    rows = [e.rows[:CONSIDERED, columns_of(RANKER_NAMES)] for e in answered]
    models = Models(
        fit_ranker(RANKER_NAMES, rows, [e.answers[:CONSIDERED] for e in answered], weights), names
    )
    if score:
        models = replace(models, second=fit_second(models.ranker, answered, score), score=score)
    both = [each for e in examples if e.kind != "two_part" for each in with_answers_removed(e)]
    both = [each for each in both if len(each.rows)]
    described = [models.describe(each) for each in both]
    importance = np.array([WEIGHTS.get(each.source, OWN_WEIGHT) for each in both])
    absent = np.array([ABSENT if each.kind == "absent" else 1.0 for each in both])
    return replace(models, gate=fit_gate(described, importance, absent))


def fit_gate(described: Sequence[tuple[Matrix, bool]], importance: Matrix, factor: Matrix) -> Pipeline:
    """Fit the gate on pairs of features and label, weighted by `importance` times `factor`.

    The intercept is then shifted so that the mean probability equals the share of true labels, both weighted by
    `importance`.
    """
    rows, right = np.array([row for row, _ in described]), np.array([label for _, label in described])
    gate = _regression().fit(rows, right, logisticregression__sample_weight=importance * factor)
    odds = gate.decision_function(rows)

    def excess(shift: float) -> float:
        return float(importance @ (expit(odds + shift) - right))

    gate[-1].intercept_ += brentq(excess, -5.0, 5.0)
    return gate


def fit_second(ranker: Logistic, examples: Sequence[Example], score: ScoreUnseen) -> Logistic:
    """Fit the second ranker, which orders the first sentences of `ranker` by their features and the cross-encoder's log
    odds.
    """
    rows, answers, weights = [], [], []
    for example in examples:
        own = example.rows[:CONSIDERED]
        scores = ranker.score(own[:, columns_of(ranker.names)])
        first = first_order(scores)[:READ]
        if not example.answers[first].any():
            continue
        read = _read(score, example, first)
        rows.append(rows_with_scores(own, read, scores, first, SECOND_NAMES))
        answers.append(example.answers[first])
        weights.append(RANKER_WEIGHTS.get(example.source, 1.0))
    return fit_ranker(SECOND_NAMES, rows, answers, weights, SECOND_DECAY)


def _read(score: ScoreUnseen, example: Example, places: Sequence[int]) -> Matrix:
    texts = [example.texts[place] for place in places]
    return np.asarray(score(example.paper, example.question, texts), np.float64)


def fit_ranker(
    names: Sequence[str],
    rows: Sequence[Matrix],
    answers: Sequence[Labels],
    importance: Sequence[float],
    decay: float = DECAY,
) -> Logistic:
    """Fit the ranker that maximizes the share of the answers in a softmax over the sentences of each question.

    For each question, `rows` has the features `names` of its sentences, `answers` says which sentences answer, and
    `importance` is its weight. `decay` is the L2 penalty on the coefficients.
    """
    every = np.concatenate(rows)
    mean, scale = every.mean(axis=0), every.std(axis=0)
    scale[scale < 1e-6] = 1.0  # the feature is constant, such as a feature of meaning without a model
    features = (every - mean) / scale
    starts = np.cumsum([0, *map(len, rows)])[:-1]
    of = np.repeat(np.arange(len(rows)), [len(each) for each in rows])  # the question of each row
    right, weight = np.concatenate(answers).astype(float), np.array(importance)

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = features @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        shares /= np.add.reduceat(shares, starts)[of]
        answered = np.add.reduceat(shares * right, starts) + 1e-12
        gradient = features.T @ ((shares - shares * right / answered[of]) * weight[of]) + decay * weights
        return float(decay / 2 * weights @ weights - weight @ np.log(answered)), gradient

    weights = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return Logistic(tuple(names), mean, scale, weights, 0.0)


def _regression() -> Pipeline:
    return make_pipeline(StandardScaler(), LogisticRegression(C=REGULARIZATION, max_iter=3000))


def _logistic_fields(model: Pipeline, names: Sequence[str]) -> dict[str, Any]:
    scaler, regression = model[0], model[-1]
    return {
        "names": list(names),
        "mean": scaler.mean_.round(5).tolist(),
        "scale": scaler.scale_.round(5).tolist(),
        "weights": regression.coef_[0].round(4).tolist(),
        "intercept": regression.intercept_.round(4).tolist(),
    }
