"""Servers that send just enough not to time out: every request ends at its deadline, and no host stays locked."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from citehop.acquisition.download import download
from citehop.acquisition.http.client import ServiceClient
from citehop.acquisition.http.errors import FetchError, RateLimitedError, TransientFetchError
from citehop.acquisition.http.rate_limit import RateLimiter
from citehop.acquisition.workers import map_in_threads
from citehop.papers.records import OpenCopy
from citehop.settings import Settings

Drip = Callable[[socket.socket], None]
STATUS = b"HTTP/1.1 200 OK\r\n"
_PAUSE = 0.05


def _headers(connection: socket.socket) -> None:
    connection.sendall(STATUS + b"X-Padding: ")
    while True:
        connection.sendall(b"a")
        time.sleep(_PAUSE)


def _chunk_extensions(connection: socket.socket) -> None:
    connection.sendall(STATUS + b"Transfer-Encoding: chunked\r\n\r\n5;")
    while True:
        connection.sendall(b"x")
        time.sleep(_PAUSE)


def _informational(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")
        time.sleep(_PAUSE)


def _informational_at_full_speed(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1000)


def _body(connection: socket.socket) -> None:
    connection.sendall(STATUS + b"Content-Length: 100000\r\n\r\n")
    while True:
        connection.sendall(b"x")
        time.sleep(_PAUSE)


class DrippingServer:
    """Answer every connection by `drip` until the client closes it."""

    def __init__(self, drip: Drip) -> None:
        self._drip = drip
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        self.request = b""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        try:
            with connection:
                self.request = connection.recv(65536)
                self._drip(connection)
        except OSError:
            pass

    def close(self) -> None:
        self._listener.close()


@pytest.fixture(
    params=[_headers, _chunk_extensions, _informational, _informational_at_full_speed, _body],
    ids=lambda drip: drip.__name__.strip("_"),
)
def server(request: pytest.FixtureRequest) -> Iterator[DrippingServer]:
    server = DrippingServer(request.param)
    yield server
    server.close()


def settings_for(server: DrippingServer, home: Path, seconds: int) -> Settings:
    return replace(
        Settings(),
        home=str(home),
        allow_http=True,
        trusted_hosts=server.host,
        fetch_interval=0.001,
        fetch_backoff=0.001,
        fetch_seconds=seconds,
    )


@pytest.mark.timeout(120)  # a guard against endless work, not a measurement
def test_a_download_ends_at_its_time_limit(server: DrippingServer, tmp_path: Path) -> None:
    settings = settings_for(server, tmp_path, seconds=1)
    copy = OpenCopy(f"http://{server.host}/x.pdf", "test")
    with (
        ServiceClient(settings, tmp_path / "cache", time.monotonic() + 60) as client,
        pytest.raises(FetchError),
    ):
        download(client, copy, tmp_path / "paper")
    assert server.connections >= 1
    assert not list(tmp_path.glob("*paper*"))


def test_a_request_ends_at_the_deadline_of_the_run(server: DrippingServer, tmp_path: Path) -> None:
    settings = settings_for(server, tmp_path, seconds=60)
    with (
        ServiceClient(settings, tmp_path / "cache", time.monotonic() + 1) as client,
        pytest.raises(TransientFetchError),
    ):
        client.get_json(f"http://{server.host}/works")
    limiter = RateLimiter(tmp_path / "pace", {}, 0.001)
    with limiter.turn(f"http://{server.host}/", time.monotonic() + 5):
        pass  # the host's turn is free again


def test_the_turn_of_a_holder_that_hangs_is_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = RateLimiter(tmp_path, {}, 0.0)
    with FileLock(tmp_path / "example.org.lock"):  # a process that hangs, with a lease that has expired
        (tmp_path / "example.org.lease").write_text(f"{time.time() - 1} {time.time() - 60}")
        with limiter.turn("https://example.org/x", time.monotonic() + 5):
            with (
                pytest.raises(RateLimitedError, match="turn"),
                limiter.turn("https://example.org/y", time.monotonic() + 0.2),
            ):
                pass  # the new holder's lease runs
            assert float((tmp_path / "example.org.lease").read_text().split()[0]) > time.time()
    with limiter.turn("https://example.org/x", time.monotonic() + 5):
        pass


def test_the_turn_of_a_holder_with_a_lease_is_waited_for(tmp_path: Path) -> None:
    limiter = RateLimiter(tmp_path, {}, 0.0)
    with FileLock(tmp_path / "example.org.lock"):
        (tmp_path / "example.org.lease").write_text(f"{time.time() + 60} {time.time()}")
        with (
            pytest.raises(RateLimitedError, match="turn"),
            limiter.turn("https://example.org/x", time.monotonic() + 0.2),
        ):
            pass


def test_a_clock_that_was_set_back_locks_no_host_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limiter = RateLimiter(tmp_path, {}, 0.0)
    clock = time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: clock() + 86_400)  # a day ahead, until it is set right
        with limiter.turn("https://example.org/x", time.monotonic() + 5):
            limiter.pause("https://example.org/x", 600)
        with (
            pytest.raises(RateLimitedError, match="pause of 600 s"),
            limiter.turn("https://example.org/x", 0.0),
        ):
            pass
    with limiter.turn("https://example.org/x", time.monotonic() + 5):
        pass


@pytest.mark.timeout(120)
@pytest.mark.parametrize("size", [1, 400], ids=["dripping", "slow"])
def test_good_papers_of_a_host_are_fetched_beside_one_that_drips(size: int, tmp_path: Path) -> None:
    dripping = threading.Event()

    def answer(connection: socket.socket) -> None:
        if b"/good" in host.request:  # only one at a time
            file = b"%PDF-1.4 " + b"x" * 3000 + b"%%EOF"
            connection.sendall(STATUS + b"Content-Length: %d\r\n\r\n" % len(file) + file)
            return
        connection.sendall(STATUS + b"Content-Length: 1000000\r\n\r\n")
        while True:
            dripping.set()
            connection.sendall(b"x" * size)
            time.sleep(_PAUSE)

    host = DrippingServer(answer)
    settings = settings_for(host, tmp_path, seconds=2)
    with ServiceClient(settings, tmp_path / "cache", time.monotonic() + 60) as client:

        def fetch(name: str) -> str:
            if name != "drip":
                dripping.wait()
            try:
                return download(client, OpenCopy(f"http://{host.host}/{name}", "test"), tmp_path / name).name
            except FetchError:
                return ""

        names = set(map_in_threads(fetch, ["drip", "good1", "good2", "good3"]))
    assert names == {"", "good1.pdf", "good2.pdf", "good3.pdf"}
