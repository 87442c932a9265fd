"""Usage so far, and the limits that stop a call before it exceeds them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..types import Usage
from .errors import BudgetError


class Attempt:
    """One request in flight. The caller sets `usage` when the provider has reported it."""

    __slots__ = ("_started", "usage")

    def __init__(self) -> None:
        self.usage = Usage()
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall-clock time since it started."""
        return time.monotonic() - self._started


class Meter:
    """Sum of the usage of all calls; refuses a call that would exceed a limit. 0: no limit. Thread-safe.

    `max_calls` bounds the requests sent, retries included. `max_cost` is in US dollars: a request starts only if the amount
    spent, the maximum cost of the requests in flight and its own maximum cost stay within it.
    """

    def __init__(self, max_cost: float = 0.0, max_calls: int = 0) -> None:
        self.max_cost, self.max_calls = max_cost, max_calls
        self._changed = threading.Condition()
        self._usage = Usage()
        self._reserved = 0.0

    @property
    def usage(self) -> Usage:
        """Usage so far. `seconds` are summed over calls, parallel ones included."""
        with self._changed:
            return self._usage

    @contextmanager
    def attempt(self, most_usd: float) -> Iterator[Attempt]:
        """Reserve one request of at most `most_usd`. Raises BudgetError, without sending anything, if it would exceed a limit."""
        self._reserve(most_usd)
        attempt = Attempt()
        try:
            yield attempt
        finally:
            with self._changed:
                self._reserved -= most_usd
                self._usage = self._usage + replace(attempt.usage, calls=0, seconds=attempt.seconds)
                self._changed.notify_all()

    def count_cached(self) -> None:
        """Note a reply that came from the cache."""
        with self._changed:
            self._usage = self._usage + Usage(cached=1)

    def _reserve(self, most_usd: float) -> None:
        with self._changed:
            if self.max_cost:
                # What runs now may turn out cheaper than its bound: wait for it before saying no.
                while (
                    self._reserved > 0 and self._over(self._reserved + most_usd) and not self._over(most_usd)
                ):
                    self._changed.wait()
                if self._over(most_usd):
                    raise self._stop(
                        f"the next may cost ${most_usd:.4f} and --max-cost is ${self.max_cost:g}"
                    )
            if self.max_calls and self._usage.calls >= self.max_calls:
                raise self._stop(f"--max-calls is {self.max_calls}")
            self._reserved += most_usd
            self._usage = self._usage + Usage(calls=1)

    def _over(self, more: float) -> bool:
        return self._usage.usd + more > self.max_cost

    def _stop(self, why: str) -> BudgetError:
        spent = self._usage
        return BudgetError(
            f"stopped after {spent.calls} model calls and ${spent.usd:.4f}: {why}; raise it to go on", spent
        )
