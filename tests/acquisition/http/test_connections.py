"""Names that change their meaning between the check and the connection."""

import socket
import time
from pathlib import Path
from typing import Any

import httpcore
import pytest

from citehop.acquisition.http.connections import RequestDeadline, open_pool
from citehop.acquisition.http.errors import UnsafeUrlError
from citehop.acquisition.http.url_policy import UrlPolicy


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers = iter(["93.184.216.34", "127.0.0.1", "127.0.0.1"])
    connected: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    def connect(_: object, host: str, *__: Any, **___: Any) -> None:
        connected.append(host)
        raise httpcore.ConnectError("not today")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    monkeypatch.setattr("citehop.acquisition.http.connections.find_proxy", lambda _: "")
    deadline = RequestDeadline()
    deadline.end = time.monotonic() + 30
    url = "https://papers.example.org/x.pdf"
    pool = open_pool(url, UrlPolicy(False, frozenset()), deadline)
    with pytest.raises(httpcore.ConnectError):
        pool.request("GET", url)
    assert connected == ["93.184.216.34"], "one lookup, whose result is checked and used"
    with pytest.raises(UnsafeUrlError, match=r"private address 127\.0\.0\.1"):
        pool.request("GET", url)
    assert len(connected) == 1
