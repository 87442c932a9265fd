"""Names of hosts and loopback addresses."""

import socket

import pytest

pytest.importorskip("starlette")

from citehop.web.access import is_loopback, own_names


@pytest.mark.parametrize(
    ("loopback", "host"),
    [
        *((True, host) for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost")),
        *((False, host) for host in ("0.0.0.0", "::", "192.168.0.7", "localhost.evil.example", "")),
    ],
)
def test_only_loopback_addresses_need_no_token(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_a_loopback_server_has_local_names_only() -> None:
    assert own_names("127.0.0.1") == {"localhost", "127.0.0.1", "[::1]"}
    assert {socket.gethostname().lower(), "[fe80::1]"} <= own_names("fe80::1")
