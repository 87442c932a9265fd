"""What may go wrong on the way to a paper. None of these leaves the room: they become lines of the ledger.

FetchError       nothing came; the text is the one-line reason
├── Transient    may be gone at the next attempt; Busy not before a later run
├── Walled       a login or a payment stands before it
├── Missing      the server knows no such thing
└── Unsafe       an address or a file that is not touched
"""

from __future__ import annotations


class FetchError(Exception):
    """Nothing came, and asking again the same way will not help."""


class TransientFetchError(FetchError):
    """A fault that may heal; `retry_after` is the server's wish in seconds, if it sent one."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RateLimitedError(TransientFetchError):
    """A server's turn, or the end of a pause that it asked for, lies beyond the time that is left."""


class WrongFileError(TransientFetchError):
    """A web page where a file should be: a hiccup of the server, or a login page."""


class PaywallError(FetchError):
    """401, 402, 403, or a web page instead of the file, again and again."""


class NotAvailableError(FetchError):
    """404 or 410."""


class UnsafeUrlError(FetchError):
    """A private address, a scheme other than https, a file beyond the limits."""
