"""Checkpoints of transformers: how they are loaded, and those that rate a pair of texts (cross-encoders, BLEURT)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...errors import ConfigurationError


def load_pretrained(name: str, kind: str, metric: str) -> tuple[Any, Any]:
    """Tokenizer and model (class `kind` of transformers, set to inference) from a folder or from the hub's local cache.

    Nothing is downloaded: raises ConfigurationError, saying how to get it, when `name` is not on this machine.
    """
    from ...indexes.embedding.torchvision_guard import guard_torchvision

    guard_torchvision()
    import transformers

    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=True)
        model = getattr(transformers, kind).from_pretrained(name, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"{metric} needs the model {name!r}, which is not on this machine or not readable; "
            f"fetch it with: hf download {name}, or name its folder"
        ) from error
    return tokenizer, model.eval()


TOKENS = 512  # of both texts together; longer ones are cut
_BATCH = 16


class CrossEncoderModel:
    """A checkpoint with one output in the format of transformers, by folder or by name in the hub's local cache.

    Raises ConfigurationError when it is not on this machine or is no rater; `purpose` begins that line.
    """

    def __init__(self, name: str, purpose: str) -> None:
        self._tokenizer, self._model = _loaded(name, purpose)

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The model's output for each pair, as it comes out of its last layer."""
        import torch

        ratings: list[float] = []
        for start in range(0, len(pairs), _BATCH):
            first, second = zip(*pairs[start : start + _BATCH], strict=True)
            inputs = self._tokenizer(
                list(first),
                list(second),
                return_tensors="pt",
                padding=True,
                truncation=True,
                max_length=TOKENS,
            )
            with torch.inference_mode():
                ratings += self._model(**inputs).logits[:, 0].float().tolist()
        return ratings


@cache
def _loaded(name: str, purpose: str) -> tuple[Any, Any]:
    tokenizer, model = load_pretrained(name, "AutoModelForSequenceClassification", purpose)
    if model.config.num_labels != 1:
        raise ConfigurationError(
            f"{purpose}: {name} gives {model.config.num_labels} numbers instead of one; name another model"
        )
    return tokenizer, model
