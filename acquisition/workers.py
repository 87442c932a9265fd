"""Map a function over items in worker threads. Hosts still get one request at a time (`http.rate_limit`)."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
_THREADS = 4


def map_in_threads(function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """Yield `function(item)` for every item, in order of completion.

    If an item raises an exception, all other items are still processed; then the first exception is raised. The threads
    are daemons, so Ctrl-C does not wait for a server.
    """
    todo: queue.SimpleQueue[T] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[R, None] | tuple[None, BaseException]] = queue.SimpleQueue()
    stop = threading.Event()
    for item in items:
        todo.put(item)

    def run() -> None:
        while not stop.is_set():
            try:
                item = todo.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((function(item), None))
            except BaseException as error:
                done.put((None, error))

    for _ in range(min(_THREADS, len(items))):
        threading.Thread(target=run, daemon=True).start()
    first: BaseException | None = None
    try:
        for _ in items:
            result, error = done.get()
            if error is None:
                yield result  # type: ignore[misc]  # None only with an error
            first = first or error
    finally:
        stop.set()
    if first is not None:
        raise first
