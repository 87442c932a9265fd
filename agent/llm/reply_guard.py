"""Limits for what a model server may send, set on litellm's HTTP clients: size, compression, redirects."""

from __future__ import annotations

from collections.abc import Iterator

import httpx

from .time_limit import is_abandoned

MOST_BYTES = 16 * 2**20  # largest reply; 10,000 streamed tokens with log-probabilities are about 10 MB


class OversizedReplyError(Exception):
    """The server sends more bytes than the limit, or a compressed reply, whose unpacked size is unknown."""


class ForeignRedirectError(Exception):
    """The server redirects the request to another host."""


class AbandonedError(Exception):
    """The caller no longer waits for the reply."""


def guard_client(client: httpx.Client) -> httpx.Client:
    """Set limits for every reply on `client` and return it. Redirects within one host are still followed."""
    client.event_hooks = {"request": [_ask_uncompressed], "response": [_limit_reply]}
    return client


def _ask_uncompressed(request: httpx.Request) -> None:
    request.headers["accept-encoding"] = "identity"


def _limit_reply(response: httpx.Response) -> None:
    if response.has_redirect_location:
        target = response.request.url.join(response.headers["location"])
        if (target.scheme, target.host, target.port) != _origin(response.request.url):
            raise ForeignRedirectError(f"{target.scheme}://{target.host}")
    if response.headers.get("content-encoding", "identity") != "identity":
        raise OversizedReplyError("a compressed reply, which was not asked for")
    assert isinstance(response.stream, httpx.SyncByteStream)
    response.stream = _LimitedStream(response.stream)


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


class _LimitedStream(httpx.SyncByteStream):
    """The bytes of a reply, up to MOST_BYTES and as long as the caller waits for them."""

    def __init__(self, stream: httpx.SyncByteStream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        left = MOST_BYTES
        for part in self._stream:
            left -= len(part)
            if left < 0:
                raise OversizedReplyError(f"more than {MOST_BYTES >> 20} MB")
            if is_abandoned():
                raise AbandonedError
            yield part

    def close(self) -> None:
        self._stream.close()
