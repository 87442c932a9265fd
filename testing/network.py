"""A guard that keeps a test process on its own machine: no real model, hub or web page can be reached by accident."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Collection
from typing import Any


class NetworkRefused(Exception):
    """The code under test tried to leave the machine. No OSError, so that tolerance of broken networks does not hide it."""


def refuse_network(allow: Collection[str] = ()) -> list[str]:
    """From now on refuse connections and look-ups, but for loopback, Unix sockets and the hosts in `allow`.

    Cannot be undone (it is an audit hook of the interpreter), holds for this process only and for sockets made by Python
    code. Returns a list that grows by one host per refusal, so that a swallowed error is still seen.
    """
    refused: list[str] = []

    def hook(event: str, args: tuple[Any, ...]) -> None:
        host = _destination(event, args)
        if host is not None and host not in allow and not _is_here(host):
            refused.append(host)
            raise NetworkRefused(f"{event} to {host!r}: tests stay on this machine")

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


def _is_here(host: str) -> bool:
    if host in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
