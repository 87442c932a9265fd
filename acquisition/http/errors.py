"""Errors of fetching a paper. They never leave `acquisition`: each becomes a line of the ledger.

FetchError               the request failed; the text is the reason in one line
├── TransientFetchError  another attempt may succeed
│   ├── RateLimitedError     another attempt may succeed, but only in a later run
│   └── WrongFileError       a web page arrived instead of the file
├── PaywallError         a login or a payment is required
├── NotAvailableError    the server does not have the paper
└── UnsafeUrlError       an address that is never requested, or a file beyond the limits
"""

from __future__ import annotations


class FetchError(Exception):
    """The request failed, and repeating it will not help."""


class TransientFetchError(FetchError):
    """The request failed but may succeed later.

    `retry_after` is the server's Retry-After in seconds, or None if it sent none.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RateLimitedError(TransientFetchError):
    """The next request to the server is only allowed after the deadline."""


class WrongFileError(TransientFetchError):
    """A web page arrived instead of the file: a temporary error of the server, or a login page."""


class PaywallError(FetchError):
    """Status 401, 402, 403 or 451, or web pages instead of the file on every attempt or on several attempts."""


class NotAvailableError(FetchError):
    """The server does not have what was requested (status 404 or 410)."""


class UnsafeUrlError(FetchError):
    """The address is malformed, private or not https, or the file exceeds a limit or cannot be written."""
