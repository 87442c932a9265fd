"""What can go wrong with a model, each with a name and one line.

ConfigurationError
└── ContextWindowError      the prompt is longer than the model can take
UnavailableError
├── ModelUnavailableError   the provider kept failing until the time or the attempts were used up
│   └── BrokenOffError      a streamed reply ended in the middle, after words that were shown already
├── ModelReplyError         it answered, but not with anything usable
└── BudgetError             the next call would go over --max-cost or --max-calls; `.spent` tells what was used
"""

from __future__ import annotations

from ...errors import ConfigurationError, UnavailableError
from ..types import Usage


class ContextWindowError(ConfigurationError):
    """The prompt does not fit into the model's context window."""


class ModelUnavailableError(UnavailableError):
    """No answer within the limits; asking again later may work."""


class BrokenOffError(ModelUnavailableError):
    """A stream ended in the middle; the whole can be asked for again. `spent` is what the part that came has cost."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent


class ModelReplyError(UnavailableError):
    """The model's reply cannot be used: refused, cut short or not of the form that was asked for."""


class BudgetError(UnavailableError):
    """The call was not made, since it would have gone over a limit. `spent` is the usage up to here."""

    def __init__(self, message: str, spent: Usage) -> None:
        super().__init__(message)
        self.spent = spent
