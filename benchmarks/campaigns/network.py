"""Campaign of host names whose address changes between the check and the connection (DNS rebinding)."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpcore

from citehop.acquisition.http.connections import RequestDeadline, open_pool
from citehop.acquisition.http.errors import UnsafeUrlError
from citehop.acquisition.http.url_policy import UrlPolicy

from .campaign import LOST, Case

_PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "64:ff9b::808:808", "1.1.1.1")
_PRIVATE = (
    "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1", "fd00::1",
    "fe80::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "fec0::1", "224.0.0.1", "::127.0.0.1",
)  # fmt: skip
_REQUESTS = 5


@contextmanager
def dns(_: Path) -> Iterator[Case]:
    """Yield a case in which a name server answers each look-up of a name with other addresses, both public and
    private.

    No connection may go to a private address, and an answer that contains one must be refused.
    """
    with patch("citehop.acquisition.http.connections.find_proxy", lambda _: ""):
        yield _rebind


def _rebind(_: Path, random: Random) -> str:
    answers: list[list[str]] = []
    connected: list[str] = []

    def look_up(_: str, port: int, **__: Any) -> list[Any]:
        answers.append(random.sample((*_PUBLIC, *_PRIVATE), random.randint(1, 3)))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers[-1]]

    def connect(_: object, host: str, *__: Any, **___: Any) -> None:
        connected.append(host)
        raise httpcore.ConnectError("refused")

    deadline, refused = RequestDeadline(), 0
    deadline.end = time.monotonic() + 30
    url = f"https://name{random.randrange(1 << 30)}.example.org/x.pdf"
    with patch("socket.getaddrinfo", look_up), patch("httpcore.SyncBackend.connect_tcp", connect):
        pool = open_pool(url, UrlPolicy(False, frozenset()), deadline)
        for _request in range(_REQUESTS):
            try:
                pool.request("GET", url)
            except UnsafeUrlError:
                refused += 1
            except httpcore.ConnectError:
                continue
    unsafe = [any(address in _PRIVATE for address in answer) for answer in answers]
    if set(connected) & set(_PRIVATE):
        return f"{LOST}: connected to a private address"
    if len(answers) != _REQUESTS or refused != sum(unsafe):
        return f"{LOST}: {refused} refused of {sum(unsafe)} unsafe answers"
    return "private addresses refused" if refused else "all addresses public"
