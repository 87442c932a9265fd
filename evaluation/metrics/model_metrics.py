"""Metrics that need a local model of the user's: BERTScore and BLEURT."""

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

# Layers that the published scores use, from the tables in the BERTScore authors' program.
LAYERS = {"bert-base-uncased": 9, "roberta-large": 17, "deberta-xlarge-mnli": 40}


def bert_score(
    answers: Sequence[str], references: References, *, model: str, layer: int = 0, part: str = "f1"
) -> ScoredText:
    """Return BERTScore (Zhang et al., ICLR 2020): words of two texts are matched by their contextual embeddings.

    Matching is greedy, without rescaling or rarity weights; the best reference counts. `model` is a name or a folder.
    `layer` counts from 1. Layer 0 means the published layer for the models in `LAYERS` (SPIQA uses bert-base-uncased,
    SciDQA microsoft/deberta-xlarge-mnli, MMSci roberta-large) and the last layer for others. `part` is f1, precision
    or recall. Raises ConfigurationError if the model is not on this machine.
    """

    def score(answer: str, reference: str) -> float:
        found = match(*(_embed(model, layer, text.strip()) for text in (answer, reference)))
        return float(getattr(found, part))

    return best_of(score, answers, references)


Embedded = npt.NDArray[np.float32]
"""(tokens, dimension), unit rows; the first and the last are the model's own marks around the text."""


def match(answer: Embedded, reference: Embedded) -> Overlap:
    """Return precision, recall and F1 from the cosine of each token with its closest token on the other side.

    The model's marks around a text can be matched, but their own cosines do not count.
    """
    if len(answer) <= 2 or len(reference) <= 2:
        return Overlap(0.0, 0.0, 0.0)
    similarity = answer @ reference.T
    precision = float(similarity.max(axis=1)[1:-1].mean())
    recall = float(similarity.max(axis=0)[1:-1].mean())
    total = precision + recall
    return Overlap(precision, recall, 2 * precision * recall / total if total else 0.0)


@lru_cache(maxsize=32)  # precision, recall and F1 of one pair need the same embeddings
def _embed(model: str, layer: int, text: str) -> Embedded:
    """Return the embeddings of the tokens of `text`; `layer` as in `bert_score`."""
    import torch

    tokenizer, network = _loaded(model)
    longest = int(min(tokenizer.model_max_length, 512))  # a tokenizer without a limit reports 10^30
    inputs = tokenizer(text, return_tensors="pt", truncation=True, max_length=longest)
    with torch.inference_mode():
        states = network(**inputs, output_hidden_states=True).hidden_states
    chosen = layer or LAYERS.get(model.rstrip("/").rsplit("/", 1)[-1], -1)
    rows: Embedded = states[chosen][0].float().numpy()
    unit: Embedded = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


@cache
def _loaded(name: str) -> tuple[Any, Any]:
    """Load tokenizer and model from a folder or from the hub's local cache; nothing is downloaded."""
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
    """Return BLEURT (Sellam et al., ACL 2020), about 0..1: how well a text expresses the meaning of its best
    reference.

    `model` is a folder or a name in the hub's local cache, with a checkpoint that transformers can load. SciDQA
    prints BLEURT-20 x 100. Raises ConfigurationError if the model is not on this machine or does not rate pairs of
    texts.
    """
    rate = cross_encoder(model).rate
    return best_of(lambda answer, reference: rate(reference, [answer])[0], answers, references)
