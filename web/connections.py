"""Limit connections: their number, and the time that a client may take to send a request or read a reply."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of a server's connections.

    At most `most` connections are open in total (some systems allow a process only 256 open files), and at most
    `most_of_address` from one address. A client has `header_seconds` for the headers. For a body it has
    `body_seconds`, and one more second for every `rate` bytes it sends. It has `read_seconds` to read some of a
    reply. At least `quiet_seconds` pass between two lines of the log.
    """

    most: int = 200
    most_of_address: int = 50
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    rate: int = 20_000
    read_seconds: float = 30.0
    quiet_seconds: float = 60.0


@dataclass(slots=True)
class ConnectionCounter:
    """Counts the open connections of a server by address, and logs errors with few lines, however often they occur."""

    limits: ConnectionLimits
    open: Counter[str] = field(default_factory=Counter)
    _logged: float = -1e9

    def admit(self, address: str) -> bool:
        """Count a connection from `address` and return True; return False if there are too many."""
        limits = self.limits
        if self.open.total() >= limits.most or self.open[address] >= limits.most_of_address:
            self.log(f"too many connections; one from {address} was closed")
            return False
        self.open[address] += 1
        return True

    def release(self, address: str) -> None:
        """Stop counting a connection from `address`."""
        self.open[address] -= 1
        self.open += Counter()  # removes addresses without connections

    def log(self, message: str) -> None:
        """Log one line, unless another line was logged less than `quiet_seconds` ago."""
        now = time.monotonic()
        if now - self._logged >= self.limits.quiet_seconds:
            self._logged = now
            logging.getLogger(__name__).warning("%s", message)


def run_server(
    app: Any, listener: socket.socket, limits: ConnectionLimits | None = None, **config: Any
) -> None:
    """Serve `app` on `listener` until Ctrl-C. `config` is as in `uvicorn.Config`."""
    server = build_server(app, limits, **config)

    async def serve() -> None:
        log_loop_errors(asyncio.get_running_loop(), server.config.http.counter)  # type: ignore[union-attr]
        await server.serve(sockets=[listener])

    asyncio.run(serve())


def log_loop_errors(loop: asyncio.AbstractEventLoop, counter: ConnectionCounter) -> None:
    """Log errors of `loop` with few lines. An error such as too many open files occurs for every new connection."""
    loop.set_exception_handler(
        lambda _, context: counter.log(f"{context.get('message')}: {context.get('exception')}")
    )


def build_server(app: Any, limits: ConnectionLimits | None = None, **config: Any) -> uvicorn.Server:
    """Return a server of `app` with limited connections."""

    class Protocol(_LimitedProtocol):
        counter = ConnectionCounter(limits or ConnectionLimits())

    return uvicorn.Server(uvicorn.Config(app, http=Protocol, server_header=False, lifespan="off", **config))


_TICK = 0.5  # seconds between two checks of a connection


class _LimitedProtocol(H11Protocol):
    """A connection that is checked every `_TICK` seconds and closed if it has been in one state for too long."""

    counter: ConnectionCounter
    _address = ""
    _timer: asyncio.TimerHandle | None = None
    _state: tuple[str, int] = ("", 0)
    _seconds = 0.0
    _received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = str(self.client[0]) if self.client else "this machine"
        if self.counter.admit(address):
            self._address = address
            self._look()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer:
            self._timer.cancel()
        if self._address:
            self.counter.release(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._address:
            self._received += len(data)
            super().data_received(data)

    def _look(self) -> None:
        state = self._describe_state(), id(self.cycle)
        if state != self._state:
            self._state, self._seconds, self._received = state, 0.0, 0
        if self._seconds > self._find_limit(state[0]):
            self.transport.abort()
            return
        self._seconds += _TICK
        self._timer = self.loop.call_later(_TICK, self._look)

    def _describe_state(self) -> str:
        if self.flow.write_paused:
            return "reply"
        if self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused:
            return "body"
        return "headers" if self.conn.their_state is h11.IDLE else ""

    def _find_limit(self, state: str) -> float:
        """Return the seconds that a connection may be in `state`; infinity while the server works on a request."""
        limits = self.counter.limits
        if state == "body":
            return limits.body_seconds + self._received / limits.rate
        return {"headers": limits.header_seconds, "reply": limits.read_seconds}.get(state, float("inf"))
