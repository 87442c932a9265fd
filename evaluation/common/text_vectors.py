"""Text models: embeddings from any provider or a local model, cached on disk, and cross-encoders."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...agent.llm.error_mapping import TransientError, sort_fault
from ...agent.llm.errors import ModelUnavailableError
from ...agent.llm.litellm_loader import litellm
from ...agent.llm.meter import CostBound, Meter
from ...agent.llm.models import describe, require_key
from ...agent.llm.retry import RetryPolicy
from ...agent.llm.roles import NO_KEY
from ...agent.llm.time_limit import call_within
from ...agent.types import Usage
from ...errors import ConfigurationError
from ...indexes.embedding.cross_encoder import Reranker
from ...indexes.embedding.encoder import Encoder
from ...indexes.embedding.locate import find_model
from ...indexes.embedding.model import model_for_build
from ...indexes.stores.address import is_local
from ...papers.files import write_atomic
from ...settings import Settings
from ..runs.resumable_jsonl import run_key


@cache
def cross_encoder(name: str) -> Reranker:
    """Return the cross-encoder in the folder `name`, or the one called `name` in the hub's local cache.

    It is loaded once per process. Raises ConfigurationError, saying how to get it, if it is not on this machine.
    """
    folder = find_model(name)
    if folder is None:
        raise ConfigurationError(
            f"{name!r} is not on this machine; fetch it with: hf download {name}, or name its folder"
        )
    return Reranker(name, folder)


_BATCH = 64  # texts in one request
_SECONDS = 180  # for a request with all its attempts, unless the settings give a limit
_CHARACTERS_PER_TOKEN = 3  # a low number, so that the budget estimate is rather too high than too low


class ApiVectors:
    """A text encoder behind an API: a call maps texts to unit vectors by `model` ("provider/name").

    Raises ConfigurationError for an unknown provider, a missing key, a budget without a known price, or a remote
    model with `offline` set. Raises BudgetError before a request that would exceed a limit of `meter`.
    """

    def __init__(self, model: str, settings: Settings, meter: Meter | None = None) -> None:
        info = describe(model)
        base, self._key = settings.api_base, settings.api_key
        if settings.offline and not is_local(base):
            raise ConfigurationError(
                f"offline is set and {model} is not on this machine; give --api-base http://localhost:... or unset it"
            )
        if base and not self._key:
            self._key = NO_KEY
        elif not base and not self._key:
            require_key(info)
        if settings.max_cost and info.price is None:
            raise ConfigurationError(
                f"max_cost cannot hold for {model}, whose price is unknown; leave it out"
            )
        self.key = model
        self._base, self._info = base, info
        self._spent = threading.local()
        self._meter = meter or Meter(settings.max_cost, settings.max_calls)
        self._policy = RetryPolicy(total_seconds=settings.model_seconds or _SECONDS)
        self._folder = settings.home_path / "cache" / "vectors" / f"api-{run_key(model, base)}"

    def __call__(self, texts: Sequence[str]) -> Matrix:
        """Return an array (len(texts), dimension) with unit rows. Vectors are cached on disk, text by text."""
        known = {text: load_array(self._path(text)) for text in dict.fromkeys(texts)}
        missing = [text for text, stored in known.items() if stored is None]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            for text, computed in zip(batch, self._request(batch), strict=True):
                write_atomic(self._path(text), array_bytes(computed))
                known[text] = computed
        return np.stack([vector for text in texts if (vector := known[text]) is not None])

    def take_usage(self) -> Usage:
        """Return the usage of the calling thread's requests since its last call of this method."""
        spent: Usage = getattr(self._spent, "usage", Usage())
        self._spent.usage = Usage()
        return spent

    def _path(self, text: str) -> Path:
        return self._folder / f"{run_key(text)}.npy"

    def _request(self, texts: Sequence[str]) -> list[npt.NDArray[np.float32]]:
        retrying = self._policy.retrying()
        try:
            return retrying(lambda: self._request_once(texts))
        except TransientError as error:
            raise ModelUnavailableError(
                f"{self.key} gave no vectors (last: {error}); try again later"
            ) from error

    def _request_once(self, texts: Sequence[str]) -> list[npt.NDArray[np.float32]]:
        tokens = sum(len(text) // _CHARACTERS_PER_TOKEN + 1 for text in texts)
        cost = self._info.cost(tokens, 0) or 0.0
        with self._meter.attempt(lambda: CostBound(cost, cost)) as attempt:
            price = self._info.cost(tokens, 0)
            attempt.usage = Usage(1, tokens, 0, price or 0.0, unpriced=int(price is None))
            self._spent.usage = getattr(self._spent, "usage", Usage()) + attempt.usage
            try:
                # Runs in a separate thread because litellm would leave an event loop open in the main thread.
                raw = call_within(self._policy.first_seconds, lambda: self._send(texts))
                rows = sorted(raw.data, key=lambda row: row["index"])
                matrix = np.array([row["embedding"] for row in rows], dtype=np.float32)
            except Exception as error:
                raise sort_fault(error, self.key, (self._key,)) from error
        if matrix.ndim != 2 or len(matrix) != len(texts):
            raise TransientError(f"{len(matrix)} vectors for {len(texts)} texts")
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        return list(matrix / np.maximum(lengths, 1e-12))

    def _send(self, texts: Sequence[str]) -> Any:
        return litellm().embedding(
            model=self.key,
            input=[text or " " for text in texts],
            api_base=self._base or None,
            api_key=self._key or None,
            timeout=self._policy.first_seconds,
            max_retries=0,
        )


Matrix = npt.NDArray[np.float32]


class TextVectors:
    """A text encoder that maps texts to unit vectors by the embedding model of the settings.

    The vectors of each list of texts are cached in the home folder.
    """

    def __init__(self, settings: Settings) -> None:
        """Load the embedding model. Raises ConfigurationError if there is none on this machine."""
        model, warning = model_for_build(settings)
        if model is None:
            raise ConfigurationError(
                warning or "dense retrieval needs an embedding model; --embedding-model names one"
            )
        self.key = model.key
        self._folder = settings.home_path / "cache" / "vectors" / model.key
        self._encoder = Encoder(model.folder, settings.threads)

    def __call__(self, texts: Sequence[str]) -> Matrix:
        """Return an array (len(texts), dimension) with unit rows."""
        path = self._folder / f"{run_key(*texts)}.npy"
        stored = load_array(path)
        if stored is not None and stored.ndim == 2 and len(stored) == len(texts):
            return stored
        vectors = self._encoder.encode(list(texts))
        write_atomic(path, array_bytes(vectors))
        return vectors


@cache
def text_vectors(settings: Settings) -> TextVectors:
    """Return the `TextVectors` of `settings`. The model is loaded once per process."""
    return TextVectors(settings)


def array_bytes(array: Matrix) -> bytes:
    """Return `array` as the bytes of a file that `load_array` reads."""
    buffer = BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def load_array(path: Path) -> Matrix | None:
    """Return the array stored at `path`; None if the file is missing or damaged, because it is only a cache."""
    try:
        array: Matrix = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return array if array.dtype == np.float32 else None
