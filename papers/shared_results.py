"""Keep results of pure functions in memory. Each result is computed once, even if several threads need it at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedResults(Generic[T]):
    """A thread-safe cache of at most `most` results by key; the least recently used results are dropped first.

    A thread that needs a result that another thread is computing waits for it. If that computation fails, the waiting
    thread computes the result itself.
    """

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._pending: dict[Hashable, threading.Event] = {}

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the result of `key`, and compute it if it is not in memory. Raises whatever `compute` raises.

        The lock is not held while `compute` runs.
        """
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        return self.get_all([key], lambda _: [compute()])[0]

    def get_all(self, keys: Sequence[Hashable], compute: Callable[[list[int]], Sequence[T]]) -> list[T]:
        """Return the result of each key.

        Results that are not in memory are computed by one call of `compute`, which gets the indices of their keys in
        `keys`. Raises whatever `compute` raises.
        """
        found: dict[Hashable, T] = {}
        places: dict[Hashable, int] = {}
        for place, key in enumerate(keys):
            places.setdefault(key, place)
        with self._lock:
            for key in places:
                if key in self._results:
                    self._results.move_to_end(key)
                    found[key] = self._results[key]
            awaited = {key: self._pending[key] for key in places if key in self._pending}
            own = {key: threading.Event() for key in places if key not in found and key not in awaited}
            self._pending |= own
        try:
            if own:
                computed = dict(zip(own, compute([places[key] for key in own]), strict=True))
                found |= computed
                self._keep(computed)
        finally:
            with self._lock:
                for key, ready in own.items():
                    del self._pending[key]
                    ready.set()
        for ready in awaited.values():
            ready.wait()
        with self._lock:
            found |= {key: self._results[key] for key in awaited if key in self._results}
        missing = [key for key in awaited if key not in found]
        if missing:
            found |= zip(missing, compute([places[key] for key in missing]), strict=True)
        return [found[key] for key in keys]

    def _keep(self, computed: dict[Hashable, T]) -> None:
        with self._lock:
            self._results |= computed
            while len(self._results) > self._most:
                self._results.popitem(last=False)
