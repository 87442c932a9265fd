"""Open connections that keep to the URL policy and to one deadline per request.

Each host name is resolved once, and the connection goes to the address that was checked, so a name cannot change its
meaning in between. httpcore, a part of httpx, has a public interface for that (a network backend). httpcore's time-outs
start anew for every read, so a server that drips headers, chunk extensions or 1xx responses could hold a request
indefinitely. Here, every read and write of a thread also ends at the deadline of the request that the thread is making.
"""

from __future__ import annotations

import contextlib
import math
import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore

from .errors import UnsafeUrlError
from .url_policy import UrlPolicy, is_private

_MAX_CONNECTIONS = 16
_SLOWEST = 1000  # least bytes per second; a slower server would block its host for other requests
_TRIAL_SHARE = 1 / 6  # share of a request's time in which an answer may be slower


class RequestDeadline(threading.local):
    """The end of the current thread's request, in seconds of time.monotonic, and a count of the bytes received."""

    end = math.inf
    _first = math.inf  # time of the first byte
    _received = 0
    _trial = math.inf  # seconds from the first byte after which an answer must arrive fast enough

    def begin(self, end: float) -> None:
        """Start the clock of a request that must end at `end`."""
        self.end, self._first, self._received = end, math.inf, 0
        self._trial = (end - time.monotonic()) * _TRIAL_SHARE

    def count(self, received: bytes) -> None:
        """Count the bytes `received` of the answer."""
        self._first = min(self._first, time.monotonic())
        self._received += len(received)

    def limit(self, timeout: float | None) -> float:
        """Return the time-out in seconds for the next operation: `timeout`, or the time left if that is less or
        `timeout` is None.

        Raises httpcore.TimeoutException if no time is left or the answer arrives too slowly.
        """
        now = time.monotonic()
        remaining = self.end - now
        if remaining <= 0:
            raise httpcore.ReadTimeout("the time limit of the request is over")
        if now - self._first > self._trial and self._received < (now - self._first) * _SLOWEST:
            raise httpcore.ReadTimeout(f"the answer arrives at less than {_SLOWEST} bytes a second")
        return remaining if timeout is None else min(timeout, remaining)


def open_pool(url: str, policy: UrlPolicy, deadline: RequestDeadline) -> httpcore.ConnectionPool:
    """Open connections for `url` within `policy`, either direct or through the proxy that the environment names.

    A proxy resolves names itself, so only addresses written as numbers are checked there.
    """
    if proxy := find_proxy(url):
        parts = urlsplit(proxy)
        login = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        bare = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        backend = _Backend(None, deadline)
        return httpcore.HTTPProxy(
            proxy_url=bare, proxy_auth=login, max_connections=_MAX_CONNECTIONS, network_backend=backend
        )
    return httpcore.ConnectionPool(
        network_backend=_Backend(policy, deadline), max_connections=_MAX_CONNECTIONS
    )


def find_proxy(url: str) -> str:
    """Return the proxy that the environment names for `url`, or ""."""
    parts = urlsplit(url)
    proxy = "" if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme, "")
    return proxy if "://" in proxy or not proxy else f"http://{proxy}"


class _Backend(httpcore.NetworkBackend):
    """Resolves a host, checks its addresses against `policy` (None for a proxy), and connects to the address that was
    checked.
    """

    def __init__(self, policy: UrlPolicy | None, deadline: RequestDeadline) -> None:
        self._policy = policy
        self._deadline = deadline
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = _resolve(host, port, self._deadline.limit(timeout))
        if self._policy and not self._policy.is_trusted(host, port):
            for address in addresses:
                if is_private(address):
                    raise UnsafeUrlError(f"{host} has the private address {address} (setting trusted_hosts)")
        last: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                limit = self._deadline.limit(timeout)
                stream = self._sockets.connect_tcp(address, port, limit, local_address, socket_options)
                return _Stream(stream, self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


class _Stream(httpcore.NetworkStream):
    """A connection whose reads and writes all end at the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: RequestDeadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        received = self._stream.read(max_bytes, self._deadline.limit(timeout))
        self._deadline.count(received)
        return received

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.limit(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        limit = self._deadline.limit(timeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, limit), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def is_reachable(url: str, seconds: float) -> bool:
    """True if the server of `url`, or the proxy for it, accepts a connection within `seconds`."""
    parts = urlsplit(find_proxy(url) or url)
    port = parts.port or (80 if parts.scheme == "http" else 443)
    end = time.monotonic() + seconds
    try:
        for address in _resolve(parts.hostname or "", port, seconds):
            with (
                contextlib.suppress(OSError),
                socket.create_connection((address, port), max(0.1, end - time.monotonic())),
            ):
                return True
    except (httpcore.ConnectError, httpcore.ConnectTimeout):
        pass
    return False


def _resolve(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of `host`, each once, in the resolver's order. Raises httpcore.ConnectError or
    ConnectTimeout.

    The system's resolver has no time limit, so it runs in a thread that is abandoned after `seconds`.
    """
    answers: queue.SimpleQueue[list[Any] | BaseException] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except BaseException as error:
            answers.put(error)

    threading.Thread(target=look_up, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise httpcore.ConnectTimeout(f"{host}: the name service does not answer") from None
    if isinstance(answer, (OSError, UnicodeError)):
        raise httpcore.ConnectError(f"{host}: no such host ({answer})") from answer
    if isinstance(answer, BaseException):
        raise answer
    return list(dict.fromkeys(str(info[4][0]) for info in answer))
