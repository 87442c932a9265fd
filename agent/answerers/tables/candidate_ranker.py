"""Choice among the answers that tables could give to a question: a linear model, fitted by benchmarks/fit_cells.py."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np

from .candidate_features import NAMES, Matrix


def rank_candidates(features: Matrix) -> Matrix:
    """The probability of each candidate, (n,): a softmax over all of them; `features` are (n, len(NAMES))."""
    scores = features @ load_weights()
    shares = np.exp(scores - scores.max(initial=-np.inf))
    return np.asarray(shares / shares.sum())


@cache
def load_weights() -> Matrix:
    """The shipped weights of NAMES. Raises ValueError if they were fitted for other features."""
    stored = json.loads(files(__package__).joinpath("candidate_ranker.json").read_text("utf-8"))
    if tuple(stored) != NAMES:
        raise ValueError("candidate_ranker.json is for other features; run benchmarks/fit_cells.py")
    return np.array([*stored.values()])
