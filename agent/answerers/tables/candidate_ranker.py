"""Choice among the answers that tables could give to a question: two linear models.

`training/recipes/candidate_ranker.py` fits them. The first orders all answers by their features. The second orders the best of
these again, by a cross-encoder as well, which reads each beside the question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .candidate_features import NAMES, Matrix

READ = 12  # answers that the cross-encoder reads: .3 s of a processor
# Features of the second order: the log odds of the cross-encoder, and the score of the first order.
NAMES_READ = (*NAMES, "answer_score", "earlier_score")

Condition = Literal["all", "read"]
ScorePlaces = Callable[[Sequence[int]], npt.NDArray[np.floating[Any]] | None]


def rank_candidates(features: Matrix, score: ScorePlaces | None = None) -> Matrix:
    """The probability of each candidate to be the answer, if one is, (n,); `features` are (n, len(NAMES)).

    `score` gives the log odds of the candidates at some places to answer the question, or None where there is no cross-encoder;
    with it, the probability of those that are not among the READ likeliest is 0.
    """
    scores = features @ load_weights("all")
    first = np.argsort(-scores, kind="stable")[:READ]
    read = score(first.tolist()) if score else None
    if read is None:
        return _softmax(scores)
    shares = np.zeros(len(features))
    shares[first] = _softmax(with_scores(features[first], read, scores[first]) @ load_weights("read"))
    return shares


def with_scores(features: Matrix, read: npt.NDArray[np.floating[Any]], scores: Matrix) -> Matrix:
    """Rows of NAMES_READ, (n, len(NAMES_READ))."""
    return np.column_stack([features, read, scores])


def _softmax(scores: Matrix) -> Matrix:
    shares = np.exp(scores - scores.max(initial=-np.inf))
    return np.asarray(shares / shares.sum())


@cache
def load_weights(condition: Condition) -> Matrix:
    """The shipped weights, of NAMES for all answers, of NAMES_READ for those that were read. Raises ValueError if they were
    fitted for other features."""
    stored = json.loads(files(__package__).joinpath("candidate_ranker.json").read_text("utf-8"))[condition]
    if tuple(stored) != (NAMES if condition == "all" else NAMES_READ):
        raise ValueError(
            "candidate_ranker.json is for other features; run training/recipes/candidate_ranker.py"
        )
    return np.array([*stored.values()])
