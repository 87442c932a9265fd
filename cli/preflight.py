"""Checks that fail within a second instead of after minutes of work."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import ConfigurationError, UsageError
from ..settings import Settings

# Providers whose key is in the variable PROVIDER_API_KEY. litellm knows all providers, but importing it takes seconds.
_KEYED = frozenset({"anthropic", "deepseek", "groq", "mistral", "openai", "openrouter"})


def prepare_folder(folder: Path) -> None:
    """Create `folder`. Raises UsageError if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); name another folder") from error
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder}: cannot be written; name another folder")


def check_model_server(settings: Settings) -> None:
    """Check that the models named in `settings` can be used. Without a model, nothing is checked.

    Raises UnreachableError if a model's server accepts no connection. Raises ConfigurationError if the server lacks
    the model, if a provider without an api_base lacks its key (only the most common providers are checked), or if a
    model file cannot be used.
    """
    if not settings.model:
        return
    from ..agent.llm.address import address_of
    from ..agent.llm.local_server import PREFIX, check_model_file
    from ..agent.llm.server_check import check_server

    provider = settings.model.partition("/")[0]
    for model in dict.fromkeys(filter(None, (settings.model, settings.vision_model))):
        own = model.partition("/")[0]
        base = address_of(own, settings.api_base if own == provider else "")
        if model.startswith(PREFIX):
            check_model_file(model)
        elif base:
            check_server(model, base, settings.api_key)
        else:
            _check_key(model, settings)


def _check_key(model: str, settings: Settings) -> None:
    provider = model.partition("/")[0]
    family = f"{provider.upper()}_"
    given = any(name.startswith(family) and name.endswith(("KEY", "TOKEN")) for name in os.environ)
    if provider in _KEYED and "/" in model and not (given or settings.api_key or settings.offline):
        raise ConfigurationError(f"{model} needs an API key; set {family}API_KEY")
