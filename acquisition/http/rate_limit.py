"""Limit requests per host across all processes of this machine: one request at a time, with a minimum interval.

Each host has three files under <home>/pace/. The process that holds the flock of `HOST.lock` has the host's turn.
`HOST.next` is the earliest time of the next request. The interval counts from the end of a response, so the server sees
at least this interval between two requests. `HOST.lease` is the time by which the holder must be done: a process that
hangs longer (stopped, or stuck in a system call) loses its turn to the next process. A process that is killed loses its
flock at once.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from filelock import FileLock, Timeout

from .errors import RateLimitedError

_LONGEST_PAUSE = 3600.0
_LEASE_MARGIN = 10.0  # seconds after the deadline of a request when another process may take over its turn
_CLOCK_TOLERANCE = 1.0  # largest difference between clocks in seconds
_POLL = 0.05  # seconds between two attempts to get a turn


class RateLimiter:
    """Enforces a minimum interval in seconds between two requests to a host.

    `intervals` gives the interval by `host_key`; `interval` applies to all other hosts.
    """

    def __init__(self, folder: Path, intervals: Mapping[str, float], interval: float) -> None:
        self._folder = folder
        self._intervals = dict(intervals)
        self._interval = interval

    @contextmanager
    def turn(self, url: str, deadline: float, latest: float | None = None) -> Iterator[float]:
        """Wait for the turn of the host of `url`, hold it during the context, and yield the deadline of the request.

        `deadline` (seconds of time.monotonic) is extended by the time that others held the turn, but not beyond
        `latest`, so that waiting for a slow holder costs no time. Raises RateLimitedError if the turn would begin too
        late.
        """
        key = host_key(url)
        seconds = self._intervals.get(key, self._interval)
        self._folder.mkdir(parents=True, exist_ok=True)
        start, latest = time.monotonic(), deadline if latest is None else latest
        lock = self._acquire(key, deadline - start, latest, poll=min(_POLL, max(seconds / 4, 0.001)))
        deadline = max(deadline, min(latest, deadline + time.monotonic() - start))
        try:
            wait = self._wait(key)
            if time.monotonic() + wait > deadline:
                raise RateLimitedError(f"{key} asks for a pause of {wait:.0f} s")
            time.sleep(wait)
            self._write(key, "next", time.time() + seconds)  # holds even if this process is killed meanwhile
            try:
                yield deadline
            finally:
                self._write(key, "next", max(self._read(key, "next"), time.time() + seconds))
        finally:
            lock.release()

    def pause(self, url: str, seconds: float) -> None:
        """Postpone the next request to the host of `url` by `seconds`, at most an hour. The caller must hold the host's
        turn.
        """
        key = host_key(url)
        self._write(key, "next", max(self._read(key, "next"), time.time() + min(seconds, _LONGEST_PAUSE)))

    def _acquire(self, key: str, seconds: float, latest: float, poll: float) -> FileLock:
        """Acquire the host's lock by `latest` and return it. Its lease ends _LEASE_MARGIN after `seconds`."""
        while True:
            with FileLock(self._path(key, "guard")).acquire(poll_interval=0.001):  # held only briefly
                if (lock := self._try_lock(key)) is not None:
                    self._write(key, "lease", time.time() + max(0.0, seconds) + _LEASE_MARGIN)
                    return lock
            if time.monotonic() > latest:
                raise RateLimitedError(f"{key}: its turn did not come in time")
            time.sleep(poll)

    def _try_lock(self, key: str) -> FileLock | None:
        """Acquire the host's lock if it is free or its holder's lease has expired; None otherwise."""
        path = self._path(key, "lock")
        for _ in range(2):
            lock = FileLock(path)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                if time.time() < self._read(key, "lease"):
                    return None
                # The holder keeps its flock on the deleted file, which no other process can open.
                path.unlink(missing_ok=True)
            else:
                return lock
        return None

    def _wait(self, key: str) -> float:
        """Return the seconds until the next request is allowed, at most an hour."""
        return min(max(0.0, self._read(key, "next") - time.time()), _LONGEST_PAUSE)

    def _read(self, key: str, kind: str) -> float:
        """Read a time in seconds since 1970; 0 if no time is recorded, or if the clock was set back since."""
        try:
            when, recorded = map(float, self._path(key, kind).read_text("ascii").split())
        except (OSError, ValueError):
            return 0.0
        return when if recorded <= time.time() + _CLOCK_TOLERANCE else 0.0

    def _write(self, key: str, kind: str, when: float) -> None:
        path = self._path(key, kind)
        new = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_native_id()}")
        # No fsync: there are three writes per request, and a power cut ends the run anyway.
        new.write_text(f"{when!r} {time.time()!r}", "ascii")
        new.replace(path)

    def _path(self, key: str, kind: str) -> Path:
        return self._folder / f"{re.sub(r'[^a-z0-9.-]', '_', key)[:120] or '_'}.{kind}"


def host_key(url: str) -> str:
    """Return the unit of rate limiting for `url`: its host and port. All of arXiv is one unit; a malformed address is
    its own key.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return url[:100]
    if host == "arxiv.org" or host.endswith(".arxiv.org"):
        return "arxiv.org"
    return f"{host}:{port}" if port else host
