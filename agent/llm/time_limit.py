"""A hard time limit for code without one."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _Failed:
    error: Exception


@dataclass(frozen=True, slots=True)
class _Ended:
    pass


def iterate_within(
    seconds: float, source: Callable[[], Generator[T, None, None]]
) -> Generator[T, None, None]:
    """The items of the generator `source()`, run in a thread of its own; raises TimeoutError after `seconds`.

    HTTP clients limit the wait for the next byte, so a server that sends one now and then keeps them waiting. When
    the time is up, or the caller stops reading, the thread is abandoned; it closes the generator at its next item.
    """
    items: queue.SimpleQueue[_Item[T] | _Failed | _Ended] = queue.SimpleQueue()
    abandoned = threading.Event()

    def work() -> None:
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
    deadline = time.monotonic() + seconds
    try:
        while True:
            try:
                item = items.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"no end within {seconds:.0f} s") from None
            if isinstance(item, _Failed):
                raise item.error
            if isinstance(item, _Ended):
                return
            yield item.value
    finally:
        abandoned.set()


def call_within(seconds: float, function: Callable[[], T]) -> T:
    """`function()`, or TimeoutError after `seconds`; see `iterate_within` for what becomes of it then."""

    def once() -> Generator[T, None, None]:
        yield function()

    return next(iterate_within(seconds, once))
