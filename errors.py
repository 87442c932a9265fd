"""Exceptions raised by citehop.

CitehopError                 exit code
├── UsageError               2   invalid call: unknown cluster, bad file, bad value
├── ConfigurationError       3   settings, models, services
│   └── MissingExtraError    3   an optional dependency is not installed
└── UnavailableError         5   interrupted, or another process holds the lock
    └── UnreachableError     6   a model server or another service does not answer

Exit code 4 belongs to no error: it is the status of a question that nothing in the papers answers.
Each message is ONE line that says what is wrong and how to fix it. The command line prints it unchanged.
"""

from __future__ import annotations


class CitehopError(Exception):
    """Base class of all expected errors; `exit_code` is the exit status of the command line."""

    exit_code = 1


class UsageError(CitehopError):
    """The request is invalid: unknown name, unreadable file, value out of range."""

    exit_code = 2


class ConfigurationError(CitehopError):
    """A setting, model or service is invalid or unavailable."""

    exit_code = 3


class MissingExtraError(ConfigurationError):
    """An optional dependency is missing; the message contains the `pip install` command for it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f'{what} needs an extra: pip install "citehop[{extra}]"')


class UnavailableError(CitehopError):
    """The work was interrupted, or another process holds the lock; calling again later continues the work."""

    exit_code = 5


class UnreachableError(UnavailableError):
    """A server cannot be reached; the message names it."""

    exit_code = 6
