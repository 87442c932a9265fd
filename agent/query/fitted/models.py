"""The fitted slots: linear models over the words and the meaning of a question, fitted by training/recipes/question_slots.py."""

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
    """Log odds of `classes`: a row of `weights` for each feature, `dense`, (384, classes), for the embedding, and `bias`."""

    classes: tuple[str, ...]
    rows: Mapping[str, int]
    weights: Scores
    bias: Scores
    dense: Scores

    def score(self, features: Iterable[str], vector: Vector | None = None) -> dict[str, float]:
        """The score of each class, with the embedding `vector`, (384,), if there is one; unknown features count nothing."""
        known = sorted(self.rows[feature] for feature in features if feature in self.rows)
        scores = self.bias + self.weights[known].astype(np.float32).sum(axis=0)
        if vector is not None and len(self.dense):
            scores = scores + vector @ self.dense.astype(np.float32)
        return dict(zip(self.classes, scores.tolist(), strict=True))


def softmax(scores: Mapping[str, float]) -> dict[str, float]:
    """Probabilities of exclusive classes."""
    top = max(scores.values())
    weights = {name: float(np.exp(score - top)) for name, score in scores.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def sigmoid(scores: Mapping[str, float]) -> dict[str, float]:
    """Probabilities of classes that may hold together."""
    return {name: float(1.0 / (1.0 + np.exp(-score))) for name, score in scores.items()}


@cache
def load_slot(slot: Slot) -> LinearModel:
    """The shipped model of a slot."""
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
