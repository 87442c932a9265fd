"""Limit the number of parallel calls, and of requests and tokens per minute."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .errors import ModelUnavailableError

WINDOW = 60.0  # seconds, because providers state their limits per minute


class Limits:
    """Limits shared by all callers of one provider; 0 means no limit. Thread-safe.

    The limits per minute apply to every window of 60 s, counted from the start of calls. A single call that exceeds
    `tokens_per_minute` starts when the window has no other call, because it could never start otherwise.
    """

    def __init__(
        self,
        concurrency: int = 0,
        requests_per_minute: int = 0,
        tokens_per_minute: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._concurrency = concurrency
        self._requests = requests_per_minute
        self._tokens = tokens_per_minute
        self._clock = clock
        self._changed = threading.Condition()
        self._running = 0
        self._started: deque[tuple[float, int]] = deque()

    @contextmanager
    def slot(self, tokens: int, seconds: float) -> Iterator[None]:
        """Wait until a call of about `tokens` may start. Raises ModelUnavailableError after `seconds` of waiting."""
        deadline = self._clock() + seconds
        with self._changed:
            while (wait := self._wait(tokens)) > 0:
                left = deadline - self._clock()
                if left <= 0:
                    raise ModelUnavailableError(
                        f"no turn within {seconds:.0f} s under the concurrency and per-minute limits; raise them or model_seconds"
                    )
                self._changed.wait(min(wait, left))
            self._running += 1
            self._started.append((self._clock(), tokens))
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def _wait(self, tokens: int) -> float:
        """Return the seconds after which to check again; 0 means that the call may start now."""
        if self._concurrency and self._running >= self._concurrency:
            return WINDOW  # a call that finishes wakes this one earlier
        now = self._clock()
        while self._started and self._started[0][0] <= now - WINDOW:
            self._started.popleft()
        if not self._started:
            return 0.0
        full = self._requests and len(self._started) >= self._requests
        heavy = self._tokens and sum(count for _, count in self._started) + tokens > self._tokens
        return self._started[0][0] + WINDOW - now if full or heavy else 0.0
