"""Count the usage of all calls, and refuse a call that would exceed a limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

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
        """The wall-clock seconds since the attempt started."""
        return time.monotonic() - self._started


@dataclass(frozen=True, slots=True)
class CostBound:
    """The highest cost of a request in US dollars.

    `most_usd` is based on our own count of its tokens, `worst_usd` on the highest count that we would believe a
    provider.
    """

    most_usd: float = 0.0
    worst_usd: float = 0.0


class Meter:
    """Sums the usage of all calls and refuses a call that would exceed a limit; a limit of 0 means no limit.

    Thread-safe.

    `max_calls` limits the number of requests, including retries. `max_cost` is in US dollars. A request starts only if
    the amount spent plus its own highest cost (`most_usd`) stays within `max_cost`. While other requests run, the worst
    costs (`worst_usd`) of all of them must stay within it; otherwise the request waits.
    """

    def __init__(self, max_cost: float = 0.0, max_calls: int = 0) -> None:
        self.max_cost, self.max_calls = max_cost, max_calls
        self._changed = threading.Condition()
        self._usage = Usage()
        self._reserved: list[float] = []  # the worst cost of each request in flight

    @property
    def usage(self) -> Usage:
        """The usage so far. `seconds` is the sum over all calls, so parallel calls count several times."""
        with self._changed:
            return self._usage

    @contextmanager
    def attempt(self, bound: Callable[[], CostBound]) -> Iterator[Attempt]:
        """Reserve the budget for one request, waiting for other requests if necessary; `bound` returns its highest
        cost.

        `bound` is called again after each wait, because its result may change. Raises BudgetError if the request would
        exceed a limit; the request must not be sent then.
        """
        worst_usd = self._reserve(bound)
        attempt = Attempt()
        try:
            yield attempt
        finally:
            with self._changed:
                self._reserved.remove(worst_usd)
                self._usage = self._usage + replace(attempt.usage, calls=0, seconds=attempt.seconds)
                self._changed.notify_all()

    def count_cached(self) -> None:
        """Count a reply that came from the cache."""
        with self._changed:
            self._usage = self._usage + Usage(cached=1)

    def _reserve(self, bound: Callable[[], CostBound]) -> float:
        """Wait until a request may be sent, reserve its worst cost in US dollars and return that cost."""
        with self._changed:
            if self.max_cost:
                # Running requests may turn out cheaper than their bounds: wait for them before refusing this one.
                while self._must_wait(bound()):
                    self._changed.wait()
                if self._over(most := bound().most_usd):
                    raise self._stop(f"the next may cost ${most:.4f} and --max-cost is ${self.max_cost:g}")
            if self.max_calls and self._usage.calls >= self.max_calls:
                raise self._stop(f"--max-calls is {self.max_calls}")
            worst_usd = bound().worst_usd
            self._reserved.append(worst_usd)
            self._usage = self._usage + Usage(calls=1)
            return worst_usd

    def _must_wait(self, bound: CostBound) -> bool:
        beside = sum(self._reserved) + bound.worst_usd
        return bool(self._reserved) and self._over(beside) and not self._over(bound.most_usd)

    def _over(self, more: float) -> bool:
        return self._usage.usd + more > self.max_cost

    def _stop(self, why: str) -> BudgetError:
        spent = self._usage
        return BudgetError(
            f"stopped after {spent.calls} model calls and ${spent.usd:.4f}: {why}; raise it to go on", spent
        )
