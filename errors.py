"""Everything that citehop raises on purpose.

CitehopError                 exit code
├── UsageError               2   the call itself is wrong: unknown cluster, bad file, bad value
├── ConfigurationError       3   settings, models, services
│   └── MissingExtraError    3   an optional dependency is not installed
└── UnavailableError         5   interrupted, or another process holds the lock

Exit code 4 belongs to no error: it is the status of a question that nothing in the papers answers.
The message of each is ONE line that names the thing at fault and the fix; the command line prints it unchanged.
"""

from __future__ import annotations


class CitehopError(Exception):
    """Base of all errors raised on purpose; `exit_code` is what the command line returns."""

    exit_code = 1


class UsageError(CitehopError):
    """The request cannot be carried out as given: unknown name, unreadable file, value out of range."""

    exit_code = 2


class ConfigurationError(CitehopError):
    """A setting, model or service is wrong or out of reach."""

    exit_code = 3


class MissingExtraError(ConfigurationError):
    """An optional dependency is missing; the message holds the `pip install` that brings it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f'{what} needs an extra: pip install "citehop[{extra}]"')


class UnavailableError(CitehopError):
    """The work was interrupted or is held by another process; calling again later continues it."""

    exit_code = 5
