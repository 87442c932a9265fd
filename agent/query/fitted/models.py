"""Linear models of the fitted slots. Their features are the words and the embedding of a question.

training/recipes/question_slots.py fits them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Literal

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file

Slot = Literal["intent", "fields", "answer_type", "compare", "then", "context"]
WEIGHTS, VOCABULARY = "slots.safetensors", "vocabulary.txt"
Scores = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A linear model that gives the log odds of `classes`.

    `rows` maps each feature to its row in `weights`, shape (features, classes). `dense` holds the weights of the
    embedding, shape (384, classes), and `bias` the constant of each class.
    """

    classes: tuple[str, ...]
    rows: Mapping[str, int]
    weights: Scores
    bias: Scores
    dense: Scores

    def score(self, features: Iterable[str], vector: Vector | None = None) -> dict[str, float]:
        """Map each class to its score. Unknown features count nothing.

        `vector` is the embedding of the question, shape (384,), or None if there is no embedding model.
        """
        known = sorted(self.rows[feature] for feature in features if feature in self.rows)
        scores = self.bias + self.weights[known].astype(np.float32).sum(axis=0)
        if vector is not None and len(self.dense):
            scores = scores + vector @ self.dense.astype(np.float32)
        return dict(zip(self.classes, scores.tolist(), strict=True))


def softmax(scores: Mapping[str, float]) -> dict[str, float]:
    """Map each class to its probability, if exactly one class holds."""
    top = max(scores.values())
    weights = {name: float(np.exp(score - top)) for name, score in scores.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def sigmoid(scores: Mapping[str, float]) -> dict[str, float]:
    """Map each class to its probability, if several classes may hold together."""
    return {name: float(1.0 / (1.0 + np.exp(-score))) for name, score in scores.items()}


@cache
def load_slot(slot: Slot) -> LinearModel:
    """Return the shipped model of `slot`."""
    folder = files(__package__)
    with as_file(folder.joinpath(WEIGHTS)) as path:
        stored = load_file(path)
    lines = folder.joinpath(VOCABULARY).read_text("utf-8").splitlines()
    start = lines.index(f"[{slot}]")
    classes = tuple(lines[start + 1].split("\t"))
    weights = stored[f"{slot}.weights"]
    names = lines[start + 2 : start + 2 + len(weights)]
    rows = {name: row for row, name in enumerate(names)}
    bias = stored[f"{slot}.bias"].astype(np.float32)
    return LinearModel(classes, rows, weights, bias, stored[f"{slot}.dense"])
