"""Checks that fail in the first second instead of after minutes of work."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import ConfigurationError, UnreachableError, UsageError
from ..settings import Settings

_CONNECT_SECONDS = 3.0
# Providers whose key is in the variable PROVIDER_API_KEY. litellm knows them all, but its import takes seconds.
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
    """Raise UnreachableError if the server of `settings.api_base` accepts no connection, ConfigurationError if a provider
    without an api_base lacks its key.

    Of providers only the most common ones are checked, and no server behind a proxy; nothing is where no model is named.
    """
    if not settings.model:
        return
    if not settings.api_base:
        for model in filter(None, (settings.model, settings.vision_model)):
            _check_key(model, settings)
        return
    from urllib.request import getproxies, proxy_bypass  # an import of 10 ms that most commands do not need

    try:
        parts = urlsplit(settings.api_base)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise ConfigurationError(f"api_base {settings.api_base!r} is not a URL") from None
    if parts.scheme in getproxies() and not proxy_bypass(parts.netloc):
        return
    try:
        socket.create_connection((host, port), _CONNECT_SECONDS).close()
    except (OSError, UnicodeError) as error:
        raise UnreachableError(
            f"the model server {settings.api_base} cannot be reached ({error}); start it, or correct --api-base"
        ) from error


def _check_key(model: str, settings: Settings) -> None:
    provider = model.partition("/")[0]
    family = f"{provider.upper()}_"
    given = any(name.startswith(family) and name.endswith(("KEY", "TOKEN")) for name in os.environ)
    if provider in _KEYED and "/" in model and not (given or settings.api_key or settings.offline):
        raise ConfigurationError(f"{model} needs an API key; set {family}API_KEY")
