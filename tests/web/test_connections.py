"""Connections that send nothing, send slowly, read nothing or are too many stop nobody else."""

import asyncio
import logging
import socket
import time
from typing import Any

import pytest

pytest.importorskip("uvicorn")

from citehop.settings import Settings
from citehop.web.connections import ConnectionCounter, ConnectionLimits

QUICK = ConnectionLimits(
    most=40,
    most_of_address=20,
    header_seconds=1.0,
    body_seconds=1.0,
    rate=1000,
    read_seconds=1.0,
    quiet_seconds=60.0,
)


def is_closed(connection: socket.socket, seconds: float) -> bool:
    """True if the server closes the connection within this time."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def count_sent(connection: socket.socket, data: bytes) -> int:
    """How often `data` can be sent, 20 times a second and 400 times at most, before the server closes the connection."""
    connection.settimeout(10)
    for count in range(400):
        try:
            connection.sendall(data)
        except OSError:
            return count
        time.sleep(0.05)
    return 400


def begin_form(site: Any, length: int) -> bytes:
    """The headers of a form with a body of that length."""
    lines = [
        "POST /clusters/sample/table HTTP/1.1",
        f"Host: 127.0.0.1:{site.port}",
        f"Origin: {site.origin}",
    ]
    return "\r\n".join([*lines, f"Content-Length: {length}", "", ""]).encode()


@pytest.mark.parametrize("start_of_request", [b"", b"GET / HTTP/1.1\r\nHost: 127.0"])
def test_a_connection_without_complete_headers_is_closed(
    word_settings: Settings, start: Any, start_of_request: bytes
) -> None:
    with (
        start(word_settings, limits=QUICK) as site,
        socket.create_connection(("127.0.0.1", site.port)) as connection,
    ):
        connection.sendall(start_of_request)
        assert is_closed(connection, 10)


def test_dripping_headers_and_bodies_prolong_nothing(word_settings: Settings, start: Any) -> None:
    with start(word_settings, limits=QUICK) as site:
        for opening in (b"GET / HTTP/1.1\r\nX-Long: ", begin_form(site, 50_000)):
            with socket.create_connection(("127.0.0.1", site.port)) as connection:
                connection.sendall(opening)
                assert 5 < count_sent(connection, b"x") < 400


def test_a_body_that_arrives_at_a_usual_rate_has_its_time(word_settings: Settings, start: Any) -> None:
    with (
        start(word_settings, limits=QUICK) as site,
        socket.create_connection(("127.0.0.1", site.port)) as connection,
    ):
        connection.sendall(begin_form(site, 30_000))
        for _ in range(10):
            connection.sendall(b"x" * 3000)
            time.sleep(0.3)
        connection.settimeout(30)
        assert connection.recv(100).startswith(b"HTTP/1.1 403")  # the form has no token


def test_a_reply_that_nobody_reads_ends(word_settings: Settings, start: Any) -> None:
    with start(word_settings, limits=QUICK) as site, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", site.port))
        request = f"GET /clusters/sample HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode()
        assert count_sent(connection, request) < 400
        assert site.get("/").status == 200


def test_too_many_connections_are_closed_and_the_others_answered(word_settings: Settings, start: Any) -> None:
    with start(word_settings, limits=QUICK) as site:
        held = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(60)]
        try:
            closed = sum(is_closed(connection, 0.02) for connection in held)
            assert closed >= 40
        finally:
            for connection in held:
                connection.close()
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                assert site.get("/").status == 200
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("no free connection")


def test_what_goes_wrong_often_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    counter = ConnectionCounter(ConnectionLimits(most=3, most_of_address=2))
    with caplog.at_level(logging.WARNING, "citehop.web.connections"):
        admitted = [counter.admit(address) for address in ("a", "a", "a", "b", "c", "c")]
    assert admitted == [True, True, False, True, False, False]
    assert len(caplog.records) == 1
    counter.release("a")
    assert counter.admit("c")


def test_an_error_of_the_loop_is_one_line(word_settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    from citehop.web.connections import log_loop_errors

    loop = asyncio.new_event_loop()
    log_loop_errors(loop, ConnectionCounter(ConnectionLimits()))
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            loop.call_exception_handler(
                {"message": "accept failed", "exception": OSError(24, "Too many open files")}
            )
    loop.close()
    assert [record.getMessage() for record in caplog.records] == [
        "accept failed: [Errno 24] Too many open files"
    ]
