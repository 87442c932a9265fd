"""Choice among the answers that tables could give to a question, by two linear models.

The first model orders all answers by their features. The second model reorders the best of these; it also uses the
score of a cross-encoder, which reads each answer together with the question. `training/recipes/candidate_ranker.py`
fits both models.
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

READ = 12  # answers that the cross-encoder reads, in .3 s on a CPU
# Features of the second model: those of the first, the log odds of the cross-encoder, and the score of the first model.
NAMES_READ = (*NAMES, "answer_score", "earlier_score")

Condition = Literal["all", "read"]
ScorePlaces = Callable[[Sequence[int]], npt.NDArray[np.floating[Any]] | None]


def rank_candidates(features: Matrix, score: ScorePlaces | None = None) -> Matrix:
    """Return the probability that each candidate is the answer, as an array of shape (n,).

    The probabilities assume that one of the candidates is the answer. `features` has the shape (n, len(NAMES)). `score`
    takes the positions of candidates and returns the log odds that each candidate answers the question, or None if there
    is no cross-encoder. With a cross-encoder, only the READ most likely candidates get a probability above 0.
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
    """Return the features NAMES_READ of the candidates that were read, shape (n, len(NAMES_READ))."""
    return np.column_stack([features, read, scores])


def _softmax(scores: Matrix) -> Matrix:
    shares = np.exp(scores - scores.max(initial=-np.inf))
    return np.asarray(shares / shares.sum())


@cache
def load_weights(condition: Condition) -> Matrix:
    """Return the shipped weights of NAMES ("all" answers) or of NAMES_READ (answers that were "read").

    Raises ValueError if the weights were fitted for other features.
    """
    stored = json.loads(files(__package__).joinpath("candidate_ranker.json").read_text("utf-8"))[condition]
    if tuple(stored) != (NAMES if condition == "all" else NAMES_READ):
        raise ValueError(
            "candidate_ranker.json is for other features; run training/recipes/candidate_ranker.py"
        )
    return np.array([*stored.values()])
