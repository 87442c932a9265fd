"""Check before any question is sent that a model server answers and has the model."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from ...errors import ConfigurationError, UnreachableError
from .address import OLLAMA

_SECONDS = 3.0
_MOST_BYTES = 4 * 2**20
_SHOWN = 5  # most names of models in the error message


def check_server(model: str, address: str, key: str) -> None:
    """Raise UnreachableError if the server at `address` accepts no connection, ConfigurationError if it lacks `model`.

    `model` is "provider/name". A server behind a proxy is not checked. A server that lists no models is assumed to have
    `model`.
    """
    provider, _, name = model.partition("/")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise ConfigurationError(f"api_base {address!r} is not a URL") from None
    if parts.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(parts.netloc):
        return
    try:
        socket.create_connection((host, port), _SECONDS).close()
    except (OSError, UnicodeError) as error:
        raise UnreachableError(
            f"the model server {address} cannot be reached ({error}); start it, or correct --api-base"
        ) from error
    names = _list_ollama(address) if provider in OLLAMA else _list_models(address, key)
    if names and not _has_model(names, name):
        listed = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
        raise ConfigurationError(f"the model server {address} has no model {name!r}; it has {listed}")


def _has_model(names: Sequence[str], name: str) -> bool:
    return name in names or f"{name}:latest" in names or any(other.endswith(f"/{name}") for other in names)


def _list_ollama(address: str) -> list[str]:
    return _names(_fetch(f"{address.rstrip('/')}/api/tags", ""), "models", "name")


def _list_models(address: str, key: str) -> list[str]:
    """Return the names of the models that an OpenAI-compatible server lists.

    The result is [] for a llama.cpp server, because it serves one model under every name.
    """
    listed = _fetch(f"{address.rstrip('/')}/models", key)
    owners = _names(listed, "data", "owned_by")
    return [] if owners == ["llamacpp"] else _names(listed, "data", "id")


def _names(listed: Any, field: str, name: str) -> list[str]:
    rows = listed.get(field) if isinstance(listed, dict) else None
    names = [row.get(name) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [" ".join(each.split()) for each in names if isinstance(each, str) and each.strip()]


def _fetch(url: str, key: str) -> Any:
    """Return the JSON at `url`, or None if it cannot be fetched.

    The error is not reported here: the first model call will fail with the reason.
    """
    headers = {"authorization": f"Bearer {key}"} if key else {}
    opener = urllib.request.build_opener(_NoRedirects())
    try:
        response: HTTPResponse
        with opener.open(urllib.request.Request(url, headers=headers), timeout=_SECONDS) as response:
            return json.loads(response.read(_MOST_BYTES))
    except (OSError, ValueError, HTTPException, RecursionError):
        return None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req: urllib.request.Request, fp: Any, code: int, msg: str, *_: Any) -> None:
        raise HTTPError(req.full_url, code, msg, req.headers, fp)  # type: ignore[arg-type]
