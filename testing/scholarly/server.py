"""HTTP servers on localhost, one per scholarly service, with a common log, faults by request, and conditional
requests.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from . import routes
from .world import World

FAULTS = ("429", "500", "timeout", "drop", "truncate", "html", "length")


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request and how it was answered.

    `begun` and `ended` are times of time.monotonic, `connection` is the client's port, and `agent` its user agent.
    `fault` is "" for an undisturbed response. `status` is the status sent (0: nothing was sent).
    """

    service: str
    path: str
    begun: float
    ended: float
    connection: int
    status: int
    fault: str
    agent: str


FaultPlan = Callable[[str, str, int], str]


class ScholarServers:
    """Context manager that runs every service over `world`.

    `faults(service, path, n)` returns the fault (one of FAULTS) of the n-th request for a path, "" for none. `stall`
    is the duration of a "timeout" in seconds.
    """

    def __init__(self, world: World, faults: FaultPlan | None = None, stall: float = 1.0) -> None:
        self.world = world
        self.log: list[LoggedRequest] = []
        self.stopping = threading.Event()
        self.stall = stall
        self._faults = faults
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()
        self._servers = {
            name: _ScholarHttpServer(("127.0.0.1", 0), _ScholarHandler) for name in routes.SERVICES
        }
        for name, server in self._servers.items():
            server.scholar, server.service = self, name
        self._threads = [
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
            for server in self._servers.values()
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        for server in self._servers.values():
            server.shutdown()
            server.server_close()

    def url(self, service: str) -> str:
        """Return the base URL of `service`, which may be "publisher"."""
        return f"http://127.0.0.1:{self._servers[service].server_port}"

    def settings(self, interval: float = 0.002) -> dict[str, Any]:
        """Return settings that point to these servers, with `interval` seconds between requests."""
        bases = {f"{name}_url": self.url(name) for name in routes.SERVICES if name != "publisher"}
        return {
            **bases,
            "allow_http": True,
            "trusted_hosts": self.url("publisher").removeprefix("http://"),
            "arxiv_interval": interval,
            "fetch_interval": interval,
            "fetch_backoff": 0.002,
            "email": "reader@example.org",
        }

    def of(self, service: str) -> list[LoggedRequest]:
        """Return the requests to one service in order of time."""
        return sorted(
            (asked for asked in self.log if asked.service == service), key=lambda asked: asked.begun
        )

    def fault(self, service: str, path: str) -> str:
        """Count this request and return its fault."""
        with self._lock:
            number = self._counts[service, path] = self._counts.get((service, path), 0) + 1
        return self._faults(service, path, number) if self._faults else ""

    def record(self, asked: LoggedRequest) -> None:
        with self._lock:
            self.log.append(asked)


class _ScholarHttpServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    scholar: ScholarServers
    service: str


class _ScholarHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _ScholarHttpServer

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing into the output of a test."""

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # a client that was killed between two requests
            super().handle()

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self._serve(body if self.headers["content-type"] == "application/json" else b'{"ids": []}')

    def _serve(self, body: bytes) -> None:
        scholar, service, begun = self.server.scholar, self.server.service, time.monotonic()
        fault = scholar.fault(service, self.path)
        reply = routes.answer(
            service, routes.PlayedRequest(scholar.world, scholar.url("publisher"), self.path, body)
        )
        status = 0
        try:
            status = self._play(reply, fault)
        except ConnectionError:  # the client gave up or was killed
            self.close_connection = True
        finally:
            agent = self.headers.get("user-agent", "")
            scholar.record(
                LoggedRequest(
                    service, self.path, begun, time.monotonic(), self.client_address[1], status, fault, agent
                )
            )

    def _play(self, reply: routes.PlayedResponse, fault: str) -> int:
        if fault == "timeout":
            self.server.scholar.stopping.wait(self.server.scholar.stall)
        if fault in ("timeout", "drop"):
            self.close_connection = True
            return 0
        if fault in ("429", "500"):
            return self._send(
                int(fault), b"busy", "text/plain", {"retry-after": "0"} if fault == "429" else {}
            )
        if fault == "html":
            return self._send(200, routes.LOGIN, "application/pdf", {})
        raw = reply.body
        if reply.status != 200:
            return self._send(
                reply.status, raw, reply.kind, {"location": reply.location} if reply.location else {}
            )
        etag = f'"{hashlib.sha256(raw).hexdigest()[:16]}"'
        if self.headers.get("if-none-match") == etag:
            return self._send(304, b"", reply.kind, {"etag": etag})
        half = raw[: len(raw) // 2]
        if fault == "truncate":  # announce a length greater than what is sent
            self.close_connection = True
            return self._send(200, half, reply.kind, {}, len(raw))
        if fault == "length":  # announce a length that fits the half that is sent
            self.close_connection = True
            return self._send(200, half, reply.kind, {}, len(half))
        return self._send(200, raw, reply.kind, {"etag": etag})

    def _send(
        self, status: int, raw: bytes, kind: str, more: Mapping[str, str], length: int | None = None
    ) -> int:
        self.send_response(status)
        if status != 304:
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(raw) if length is None else length))
        for name, value in more.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)
        return status
