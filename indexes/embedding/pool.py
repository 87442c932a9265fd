"""Run `BertEncoder` or `TorchBertEncoder` in one process per core, for a library on a machine without a GPU.

Each process uses one thread, so no time is lost waiting for other threads. benchmarks/RESULTS.md compares this with
sentence-transformers.
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

_encoder: BertEncoder | TorchBertEncoder | None = None  # set in each worker process


class EncoderPool:
    """Encodes texts in background processes. They end with `close`, or when this process ends in any way."""

    def __init__(self, folder: Path, processes: int, precision: Precision = "float32") -> None:
        self._executor = ProcessPoolExecutor(
            processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(folder, precision)
        )

    def submit(self, texts: Sequence[str]) -> Future[Array]:
        """Return a future of the vectors of `texts`, as `BertEncoder.encode` returns them."""
        with deafen_to_interrupts():  # the first call starts the processes
            return self._executor.submit(_encode, list(texts))

    def close(self) -> None:
        """Stop the processes. Texts that no process has begun are not encoded."""
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
