"""Errors of fetching a paper. They never leave `acquisition`: each becomes a line of the ledger.

FetchError               the request failed; the text is the reason in one line
├── TransientFetchError  another attempt may succeed
│   ├── RateLimitedError     but not before a later run
│   └── WrongFileError       a web page arrived instead of the file
├── PaywallError         a login or a payment is required
├── NotAvailableError    the server does not have it
└── UnsafeUrlError       an address that is never requested, or a file beyond the limits
"""

from __future__ import annotations


class FetchError(Exception):
    """The request failed, and repeating it will not help."""


class TransientFetchError(FetchError):
    """The request failed but may succeed later; `retry_after` is the server's Retry-After in seconds, if it sent one."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RateLimitedError(TransientFetchError):
    """The next request to the server is only allowed after the deadline."""


class WrongFileError(TransientFetchError):
    """A web page instead of the file: a hiccup of the server, or a login page."""


class PaywallError(FetchError):
    """Status 401, 402, 403 or 451, or a web page instead of the file on every attempt."""


class NotAvailableError(FetchError):
    """Status 404 or 410."""


class UnsafeUrlError(FetchError):
    """A malformed or private address, a scheme other than https, or a file beyond the limits."""
