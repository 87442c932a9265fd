"""Limits of silence for code without one."""

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
    """Seconds to wait for the first item, `between` two items, and for all of them."""

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
    """True if this thread works for a caller of `iterate_within` who no longer reads."""
    abandoned: threading.Event | None = getattr(_worker, "abandoned", None)
    return abandoned is not None and abandoned.is_set()


def iterate_within(
    patience: Patience,
    source: Callable[[], Generator[T, None, None]],
    on_wait: Callable[[float], None] = lambda _: None,
) -> Generator[T, None, None]:
    """The items of the generator `source()`, run in a thread of its own; raises TimeoutError where `patience` ends.

    HTTP clients limit the wait for the next byte, so a server that sends one now and then keeps them waiting. `on_wait` gets the
    seconds so far, about once a second, until the first item comes. When the time is up, or the caller stops reading, the thread
    is abandoned: it closes the generator at its next item, and code that looks at `is_abandoned` ends it sooner.
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
    """`function()`, or TimeoutError after `seconds`; see `iterate_within` for what becomes of it then."""

    def once() -> Generator[T, None, None]:
        yield function()

    return next(iterate_within(Patience(seconds, seconds, seconds), once))
