"""Wait for changes of a folder of papers by polling, which works on every file system."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

POLL_SECONDS = 2.0
Snapshot = frozenset[tuple[str, int, int]]


def take_snapshot(place: Path) -> Snapshot:
    """Return path, size and time of every file of the folder `place` that is not hidden, or of the file `place`."""
    found = []
    for path in [place] if place.is_file() else place.rglob("*"):
        try:
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(place).parts):
                stat = path.stat()
                found.append((str(path), stat.st_size, stat.st_mtime_ns))
        except OSError:  # deleted in the meantime
            continue
    return frozenset(found)


def wait_for_change(place: Path, before: Snapshot, sleep: Callable[[float], None] = time.sleep) -> None:
    """Wait until `place` differs from the snapshot `before` and nothing has changed for one polling interval.

    A file that is still being copied is therefore not read.
    """
    last = before
    while True:
        sleep(POLL_SECONDS)
        now = take_snapshot(place)
        if now == last != before:
            return
        last = now
