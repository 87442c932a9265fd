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
    """The model gave no answer within the limits of time and attempts; another attempt later may succeed."""


class BrokenOffError(ModelUnavailableError):
    """A streamed reply ended early; the request can be repeated. `spent` is the cost of the received part."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent


class ModelReplyError(UnavailableError):
    """The model's reply cannot be used, because it is a refusal, is cut short or has the wrong format."""


class BudgetError(UnavailableError):
    """The call was not made because it would have exceeded a limit. `spent` is the usage so far."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent
