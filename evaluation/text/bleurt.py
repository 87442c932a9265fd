"""BLEURT (Sellam et al., ACL 2020): a model trained to rate how well a text says what its reference says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...errors import ConfigurationError
from .base import Scored, best_of
from .pretrained import load_pretrained

TOKENS = 512  # of reference and answer together; longer ones are cut


@dataclass(frozen=True, slots=True)
class Bleurt:
    """The rating of a checkpoint in the format of transformers, about 0..1; the best reference counts.

    "BLEURT[FOLDER]": `model` is a folder or a name in the hub's local cache, of a class that transformers has. SciDQA prints
    BLEURT-20 x 100. Calling it raises ConfigurationError when the model is not on this machine or is no rater.
    """

    model: str

    def __str__(self) -> str:
        return f"BLEURT[{self.model}]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> Scored:
        tokenizer, model = _loaded(self.model)

        def score(answer: str, reference: str) -> float:
            import torch

            inputs = tokenizer(reference, answer, return_tensors="pt", truncation=True, max_length=TOKENS)
            with torch.inference_mode():
                return float(model(**inputs).logits.squeeze())

        return best_of(score, answers, references)


@cache
def _loaded(name: str) -> tuple[Any, Any]:
    tokenizer, model = load_pretrained(name, "AutoModelForSequenceClassification", "BLEURT")
    if model.config.num_labels != 1:
        raise ConfigurationError(
            f"{name} gives {model.config.num_labels} numbers, BLEURT one; name a BLEURT checkpoint"
        )
    return tokenizer, model
