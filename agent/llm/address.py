"""Addresses of model servers."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

OLLAMA = frozenset({"ollama", "ollama_chat"})
_OLLAMA_ADDRESS = "http://localhost:11434"


def address_of(provider: str, api_base: str) -> str:
    """The address that requests of `provider` go to where it is not the provider's own; "" for that."""
    if api_base or provider not in OLLAMA:
        return api_base
    return os.environ.get("OLLAMA_API_BASE") or _OLLAMA_ADDRESS


def is_near(address: str) -> bool:
    """True if the URL `address` names this machine or one of a private network by its spelling; no name is looked up."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host.endswith((".local", ".lan", ".internal")) or bool(host and "." not in host)
