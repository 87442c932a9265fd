"""Addresses of model servers."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

OLLAMA = frozenset({"ollama", "ollama_chat"})
_OLLAMA_ADDRESS = "http://localhost:11434"


def address_of(provider: str, api_base: str) -> str:
    """Return the address to which requests for `provider` go; "" means the provider's own address."""
    if api_base or provider not in OLLAMA:
        return api_base
    return os.environ.get("OLLAMA_API_BASE") or _OLLAMA_ADDRESS


def is_near(address: str) -> bool:
    """True if the URL `address` looks like this machine or a machine in a private network. No host name is resolved."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host.endswith((".local", ".lan", ".internal")) or bool(host and "." not in host)
