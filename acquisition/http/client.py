"""Answers of the services and files of papers: tried again with back-off, kept on disk, asked for with conditions."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import tenacity

from ... import __version__
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ...settings import Settings
from .errors import FetchError, NotAvailableError, RateLimitedError, TransientFetchError, WrongFileError
from .rate_limit import RateLimiter, pace_key
from .transport import HttpReply, HttpTransport
from .url_policy import guard_of

T = TypeVar("T")
_ATTEMPTS = 8
_WEB_PAGES = 4  # one after the other instead of a file: no hiccup but a login page
_LONGEST_WAIT = 60.0
_ANSWER_SECONDS = 300.0  # for one answer of a service with all attempts
_LARGEST_ANSWER = 40 * 1024 * 1024
_FRESH_SECONDS = 7 * 86_400.0  # an answer of a service is good for a week
_HOMEPAGE = "https://pypi.org/project/citehop/"


@dataclass(frozen=True, slots=True)
class CachedReply:
    """An answer on disk to the question `key`. `status` 404 keeps that a service does not know something."""

    key: str
    status: int
    when: float
    etag: str = ""
    modified: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Question:
    url: str
    headers: Mapping[str, str]
    body: bytes | None

    @property
    def key(self) -> str:
        return hashlib.sha256(self.url.encode() + b"\n" + (self.body or b"")).hexdigest()[:40]


class ServiceClient:
    """What one run asks the network. `fresh` answers are taken from `kept`, the folder of earlier ones, without asking;
    older ones are asked for with the condition that they changed."""

    def __init__(self, settings: Settings, kept: Path, deadline: float, *, fresh: bool = True) -> None:
        self.settings = settings
        self.deadline = deadline
        self._kept = kept
        self._fresh = fresh
        self._wire = HttpTransport(guard_of(settings), _pacer(settings), user_agent(settings))

    @property
    def is_over(self) -> bool:
        """Whether the time of the whole run is over: what fails from now on says nothing."""
        return time.monotonic() > self.deadline

    def __enter__(self) -> ServiceClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._wire.close()

    def json(
        self,
        url: str,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        posted: object = None,
    ) -> Any:
        """The JSON at `url`, or in reply to `posted` as JSON. Raises FetchError; Missing where the service knows none."""
        body = None if posted is None else json.dumps(posted).encode()
        return self._answer(_Question(_with(url, params), headers or {}, body), json.loads)

    def parsed(self, url: str, params: Mapping[str, str], parse: Callable[[str], T]) -> T:
        """`parse(text)` of what is at `url`; a ValueError of it means that the text is damaged. Raises as `json` does."""
        return self._answer(_Question(_with(url, params), {}, None), parse)

    def _answer(self, question: _Question, parse: Callable[[str], T]) -> T:
        path = self._kept / f"{question.key}.json"
        kept = _read(path, question)
        if kept is None or not self._fresh or time.time() - kept.when > _FRESH_SECONDS:
            kept = self._asked(question, kept, parse)
            write_atomic(path, to_json(kept))
        if kept.status == 404:
            raise NotAvailableError(f"{pace_key(question.url)}: not known there")
        return parse(kept.text)

    def _asked(self, question: _Question, kept: CachedReply | None, parse: Callable[[str], T]) -> CachedReply:
        deadline = min(self.deadline, time.monotonic() + _ANSWER_SECONDS)
        headers = {**question.headers, **(_conditions(kept) if kept else {})}
        url, host = question.url, pace_key(question.url)

        def once() -> CachedReply:
            with self._wire.ask(url, deadline, headers, question.body) as reply:
                if reply.status == 304 and kept is not None:
                    return replace(kept, when=time.time())
                text = _decoded(reply)
            try:
                parse(text)
            except (ValueError, RecursionError) as error:
                raise TransientFetchError(f"{host}: a damaged answer ({error})"[:200]) from error
            etag, modified = reply.headers.get("etag", ""), reply.headers.get("last-modified", "")
            return CachedReply(question.key, 200, time.time(), etag, modified, text)

        try:
            return self.tried(once, deadline)
        except NotAvailableError:
            return CachedReply(question.key, 404, time.time())

    def tried(self, once: Callable[[], T], deadline: float) -> T:
        """`once()`, again while it raises Transient and there is time before `deadline` (of time.monotonic).

        Waits double from `fetch_backoff`, each drawn at random below that bound (full jitter: Brooker, "Exponential
        backoff and jitter", 2015). A Retry-After is kept by the pacer.
        """
        pages = 0

        def again(error: BaseException) -> bool:
            nonlocal pages
            pages = pages + 1 if isinstance(error, WrongFileError) else 0
            return (
                isinstance(error, TransientFetchError)
                and not isinstance(error, RateLimitedError)
                and pages < _WEB_PAGES
            )

        jitter = tenacity.wait_random_exponential(multiplier=self.settings.fetch_backoff, max=_LONGEST_WAIT)
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(again),
            stop=tenacity.stop_after_attempt(_ATTEMPTS)
            | tenacity.stop_before_delay(deadline - time.monotonic()),
            wait=jitter,
            reraise=True,
        )
        return retrying(once)

    def file(self, url: str, deadline: float) -> AbstractContextManager[HttpReply]:
        """One GET of a file, never kept; see `Wire.ask`."""
        return self._wire.ask(url, deadline)


def user_agent(settings: Settings) -> str:
    """Who asks, as the services want to be told."""
    contact = f"; mailto:{settings.email}" if settings.email else ""
    return f"citehop/{__version__} (+{_HOMEPAGE}{contact})"


def _with(url: str, params: Mapping[str, str] | None) -> str:
    return f"{url}?{urlencode(params, safe=':,|/')}" if params else url


def _pacer(settings: Settings) -> RateLimiter:
    arxiv = {"arxiv.org": settings.arxiv_interval, pace_key(settings.arxiv_url): settings.arxiv_interval}
    return RateLimiter(settings.home_path / "pace", arxiv, settings.fetch_interval)


def _read(path: Path, question: _Question) -> CachedReply | None:
    try:
        kept = from_json(CachedReply, path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return kept if kept.key == question.key else None


def _conditions(kept: CachedReply) -> dict[str, str]:
    named = {"If-None-Match": kept.etag, "If-Modified-Since": kept.modified}
    return {name: value for name, value in named.items() if value}


def _decoded(reply: HttpReply) -> str:
    body = bytearray()
    for piece in reply.body:
        body += piece
        if len(body) > _LARGEST_ANSWER:
            raise FetchError(f"{pace_key(reply.url)}: an answer of more than {_LARGEST_ANSWER >> 20} MB")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TransientFetchError(f"{pace_key(reply.url)}: a damaged answer ({error.reason})") from error
