"""An OpenAI-compatible chat server on localhost that follows a script, for tests that go through real HTTP."""

from __future__ import annotations

import gzip
import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from types import TracebackType
from typing import Any, Self

from . import payloads
from .turn import ScriptedTurn

Script = Iterable[ScriptedTurn | str] | Callable[[Mapping[str, Any]], ScriptedTurn | str]
EXHAUSTED = ScriptedTurn("the script has no turn left", status=418)  # a status after which no client retries


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """A received request: the parsed body, and the headers with names in lower case."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]


class ModelServer:
    """Context manager: `with ModelServer(["Hello."]) as server: ...`, then `server.url` is the API base.

    `script` is a queue of turns (`itertools.repeat` makes it endless), or a function from a request's body to a turn,
    which is called from several threads at once. A plain string is a `ScriptedTurn` with that text. Requests for
    embeddings take no turn; they get vectors of hashed words. `received` has every request in order of arrival.
    `models` are the names that the server lists; without names, it has no list.
    """

    def __init__(self, script: Script, models: Sequence[str] = ()) -> None:
        self.models = models
        self.received: list[ReceivedRequest] = []
        self.stopping = threading.Event()
        self._function = script if callable(script) else None
        self._queue: Iterator[ScriptedTurn | str] = iter(() if callable(script) else script)
        self._lock = threading.Lock()
        self._http = _ModelHttpServer(("127.0.0.1", 0), _ModelHandler)
        self._http.model = self
        # With the default poll interval of half a second, every test that stops a server would wait for it.
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """The API base to give to a client."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def record(self, request: ReceivedRequest) -> None:
        """Record a `request` that takes no turn."""
        with self._lock:
            self.received.append(request)

    def answer(self, request: ReceivedRequest) -> ScriptedTurn:
        """Record `request` and return the turn that answers it."""
        with self._lock:
            self.received.append(request)
            queued = next(self._queue, EXHAUSTED)
        turn = self._function(request.body) if self._function else queued
        return ScriptedTurn(turn) if isinstance(turn, str) else turn


class _ModelHttpServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256  # bursts of parallel calls must queue, not be refused
    model: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _ModelHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise each reply waits 40 ms for a delayed acknowledgement
    server: _ModelHttpServer

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing into the output of a test."""

    def do_GET(self) -> None:
        names = self.server.model.models
        turn = ScriptedTurn() if names else EXHAUSTED
        self._send(json.dumps(payloads.model_list(names)).encode(), turn)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = ReceivedRequest(body, headers)
        if self.path.endswith("/embeddings"):
            self.server.model.record(received)
            self._send(json.dumps(payloads.embeddings(body)).encode(), ScriptedTurn())
            return
        turn = self.server.model.answer(received)
        try:
            self._play(turn, body)
        except ConnectionError:  # the client gave up waiting
            self.close_connection = True

    def _play(self, turn: ScriptedTurn, body: Mapping[str, Any]) -> None:
        self.server.model.stopping.wait(turn.delay)
        if turn.fault == "drop":
            self.close_connection = True
        elif turn.status != 200:
            self._send(json.dumps(payloads.error(turn)).encode(), turn)
        elif turn.fault == "compressed":
            self._head(turn, "text/event-stream", None, ("content-encoding", "gzip"))
            self.close_connection = True
            self._write_chunk(gzip.compress(b" " * 2**24))
        elif turn.fault == "oversized":
            self._head(turn, "text/event-stream", None)
            self.close_connection = True
            while not self.server.model.stopping.is_set():
                self._write_chunk(b" " * 2**20)
        elif turn.fault == "garbage":
            self._send(b'{"choices": [{"message": ', turn)
        elif body.get("stream"):
            self._stream(turn, body)
        else:
            self._send(json.dumps(payloads.completion(turn, body)).encode(), turn)

    def _send(self, data: bytes, turn: ScriptedTurn) -> None:
        self._head(turn, "application/json", len(data))
        if turn.fault == "cut":
            data, self.close_connection = data[: len(data) // 2], True
        self.wfile.write(data)

    def _stream(self, turn: ScriptedTurn, body: Mapping[str, Any]) -> None:
        self.close_connection = True  # the end of the stream is the end of the connection
        self._head(turn, "text/event-stream", None)
        parts: Iterable[bytes] = (
            f"data: {json.dumps(chunk)}\n\n".encode() for chunk in payloads.chunks(turn, body)
        )
        if turn.fault == "cut":
            # The missing final chunk shows the client that something is missing.
            whole = list(parts)
            parts = whole[: len(whole) // 2]
        else:
            parts = chain(parts, [b"data: [DONE]\n\n"])
        for part in parts:
            self._write_chunk(part)
            if self.server.model.stopping.wait(turn.pace):
                return
        if turn.fault != "cut":
            self.wfile.write(b"0\r\n\r\n")

    def _write_chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _head(self, turn: ScriptedTurn, kind: str, length: int | None, *more: tuple[str, str]) -> None:
        self.send_response(turn.status)
        self.send_header("content-type", kind)
        if length is None:
            self.send_header("transfer-encoding", "chunked")
        else:
            self.send_header("content-length", str(length))
        for name, value in (*turn.headers, *more):
            self.send_header(name, value)
        self.end_headers()
