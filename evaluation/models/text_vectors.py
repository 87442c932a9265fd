"""Text vectors for benchmarks, kept on disk: encoding is the one slow step, and no configuration should pay it twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...errors import ConfigurationError
from ...indexes.embedding.encoder import Encoder
from ...indexes.embedding.model import model_for_build
from ...papers.files import write_atomic
from ...settings import Settings
from ..runs.resumable_jsonl import run_key

Matrix = npt.NDArray[np.float32]


class TextVectors:
    """Texts to unit vectors by the model of the settings; each list of texts is encoded once per home folder."""

    def __init__(self, settings: Settings) -> None:
        """Raises ConfigurationError when there is no embedding model on this machine."""
        model, warning = model_for_build(settings)
        if model is None:
            raise ConfigurationError(
                warning or "dense retrieval needs an embedding model; --embedding-model names one"
            )
        self.key = model.key
        self._folder = settings.home_path / "cache" / "vectors" / model.key
        self._encoder = Encoder(model.folder, settings.threads)

    def __call__(self, texts: Sequence[str]) -> Matrix:
        """(len(texts), dimension), rows of length 1."""
        path = self._folder / f"{run_key(*texts)}.npy"
        stored = load_array(path)
        if stored is not None and stored.ndim == 2 and len(stored) == len(texts):
            return stored
        vectors = self._encoder.encode(list(texts))
        write_atomic(path, array_bytes(vectors))
        return vectors


@cache
def text_vectors(settings: Settings) -> TextVectors:
    """The `TextVectors` of `settings`; the model is loaded once per process."""
    return TextVectors(settings)


def array_bytes(array: Matrix) -> bytes:
    """`array` as a file that `load_array` reads."""
    buffer = BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def load_array(path: Path) -> Matrix | None:
    """The stored array; None when there is none or the file is damaged: it is only a cache."""
    try:
        array: Matrix = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return array if array.dtype == np.float32 else None
