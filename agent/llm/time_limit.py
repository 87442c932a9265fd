"""Limit the time that a generator or function may take, for code without a time limit of its own."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

_TICK = 1.0  # seconds between two reports of a wait
_worker = threading.local()


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits in seconds: for the first item, `between` two items, and in total."""

    first: float
    between: float
    total: float


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _Failed:
    error: Exception


@dataclass(frozen=True, slots=True)
class _Ended:
    pass


def is_abandoned() -> bool:
    """True if this thread was started by `iterate_within`, and its caller no longer reads the items."""
    abandoned: threading.Event | None = getattr(_worker, "abandoned", None)
    return abandoned is not None and abandoned.is_set()


def iterate_within(
    patience: Patience,
    source: Callable[[], Generator[T, None, None]],
    on_wait: Callable[[float], None] = lambda _: None,
) -> Generator[T, None, None]:
    """Yield the items of the generator `source()`, which runs in its own thread.

    Raises TimeoutError when `patience` ends.

    HTTP clients limit only the wait for the next byte, so a server that sends a byte now and then can keep them waiting
    forever. Until the first item comes, `on_wait` is called about once a second with the seconds waited so far. When
    the time is up, or the caller stops reading, the thread is abandoned. It closes the generator at the next item, or
    earlier if the code in the generator checks `is_abandoned`.
    """
    items: queue.SimpleQueue[_Item[T] | _Failed | _Ended] = queue.SimpleQueue()
    abandoned = threading.Event()

    def work() -> None:
        _worker.abandoned = abandoned
        try:
            with closing(source()) as made:
                for item in made:
                    if abandoned.is_set():
                        return
                    items.put(_Item(item))
            items.put(_Ended())
        except Exception as error:
            items.put(_Failed(error))

    threading.Thread(target=work, name="citehop-model-call", daemon=True).start()
    begun = time.monotonic()
    ends, is_first = begun + patience.first, True
    try:
        while True:
            left = min(ends, begun + patience.total) - time.monotonic()
            try:
                item = items.get(timeout=min(max(0.0, left), _TICK))
            except queue.Empty:
                waited = time.monotonic() - begun
                if left <= _TICK:
                    raise TimeoutError(f"silent; given up after {waited:.0f} s") from None
                if is_first:
                    on_wait(waited)
                continue
            if isinstance(item, _Failed):
                raise item.error
            if isinstance(item, _Ended):
                return
            yield item.value
            ends, is_first = time.monotonic() + patience.between, False
    finally:
        abandoned.set()


def call_within(seconds: float, function: Callable[[], T]) -> T:
    """Return `function()`, which runs in its own thread. Raises TimeoutError after `seconds`.

    After a timeout, the thread is abandoned as in `iterate_within`.
    """

    def once() -> Generator[T, None, None]:
        yield function()

    return next(iterate_within(Patience(seconds, seconds, seconds), once))
