"""Send one HTTP request: checked, rate limited, limited in time. Redirects are followed here, each checked like the
first URL.

httpx over this backend was tried and rejected. It takes an adapter of 21 lines (a `BaseTransport` and its stream) and
would replace the 8 lines of `encode_url`, except that it accepts ports beyond 65535. Rate limits, redirects that are
checked one by one, and status codes would remain here in any case.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpcore

from ...errors import UnreachableError
from ..workers import map_in_threads
from .connections import RequestDeadline, find_proxy, is_reachable, open_pool
from .errors import FetchError, NotAvailableError, PaywallError, TransientFetchError
from .rate_limit import RateLimiter, host_key
from .retry_after import parse_retry_after
from .url_policy import UrlPolicy, encode_url

_MAX_REDIRECTS = 6
_CONNECT_SECONDS = 20.0
_FIRST_CONNECT_SECONDS = 4.0  # until a server was reached, because a user without a network waits this long
_PROBE_SECONDS = 2.5  # time to reach the other servers after the first cannot be reached
_READ_SECONDS = 60.0  # longest time without a single byte
_LONGEST_WAIT = 3600.0  # longest wait for the turn of a host that others hold
_REDIRECT = {301, 302, 303, 307, 308}
_TRANSIENT = {408, 409, 423, 425, 429}  # the transient 4xx codes
_DENIED = {401, 402, 403, 451}


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response: its status, its headers (names in lower case), and its body as an iterator over the bytes as they
    arrive.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: Iterator[bytes]


class HttpTransport:
    """The connections of one run, which ends at `end` (seconds of time.monotonic). Close it after use. It is
    thread-safe.

    If neither the first server nor any of `probes` (URLs of other servers) can be reached, the machine has no network.
    """

    def __init__(
        self,
        policy: UrlPolicy,
        limiter: RateLimiter,
        agent: str,
        probes: Sequence[str] = (),
        end: float = math.inf,
    ) -> None:
        self._policy = policy
        self._limiter = limiter
        self._agent = agent
        self._probes = tuple(probes)
        self._end = end
        self._has_network = False
        self._deadline = RequestDeadline()
        self._pools: dict[str, httpcore.ConnectionPool] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close every connection."""
        for pool in self._pools.values():
            pool.close()

    @contextmanager
    def request(
        self, url: str, deadline: float, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Iterator[HttpResponse]:
        """Yield the response (status 200 or 304) to a GET, or to a POST of `body`. The host's turn is held until the
        context ends.

        Everything from connecting to the last byte ends by `deadline` (seconds of time.monotonic), not counting the
        time in which others have the turn of the host. `headers` and `body` go only to the host of `url`, not to other
        hosts that it redirects to. Raises the subclass of FetchError that fits; UnreachableError without a network.
        """
        first = host_key(url)
        for _ in range(_MAX_REDIRECTS):
            self._policy.check(url)
            is_first = host_key(url) == first
            sent = (headers or {}, body) if is_first else ({}, None)
            latest = max(deadline, min(self._end, time.monotonic() + _LONGEST_WAIT))
            with (
                self._limiter.turn(url, deadline, latest) as own_deadline,
                self._send(url, *sent, own_deadline) as response,
            ):
                if response.status not in _REDIRECT:
                    self._raise_for_status(response)
                    yield response
                    return
                location = response.headers.get("location", "")
            if not location:
                raise FetchError(f"{host_key(url)}: a redirect without a target")
            url = self._policy.redirect(url, location)
        raise FetchError(f"{host_key(url)}: more than {_MAX_REDIRECTS} redirects")

    @contextmanager
    def _send(
        self, url: str, headers: Mapping[str, str], body: bytes | None, deadline: float
    ) -> Iterator[HttpResponse]:
        remaining = max(0.05, deadline - time.monotonic())
        patience = _CONNECT_SECONDS if self._has_network else _FIRST_CONNECT_SECONDS
        connect, read = min(patience, remaining), min(_READ_SECONDS, remaining)
        timeout = {"connect": connect, "read": read, "write": read, "pool": remaining}
        sent = {"User-Agent": self._agent, "Accept-Encoding": "identity", **headers}
        if body is not None:
            sent["Content-Type"] = "application/json"
        host = host_key(url)
        self._deadline.begin(deadline)
        try:
            with self._pool(url).stream(
                "GET" if body is None else "POST",
                encode_url(url),
                headers=list(sent.items()),
                content=body,
                extensions={"timeout": timeout},
            ) as response:
                self._has_network = True
                received = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in response.headers}
                yield HttpResponse(url, response.status, received, response.iter_stream())
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            self._require_network(host)
            raise TransientFetchError(f"{host}: connection failed ({_describe(error)})"[:200]) from error
        except httpcore.TimeoutException as error:
            raise TransientFetchError(f"{host}: no answer in time ({_describe(error)})"[:200]) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise TransientFetchError(f"{host}: connection failed ({_describe(error)})"[:200]) from error
        except (httpcore.UnsupportedProtocol, httpcore.ProxyError) as error:
            raise FetchError(f"{host}: {error}"[:200]) from error

    def _require_network(self, host: str) -> None:
        """Raise UnreachableError if no server was reached in this run and no probe can be reached."""
        with self._lock:
            if self._has_network or not self._probes:
                return
            results = map_in_threads(lambda url: is_reachable(url, _PROBE_SECONDS), self._probes)
            self._has_network = any(results)
        if not self._has_network:
            raise UnreachableError(
                f"{host} cannot be reached, nor any other service; check the network, then run the command again"
            )

    def _pool(self, url: str) -> httpcore.ConnectionPool:
        """Return the connections for `url`: one pool per proxy, and one for direct connections."""
        proxy = find_proxy(url)
        with self._lock:
            if proxy not in self._pools:
                self._pools[proxy] = open_pool(url, self._policy, self._deadline)
            return self._pools[proxy]

    def _raise_for_status(self, response: HttpResponse) -> None:
        """Raise the error that fits a status other than 200 and 304."""
        status, host = response.status, host_key(response.url)
        if status in (200, 304):
            return
        if status in _TRANSIENT or status >= 500:
            wait = parse_retry_after(response.headers)
            if wait is not None:
                self._limiter.pause(response.url, wait)
            raise TransientFetchError(f"{host}: status {status}", wait)
        if status in _DENIED:
            raise PaywallError(f"{host}: access denied (status {status})")
        if status in (404, 410):
            raise NotAvailableError(f"{host}: not there (status {status})")
        raise FetchError(f"{host}: status {status}")


def _describe(error: Exception) -> str:
    return str(error) or type(error).__name__
