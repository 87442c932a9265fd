"""Which addresses may be talked to: https unless the user says otherwise, and nothing on the user's own network.

A paper's list of references comes from strangers, and so do the addresses of files in it. Each name is resolved once
and the connection goes to the address that was checked, so that a name cannot change its meaning in between.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore

from ...settings import Settings
from .errors import UnsafeUrlError

_BASES = ("arxiv_url", "semantic_scholar_url", "openalex_url", "crossref_url", "unpaywall_url", "acl_url")


@dataclass(frozen=True, slots=True)
class UrlPolicy:
    """`named` are the hosts ("name" or "name:port") that the user named, whose addresses may be private."""

    allow_http: bool
    named: frozenset[str]

    def check(self, url: str) -> None:
        """Raise Unsafe for a URL that must not be asked for, whatever its host's address is."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise UnsafeUrlError(f"not a URL: {url[:100]!r}") from None
        if parts.scheme != "https" and not (parts.scheme == "http" and self.allow_http):
            raise UnsafeUrlError(
                f"{parts.scheme or 'no'} address, only https is asked (setting allow_http): {url[:100]}"
            )
        if not host or "@" in parts.netloc:
            raise UnsafeUrlError(f"not an address of a server: {url[:100]}")
        if not self.is_named(host, port) and _is_private(host):
            raise UnsafeUrlError(f"{host} is a private address (setting trusted_hosts)")

    def is_named(self, host: str, port: int | None) -> bool:
        return host in self.named or f"{host}:{port}" in self.named


def guard_of(settings: Settings) -> UrlPolicy:
    """The guard for `settings`: hosts of base URLs that differ from the defaults count as named by the user."""
    defaults = {field.name: field.default for field in fields(Settings)}
    bases = [getattr(settings, name) for name in _BASES if getattr(settings, name) != defaults[name]]
    named = {urlsplit(base).netloc for base in bases}
    named |= {host.strip().lower() for host in settings.trusted_hosts.split(",") if host.strip()}
    return UrlPolicy(settings.allow_http, frozenset(named))


def pool_for(url: str, guard: UrlPolicy) -> httpcore.ConnectionPool:
    """Connections to ask for `url` that keep to `guard`: direct ones, or over the proxy that the environment names.

    A proxy resolves names itself, so there only addresses written as numbers are checked.
    """
    if proxy := proxy_for(url):
        parts = urlsplit(proxy)
        login = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        bare = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        return httpcore.HTTPProxy(proxy_url=bare, proxy_auth=login, max_connections=_CONNECTIONS)
    return httpcore.ConnectionPool(network_backend=_Checked(guard), max_connections=_CONNECTIONS)


_CONNECTIONS = 16


def proxy_for(url: str) -> str:
    """The proxy that the environment wants for `url`, "" for none."""
    parts = urlsplit(url)
    proxy = "" if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme, "")
    return proxy if "://" in proxy or not proxy else f"http://{proxy}"


class _Checked(httpcore.NetworkBackend):
    """Resolves, checks, and connects to the very address that was checked."""

    def __init__(self, guard: UrlPolicy) -> None:
        self._guard = guard
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = _resolve(host, port)
        if not self._guard.is_named(host, port):
            for address in addresses:
                if _is_private(address):
                    raise UnsafeUrlError(f"{host} has the private address {address} (setting trusted_hosts)")
        last: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                return self._sockets.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


def _resolve(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError(f"{host}: no such host ({error})") from error
    return list(dict.fromkeys(str(item[4][0]) for item in found))


def _is_private(host: str) -> bool:
    """Whether `host`, written as an address, is none of the public internet; a name is not, but for "localhost"."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global or address.is_multicast
