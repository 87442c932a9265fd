"""Checks that fail in the first second instead of after minutes of work."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import ConfigurationError, UnreachableError, UsageError
from ..settings import Settings

_CONNECT_SECONDS = 3.0


def prepare_folder(folder: Path) -> None:
    """Create `folder`. Raises UsageError if it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); name another folder") from error
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder}: cannot be written; name another folder")


def check_model_server(settings: Settings) -> None:
    """Raise UnreachableError if the server of `settings.api_base` accepts no connection.

    Providers without an api_base, and servers behind a proxy, are not checked.
    """
    if not settings.api_base or not (settings.model or settings.vision_model):
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
