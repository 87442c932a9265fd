"""Metrics by a model of the user's: BERTScore and BLEURT."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import ConfigurationError
from ...indexes.embedding.torchvision_guard import guard_torchvision
from ..common.text_vectors import cross_encoder
from .text import Overlap, References, ScoredText, best_of

# Layers of the published scores, from the tables of the paper's own program.
LAYERS = {"bert-base-uncased": 9, "roberta-large": 17, "deberta-xlarge-mnli": 40}


def bert_score(
    answers: Sequence[str], references: References, *, model: str, layer: int = 0, part: str = "f1"
) -> ScoredText:
    """BERTScore (Zhang et al., ICLR 2020): words of two texts matched by the similarity of their contextual embeddings.

    Greedy matching without rescaling or rarity weights; the best reference counts. Loads `model`, a name or folder.
    `layer` counts from 1; 0 is the published one of the models in `LAYERS` (SPIQA bert-base-uncased, SciDQA
    microsoft/deberta-xlarge-mnli, MMSci roberta-large), else the last. `part`: f1, precision or recall. Raises
    ConfigurationError when the model is not on this machine.
    """

    def score(answer: str, reference: str) -> float:
        found = match(*(_embed(model, layer, text.strip()) for text in (answer, reference)))
        return float(getattr(found, part))

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
    """The embeddings of the tokens of `text`; `layer` as in `bert_score`."""
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
def _loaded(name: str) -> tuple[Any, Any]:
    """Tokenizer and model, from a folder or from the hub's local cache; nothing is downloaded."""
    guard_torchvision()
    from transformers import AutoModel, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(name, local_files_only=True)
        return tokenizer, AutoModel.from_pretrained(name, local_files_only=True).eval()
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"BERTScore needs the model {name!r}, which is not on this machine or not readable; "
            f"fetch it with: hf download {name}, or name its folder"
        ) from error


def bleurt(answers: Sequence[str], references: References, *, model: str) -> ScoredText:
    """BLEURT (Sellam et al., ACL 2020): how well a text expresses the meaning of its best reference, about 0..1.

    `model` is a folder or a name in the hub's local cache, a checkpoint of a class that transformers has. SciDQA prints
    BLEURT-20 x 100. Raises ConfigurationError when the model is not on this machine or is no rater.
    """
    rate = cross_encoder(model).rate
    return best_of(lambda answer, reference: rate(reference, [answer])[0], answers, references)
