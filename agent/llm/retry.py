"""Retry policy: number of attempts, waits and time limits."""

from __future__ import annotations

from dataclasses import dataclass

import tenacity

from .error_mapping import TransientError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`total_seconds` bounds a call with all its attempts and waits, `attempt_seconds` each attempt alone.

    Waits double from `first_wait` up to `longest_wait`, each drawn at random below that bound so that parallel calls do not
    retry at the same moment (full jitter: Brooker, "Exponential backoff and jitter", 2015). A server's Retry-After
    replaces that, and ends the call at once if it exceeds the remaining time.
    """

    attempts: int = 6
    total_seconds: float = 180.0
    attempt_seconds: float = 90.0
    first_wait: float = 0.5
    longest_wait: float = 30.0

    def retrying(self) -> tenacity.Retrying:
        """A fresh tenacity loop; it raises the last TransientError when it gives up."""
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
