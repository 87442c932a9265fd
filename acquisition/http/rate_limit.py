"""How fast a server is asked: one request at a time and so many seconds apart, over all processes of this machine.

The turn is a lock file per host under <home>/pace/, and the file beside it says when the next request may be made. The
pause is counted from the end of a reply's arrival, so that the server, too, sees at least as much between two requests.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from filelock import FileLock

from .errors import RateLimitedError


class RateLimiter:
    """`intervals` gives seconds between requests by key (see `key`), `interval` for every other host."""

    def __init__(self, folder: Path, intervals: Mapping[str, float], interval: float) -> None:
        self._folder = folder
        self._intervals = dict(intervals)
        self._interval = interval

    @contextmanager
    def turn(self, url: str, deadline: float) -> Iterator[None]:
        """Hold the turn to ask the host of `url`, waiting for it first. Raises Busy when it would come after the
        `deadline` (of time.monotonic)."""
        key = pace_key(url)
        seconds = self._intervals.get(key, self._interval)
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._folder / f"{_name(key)}.lock", timeout=max(0.0, deadline - time.monotonic()))
        try:
            lock.acquire(poll_interval=min(0.05, max(seconds / 4, 0.001)))
        except TimeoutError:
            raise RateLimitedError(f"{key}: its turn did not come in time") from None
        try:
            wait = self._wait(key)
            if time.monotonic() + wait > deadline:
                raise RateLimitedError(f"{key} asks for a pause of {wait:.0f} s")
            time.sleep(wait)
            self._set_next(key, time.time() + seconds)  # holds even if we are killed on the way
            try:
                yield
            finally:
                self._set_next(key, max(self._next(key), time.time() + seconds))
        finally:
            lock.release()

    def pause(self, url: str, seconds: float) -> None:
        """Leave the host of `url` alone for so long. To be called within its turn."""
        key = pace_key(url)
        self._set_next(key, max(self._next(key), time.time() + min(seconds, _LONGEST_PAUSE)))

    def _wait(self, key: str) -> float:
        return min(max(0.0, self._next(key) - time.time()), _LONGEST_PAUSE)

    def _next(self, key: str) -> float:
        """When it may be asked again, in seconds since 1970; a clock set back must not lock a host out for long."""
        try:
            return float((self._folder / f"{_name(key)}.next").read_text("ascii"))
        except (OSError, ValueError):
            return 0.0

    def _set_next(self, key: str, when: float) -> None:
        path = self._folder / f"{_name(key)}.next"
        fresh = path.with_suffix(".new")  # ours alone while we hold the turn
        fresh.write_text(repr(when), "ascii")
        fresh.replace(path)


_LONGEST_PAUSE = 3600.0


def pace_key(url: str) -> str:
    """What is paced together: a host with its port; all of arXiv is one."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if host == "arxiv.org" or host.endswith(".arxiv.org"):
        return "arxiv.org"
    return f"{host}:{parts.port}" if parts.port else host


def _name(key: str) -> str:
    return re.sub(r"[^a-z0-9.-]", "_", key)[:120] or "_"
