"""Results of pure functions in memory, computed once however many threads need one at the same time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedResults(Generic[T]):
    """At most `most` results by key, least recently used ones dropped first. Thread-safe.

    Threads that need a result that another one is computing wait for it; if that fails, each computes its own.
    """

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._pending: dict[Hashable, threading.Event] = {}

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result of `key`, computed without the lock if it is not in memory. Raises whatever `compute` raises."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            ready = self._pending.get(key)
            own = ready is None
            if ready is None:
                ready = self._pending[key] = threading.Event()
        if not own:
            ready.wait()
            with self._lock:
                if key in self._results:
                    return self._results[key]
            return compute()
        try:
            result = compute()
            with self._lock:
                self._results[key] = result
                while len(self._results) > self._most:
                    self._results.popitem(last=False)
            return result
        finally:
            with self._lock:
                del self._pending[key]
            ready.set()
