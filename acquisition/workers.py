"""Several entries at once: threads that each take the next one. Hosts are still asked one request at a time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
_THREADS = 4


def in_parallel(work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
    """`work(item)` of every item, as they end. The first exception is raised and no further item is begun.

    The threads are daemons: whoever leaves the loop early, by Ctrl-C, waits for no server.
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
                done.put((work(item), None))
            except BaseException as error:
                done.put((None, error))

    for _ in range(min(_THREADS, len(items))):
        threading.Thread(target=run, daemon=True).start()
    try:
        for _ in items:
            result, error = done.get()
            if error is not None:
                raise error
            yield result  # type: ignore[misc]  # the other half of the pair is None only with an error
    finally:
        stop.set()
