"""Metrics by a model of the user's: BERTScore and BLEURT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..common.pretrained import CrossEncoderModel, load_pretrained
from .text import Overlap, ScoredText, best_of, mean_of

Part = Literal["f1", "precision", "recall"]

# Layers of the published scores, from the tables of the paper's own program.
LAYERS = {"bert-base-uncased": 9, "roberta-large": 17, "deberta-xlarge-mnli": 40}


@dataclass(frozen=True, slots=True)
class BertScore:
    """Greedy matching without rescaling or rarity weights; the best reference counts. Loads `model`, a name or folder.

    "BERTScore[bert-base-uncased]", "BERTScore-recall[FOLDER@5]": `layer` counts from 1; 0 is the published one of the models
    in `LAYERS` (SPIQA bert-base-uncased, SciDQA microsoft/deberta-xlarge-mnli, MMSci roberta-large), else the last.
    Calling it raises ConfigurationError when the model is not on this machine.
    """

    model: str
    layer: int = 0
    part: Part = "f1"

    def __str__(self) -> str:
        part = "" if self.part == "f1" else f"-{self.part}"
        return f"BERTScore{part}[{self.model}{f'@{self.layer}' if self.layer else ''}]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        def score(answer: str, reference: str) -> float:
            embedded = (_embed(self.model, self.layer, text.strip()) for text in (answer, reference))
            value: float = getattr(match(*embedded), self.part)
            return value

        return best_of(score, answers, references)


Embedded = npt.NDArray[np.float32]
"""(tokens, dimension), unit rows; the first and the last are the model's own marks around the text."""


def match(answer: Embedded, reference: Embedded) -> Overlap:
    """Each token goes with its closest one on the other side, marks included; marks themselves do not count."""
    if len(answer) <= 2 or len(reference) <= 2:
        return Overlap(0.0, 0.0, 0.0)
    similarity = answer @ reference.T
    precision = float(similarity.max(axis=1)[1:-1].mean())
    recall = float(similarity.max(axis=0)[1:-1].mean())
    total = precision + recall
    return Overlap(precision, recall, 2 * precision * recall / total if total else 0.0)


@lru_cache(maxsize=32)  # precision, recall and F1 of one pair need the same embeddings
def _embed(model: str, layer: int, text: str) -> Embedded:
    """The embeddings of the tokens of `text`; `layer` as in `BertScore`."""
    import torch

    tokenizer, network = _loaded(model)
    longest = int(min(tokenizer.model_max_length, 512))  # without a limit of its own it reports 10^30
    inputs = tokenizer(text, return_tensors="pt", truncation=True, max_length=longest)
    with torch.inference_mode():
        states = network(**inputs, output_hidden_states=True).hidden_states
    chosen = layer or LAYERS.get(model.rstrip("/").rsplit("/", 1)[-1], -1)
    rows: Embedded = states[chosen][0].float().numpy()
    unit: Embedded = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


@cache
def _loaded(model: str) -> tuple[Any, Any]:
    return load_pretrained(model, "AutoModel", "BERTScore")


@dataclass(frozen=True, slots=True)
class Bleurt:
    """The rating of a checkpoint in the format of transformers, about 0..1; the best reference counts.

    "BLEURT[FOLDER]": `model` is a folder or a name in the hub's local cache, of a class that transformers has. SciDQA prints
    BLEURT-20 x 100. Calling it raises ConfigurationError when the model is not on this machine or is no rater.
    """

    model: str

    def __str__(self) -> str:
        return f"BLEURT[{self.model}]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        rate = CrossEncoderModel(self.model, "BLEURT")
        return mean_of(
            [
                max(rate([(reference, answer) for reference in right]))
                for answer, right in zip(answers, references, strict=True)
            ]
        )
