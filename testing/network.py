"""A guard against network access in tests: no real model, model hub or web page can be reached by accident."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Collection
from typing import Any


class NetworkRefused(Exception):
    """The code under test tried to use the network.

    This is no OSError, so that code that handles network failures cannot hide it.
    """


def refuse_network(allow: Collection[str] = ()) -> list[str]:
    """Refuse connections and look-ups from now on, except to loopback addresses, Unix sockets and the hosts in
    `allow`.

    An audit hook of the interpreter does this. It cannot be undone, and it covers only sockets that Python code in
    this process opens. Returns a list to which each refusal adds its host, so that a swallowed error is still
    noticed.
    """
    refused: list[str] = []

    def hook(event: str, args: tuple[Any, ...]) -> None:
        host = _destination(event, args)
        if host is not None and host not in allow and not _is_local(host):
            refused.append(host)
            raise NetworkRefused(f"{event} to {host!r}: tests must not use the network")

    sys.addaudithook(hook)
    return refused


def _destination(event: str, args: tuple[Any, ...]) -> str | None:
    if event in ("socket.connect", "socket.sendto"):
        host = args[1][0] if isinstance(args[1], tuple) else None  # the address of a Unix socket is a path
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = args[0]
    else:
        return None
    return host.decode() if isinstance(host, bytes) else host


def _is_local(host: str) -> bool:
    if host in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
