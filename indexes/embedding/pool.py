"""`BertEncoder`, or its kin in bfloat16, in as many processes as there are cores, for a library on a machine without a GPU.

Each process keeps to one thread, which loses nothing to waiting for other threads. How it compares with
sentence-transformers is in benchmarks/RESULTS.md.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

from ...papers.process_lifetime import bind_to_parent, deafen_to_interrupts
from .bert import Array, BertEncoder
from .precision import Precision

if TYPE_CHECKING:
    from .bert_torch import TorchBertEncoder

_encoder: BertEncoder | TorchBertEncoder | None = None  # a worker's own


class EncoderPool:
    """Encodes in the background. The processes end with `close`, or with this process however it ends."""

    def __init__(self, folder: Path, processes: int, precision: Precision = "float32") -> None:
        self._executor = ProcessPoolExecutor(
            processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(folder, precision)
        )

    def submit(self, texts: Sequence[str]) -> Future[Array]:
        """The vectors to come, as `BertEncoder.encode` gives them."""
        with deafen_to_interrupts():  # the first call starts the processes
            return self._executor.submit(_encode, list(texts))

    def close(self) -> None:
        """Forget what was not begun."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _begin(folder: Path, precision: Precision) -> None:
    global _encoder
    bind_to_parent()
    threadpool_limits(limits=1, user_api="blas")
    if precision == "bfloat16":
        from .bert_torch import TorchBertEncoder

        _encoder = TorchBertEncoder(folder, threads=1)
    else:
        _encoder = BertEncoder(folder)


def _encode(texts: list[str]) -> Array:
    assert _encoder is not None
    return _encoder.encode(texts)
