"""Rerankers: cross-encoders of sentence-transformers that are on this machine, or that a build downloads on request."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import ConfigurationError
from ...settings import Settings
from .locate import download, find_model
from .torchvision_guard import guard_torchvision

NONE = "none"
_BATCH = 16


class Reranker:
    """A `CrossEncoder` of sentence-transformers with one output. It is loaded when it is first used."""

    def __init__(self, name: str, folder: Path, threads: int = 0) -> None:
        self.name, self._folder, self._threads = name, folder, threads

    def rate(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the model's output for `query` with each of `texts`, before any activation function; larger is
        better.
        """
        import torch

        pairs = [(query, text) for text in texts]
        rated = self._model.predict(
            pairs, batch_size=_BATCH, show_progress_bar=False, activation_fn=torch.nn.Identity()
        )
        return [float(score) for score in rated]

    @cached_property
    def _model(self) -> Any:
        guard_torchvision()
        import torch
        from sentence_transformers import CrossEncoder

        if self._threads:
            torch.set_num_threads(self._threads)
        try:
            model = CrossEncoder(
                str(self._folder), local_files_only=True, model_kwargs={"use_safetensors": True}
            )
        except Exception as error:  # transformers raises any exception if the folder is not a cross-encoder
            cause = str(error).strip().partition("\n")[0]
            raise ConfigurationError(
                f"reranker {self.name!r} is no cross-encoder that can be loaded ({cause})"
            ) from error
        if model.num_labels != 1:
            raise ConfigurationError(
                f"reranker {self.name!r} gives {model.num_labels} numbers instead of one; name another model"
            )
        return model


def reranker_for_build(settings: Settings, previous: str) -> str:
    """Return the reranker that a build records for its cluster: that of `settings`, or else `previous`; "" for none.

    It may be downloaded, once, unless `settings.offline`. Raises ConfigurationError if it is not available.
    """
    name = settings.reranker
    if not name:
        return previous
    if name == NONE:
        return ""
    if find_model(name) is None and (settings.offline or download(name) is None):
        where = (
            "on this machine" if settings.offline else "on this machine and not to be fetched from the hub"
        )
        raise ConfigurationError(f"reranker {name!r} is not {where}; give a path, or 'none'")
    return name


def reranker_for_search(recorded: str, settings: Settings) -> tuple[Reranker | None, str]:
    """Return the reranker of `settings`, or else the one the cluster recorded, and a warning if the recorded one is
    missing.

    Never downloads. Raises ConfigurationError if the reranker of `settings` is not on this machine.
    """
    name = settings.reranker or recorded
    if name in ("", NONE):
        return None, ""
    folder = find_model(name)
    if folder is not None:
        return Reranker(name, folder, settings.threads), ""
    if settings.reranker:
        raise ConfigurationError(
            f"reranker {name!r} is not on this machine; fetch it with: hf download {name}, or name its folder"
        )
    return None, f"reranker {name} of this cluster is not on this machine: passages are not reranked"
