"""The retry policy: number of attempts, waits and time limits."""

from __future__ import annotations

from dataclasses import dataclass

import tenacity

from .error_mapping import TransientError
from .time_limit import Patience

SLOWEST_TOKEN = 2.0  # seconds per token; a model that writes more slowly than this runs into the time limit


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Limits of attempts, waits and silence for one call.

    A model may be silent for `first_seconds` before its first word and for `silent_seconds` between two words. No
    attempt starts later than `total_seconds` after the first. The upper bound of the wait between attempts doubles from
    `first_wait` up to `longest_wait`. Each wait is drawn at random below the bound, so that parallel calls do not retry
    at the same moment (full jitter: Brooker, "Exponential backoff and jitter", 2015). If a server sends Retry-After,
    that replaces the wait; the call ends at once if it exceeds the remaining time.
    """

    attempts: int = 6
    total_seconds: float = 180.0
    first_seconds: float = 60.0
    silent_seconds: float = 30.0
    first_wait: float = 0.5
    longest_wait: float = 30.0

    def patience(self, reply_tokens: int) -> Patience:
        """Return the time limits of one attempt, for a reply of at most `reply_tokens` tokens."""
        total = self.first_seconds + self.silent_seconds + reply_tokens * SLOWEST_TOKEN
        return Patience(self.first_seconds, self.silent_seconds, total)

    def retrying(self) -> tenacity.Retrying:
        """Return a new retry loop of tenacity, which raises the last TransientError when it gives up."""
        return tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(TransientError),
            stop=tenacity.stop_after_attempt(self.attempts) | tenacity.stop_before_delay(self.total_seconds),
            wait=self._wait,
            reraise=True,
        )

    def _wait(self, state: tenacity.RetryCallState) -> float:
        jitter = tenacity.wait_random_exponential(multiplier=self.first_wait, max=self.longest_wait)(state)
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, TransientError) and error.retry_after is not None:
            return error.retry_after + min(jitter, self.first_wait)
        return jitter
