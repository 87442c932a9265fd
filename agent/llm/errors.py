"""Errors of language models.

ConfigurationError
└── ContextWindowError      the prompt is longer than the model can take
UnavailableError
├── UnreachableError
│   └── ModelUnavailableError   the provider kept failing until the time or the attempts were used up
│       └── BrokenOffError      a streamed reply ended early, after some of its words were shown
├── ModelReplyError         the reply is not usable
└── BudgetError             the next call would exceed --max-cost or --max-calls; `.spent` is the usage so far
"""

from __future__ import annotations

from ...errors import ConfigurationError, UnavailableError, UnreachableError
from ..types import Usage


class ContextWindowError(ConfigurationError):
    """The prompt does not fit into the model's context window."""


class ModelUnavailableError(UnreachableError):
    """No answer within the limits; asking again later may work."""


class BrokenOffError(ModelUnavailableError):
    """A stream ended in the middle; the whole can be asked for again. `spent` is what the part that came has cost."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent


class ModelReplyError(UnavailableError):
    """The model's reply cannot be used: refused, cut short or not of the form that was asked for."""


class BudgetError(UnavailableError):
    """The call was not made, since it would have exceeded a limit. `spent` is the usage so far."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent
