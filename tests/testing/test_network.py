"""The network guard, in processes of its own since it cannot be undone."""

import subprocess
import sys

import pytest

GUARDED = """
import socket
from citehop.testing import NetworkRefused, refuse_network
refused = refuse_network(allow=["allowed.example"])
try:
    {call}
except NetworkRefused as error:
    print("refused", error)
except OSError:
    print("tried")
print(refused)
"""


def run(call: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", GUARDED.format(call=call)], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("call", "host"),
    [
        ("socket.create_connection(('192.0.2.1', 80), timeout=1)", "192.0.2.1"),
        ("socket.getaddrinfo('example.org', 443)", "example.org"),
        (
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('198.51.100.7', 53))",
            "198.51.100.7",
        ),
    ],
)
def test_other_hosts_are_refused_and_recorded(call: str, host: str) -> None:
    printed = run(call)
    assert printed.startswith("refused")
    assert printed.splitlines()[-1] == f"['{host}']"


@pytest.mark.parametrize(
    "call",
    [
        "socket.create_connection(('127.0.0.1', 9), timeout=1)",
        "socket.create_connection(('::1', 9), timeout=1)",
        "socket.socket(socket.AF_UNIX).connect('/nonexistent/socket')",
        "socket.getaddrinfo('localhost', 80)",
    ],
)
def test_this_machine_may_be_reached(call: str) -> None:
    assert run(call).splitlines()[-1] == "[]"
