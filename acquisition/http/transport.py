"""One request over the network: checked, paced, bounded in size and time, redirects followed by hand."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import httpcore

from .errors import FetchError, NotAvailableError, PaywallError, TransientFetchError, UnsafeUrlError
from .rate_limit import RateLimiter, pace_key
from .retry_after import retry_after
from .url_policy import UrlPolicy, pool_for, proxy_for

_REDIRECTS = 6
_CONNECT_SECONDS = 20.0
_SILENCE_SECONDS = 60.0  # between two pieces of a body
_HEALING = {408, 409, 423, 425, 429}  # the 4xx that can heal by themselves


@dataclass(frozen=True, slots=True)
class HttpReply:
    """The head of a reply, names of headers in lower case, and its body as it comes."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: Iterator[bytes]


class HttpTransport:
    """Connections for one run; to be closed. Safe to use from several threads."""

    def __init__(self, guard: UrlPolicy, pacer: RateLimiter, agent: str) -> None:
        self._guard = guard
        self._pacer = pacer
        self._agent = agent
        self._pools: dict[str, httpcore.ConnectionPool] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close every connection."""
        for pool in self._pools.values():
            pool.close()

    @contextmanager
    def ask(
        self, url: str, deadline: float, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Iterator[HttpReply]:
        """The reply (200 or 304) to one GET, or to one POST of `body`, with the turn at its host held until it was read.

        `headers` and `body` go to the host of `url` alone, not to where it redirects. Raises Transient, Walled, Missing, Unsafe
        or FetchError, by status and by what went wrong.
        """
        first = pace_key(url)
        for _ in range(_REDIRECTS):
            self._guard.check(url)
            own = dict(headers or {}) if pace_key(url) == first else {}
            sent = body if pace_key(url) == first else None
            with self._pacer.turn(url, deadline), self._asked(url, own, deadline, sent) as reply:
                if reply.status not in (301, 302, 303, 307, 308):
                    self._sort(url, reply)
                    yield reply
                    return
                url = _target(url, reply)
        raise FetchError(f"{pace_key(url)}: more than {_REDIRECTS} redirects")

    @contextmanager
    def _asked(
        self, url: str, headers: Mapping[str, str], deadline: float, body: bytes | None
    ) -> Iterator[HttpReply]:
        left = max(0.05, deadline - time.monotonic())
        silence = min(_SILENCE_SECONDS, left)
        timeout = {"connect": min(_CONNECT_SECONDS, left), "read": silence, "write": silence, "pool": left}
        sent = {"User-Agent": self._agent, "Accept-Encoding": "identity", **headers}
        if body is not None:
            sent["Content-Type"] = "application/json"
        host = pace_key(url)
        try:
            with self._pool(url).stream(
                "GET" if body is None else "POST",
                ascii_url(url),
                headers=list(sent.items()),
                content=body,
                extensions={"timeout": timeout},
            ) as response:
                heads = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in response.headers}
                yield HttpReply(url, response.status, heads, _within(response.iter_stream(), deadline, host))
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            kind = (
                "no answer in time" if isinstance(error, httpcore.TimeoutException) else "connection failed"
            )
            raise TransientFetchError(
                f"{host}: {kind} ({str(error) or type(error).__name__})"[:200]
            ) from error
        except (httpcore.UnsupportedProtocol, httpcore.ProxyError) as error:
            raise FetchError(f"{host}: {error}"[:200]) from error

    def _pool(self, url: str) -> httpcore.ConnectionPool:
        proxy = proxy_for(url)
        with self._lock:
            if proxy not in self._pools:
                self._pools[proxy] = pool_for(url, self._guard)
            return self._pools[proxy]

    def _sort(self, url: str, reply: HttpReply) -> None:
        """Raise what a status other than success means."""
        status, host = reply.status, pace_key(url)
        if status in (200, 304):
            return
        if status in _HEALING or status >= 500:
            wait = retry_after(reply.headers)
            if wait is not None:
                self._pacer.pause(url, wait)
            raise TransientFetchError(f"{host}: status {status}", wait)
        if status in (401, 402, 403, 451):
            raise PaywallError(f"{host}: access denied (status {status})")
        if status in (404, 410):
            raise NotAvailableError(f"{host}: not there (status {status})")
        raise FetchError(f"{host}: status {status}")


def ascii_url(url: str) -> str:
    """`url` as it goes over the wire: host in IDNA, what is not ASCII percent-encoded, no fragment."""
    parts = urlsplit(url)
    host = parts.netloc.encode("idna").decode("ascii") if not parts.netloc.isascii() else parts.netloc
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._") or "/"
    return urlunsplit((parts.scheme, host, path, quote(parts.query, safe="/%:@!$&'()*+,;=~-._?|"), ""))


def _target(url: str, reply: HttpReply) -> str:
    location = reply.headers.get("location", "")
    if not location:
        raise FetchError(f"{pace_key(url)}: a redirect to nowhere")
    target = urljoin(url, location)
    if urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https":
        raise UnsafeUrlError(f"{pace_key(url)}: redirects from https to {target[:100]}")
    return target


def _within(body: Iterator[bytes], deadline: float, host: str) -> Iterator[bytes]:
    for piece in body:
        if time.monotonic() > deadline:
            raise TransientFetchError(f"{host}: too slow for the time limit")
        yield piece
