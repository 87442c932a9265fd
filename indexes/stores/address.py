"""Addresses of Qdrant servers: whether an address is this machine, and whether it may be contacted."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from ...errors import ConfigurationError
from ...settings import Settings


def is_local(address: str) -> bool:
    """True if the URL `address` names this machine by "localhost" or a loopback address. No name is looked up."""
    host = ""
    try:
        host = urlsplit(address).hostname or ""
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_configured(url: str, settings: Settings) -> bool:
    """True if `url` is the Qdrant server that `settings` name. Addresses in a cluster's files are not trusted."""
    return bool(settings.qdrant_url) and url.rstrip("/") == settings.qdrant_url.rstrip("/")


def check_server(url: str, settings: Settings) -> None:
    """Raise ConfigurationError if the Qdrant server at `url` must not be contacted.

    A cluster from somebody else may name any server. The server is contacted, and receives the API key, only if the
    settings name the same server. A key is sent over http only to this machine, unless `allow_http` is set. `offline`
    allows only this machine.
    """
    if not is_configured(url, settings):
        raise ConfigurationError(
            f"the cluster's vectors are on the Qdrant server {url}, which is not the configured one; "
            "if you trust it, set qdrant_url (--qdrant-url) to this address"
        )
    if is_local(url):
        return
    if settings.offline:
        raise ConfigurationError(
            f"offline is set and the Qdrant server {url} is not on this machine; unset one of them"
        )
    if settings.qdrant_api_key and not settings.allow_http and not url.lower().startswith("https:"):
        raise ConfigurationError(
            f"qdrant_api_key would be sent unencrypted to {url}; use https, or set allow_http for a network of your own"
        )
