"""Addresses of servers: which of them are this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def is_local(address: str) -> bool:
    """True if the URL `address` names this machine by its spelling; no name is looked up."""
    host = ""
    try:
        host = urlsplit(address).hostname or ""
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
