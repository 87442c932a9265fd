"""Choose the encoder of a model: NumPy for a question and for static models, sentence-transformers for a library."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from ctypes.util import find_library
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from ...errors import ConfigurationError
from .bert import Array, load_bert, supports
from .static import StaticEncoder, is_static
from .torchvision_guard import guard_torchvision

# Up to this many characters, NumPy is done before torch and sentence-transformers are imported (5 to 10 s).
_FEW_CHARACTERS = 100_000
_BATCH = 8  # the fastest of 8, 16, 32 and 64 for texts of 250 tokens on two cores


@functools.cache
def gpu() -> bool:
    """True if torch sees a CUDA device. Torch takes seconds to import, so it is imported only if there is a driver."""
    if not Path("/dev/nvidiactl").exists() and find_library("nvcuda") is None:
        return False
    import torch

    return torch.cuda.is_available()


class Encoder:
    """Encodes texts as unit vectors with the model in `folder`.

    `threads` is the number of torch's threads; 0 keeps torch's default. NumPy always uses one thread: with more, a
    question took 50 times as long on a busy machine. `characters` is the total length of the texts if they are
    encoded in several calls. Threads must not share an encoder.
    """

    def __init__(self, folder: Path, threads: int = 0, characters: int = 0) -> None:
        self._folder = folder
        self._threads = threads
        self._many: Any = None
        self._static = StaticEncoder(folder) if is_static(folder) else None
        self._few = load_bert(folder) if supports(folder) and characters <= _FEW_CHARACTERS else None

    def encode(self, texts: Sequence[str]) -> Array:
        """Return the vectors of `texts`: (len(texts), dimension) float32 with rows of length 1.

        The same text gives the same vector, to 1e-5.
        """
        if self._static:
            return self._static.encode(texts)
        if self._few and (self._many is None and sum(map(len, texts)) <= _FEW_CHARACTERS):
            with ONE_THREAD:
                return self._few.encode(texts)
        if self._many is None:
            self._many = _load(self._folder, self._threads)
        vectors = self._many.encode(
            list(texts),
            batch_size=_BATCH,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1)


class _OneThread:
    """Limits NumPy to one thread while any caller is inside. The last caller to leave restores the original number."""

    def __init__(self) -> None:
        self._lock, self._inside = threading.Lock(), 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = _blas().limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside and self._limit is not None:
                self._limit.restore_original_limits()


# A context in which NumPy multiplies matrices with one thread. Any number of threads may enter it at once.
ONE_THREAD = _OneThread()


@functools.cache
def _blas() -> ThreadpoolController:
    """Return the controller of the libraries that NumPy computes with; finding them takes 2 ms."""
    return ThreadpoolController()


def _load(folder: Path, threads: int) -> Any:
    guard_torchvision()
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    if threads:
        torch.set_num_threads(threads)
    logging.disable_progress_bar()  # it would show the loading of weights in the caller's terminal
    try:
        return SentenceTransformer(str(folder), local_files_only=True, trust_remote_code=False)
    except Exception as error:  # the loaders of sentence-transformers raise any exception
        cause = str(error).strip().partition("\n")[0]
        raise ConfigurationError(f"embedding model in {folder} cannot be loaded: {cause}") from error
