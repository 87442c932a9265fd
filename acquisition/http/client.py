"""Request answers of services, and files, with retries and backoff. Answers are cached on disk and revalidated."""

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
from .rate_limit import RateLimiter, host_key
from .transport import HttpResponse, HttpTransport
from .url_policy import SERVICE_URLS, load_url_policy

T = TypeVar("T")
_ATTEMPTS = 8
_MAX_WEB_PAGES = 4  # this many web pages in a row instead of a file are a login page, not a temporary error
_MAX_WAIT = 60.0
_ANSWER_SECONDS = 300.0  # time limit of one answer of a service, including all attempts
_MAX_ANSWER_BYTES = 40 * 1024 * 1024
_FRESH_SECONDS = 7 * 86_400.0  # an answer of a service is good for a week
_HOMEPAGE = "https://pypi.org/project/citehop/"


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A cached answer to the request `key`, received at `when` (seconds since 1970).

    `status` is 200, or 404 if the service does not know the requested item.
    """

    key: str
    status: int
    when: float
    etag: str = ""
    modified: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class _ServiceRequest:
    url: str
    headers: Mapping[str, str]
    body: bytes | None

    @property
    def key(self) -> str:
        return hashlib.sha256(self.url.encode() + b"\n" + (self.body or b"")).hexdigest()[:40]


class ServiceClient:
    """The network access of one run.

    If `fresh` is true, answers of the last week are taken from the folder `cache` without a request. Other cached
    answers are revalidated by conditional requests.
    """

    def __init__(self, settings: Settings, cache: Path, deadline: float, *, fresh: bool = True) -> None:
        self.settings = settings
        self.deadline = deadline
        self._cache = cache
        self._fresh = fresh
        self._transport = HttpTransport(
            load_url_policy(settings),
            _rate_limiter(settings),
            user_agent(settings),
            [getattr(settings, name) for name in SERVICE_URLS],
            deadline,
        )

    @property
    def expired(self) -> bool:
        """True if the time of the whole run is over, so that failures from now on mean nothing."""
        return time.monotonic() > self.deadline

    def __enter__(self) -> ServiceClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    def get_json(
        self,
        url: str,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        posted: object = None,
    ) -> Any:
        """Return the JSON at `url`, or the answer to a POST of `posted` as JSON.

        Raises FetchError; in particular, NotAvailableError for status 404 or 410.
        """
        body = None if posted is None else json.dumps(posted).encode()
        return self._answer(_ServiceRequest(_add_params(url, params), headers or {}, body), json.loads)

    def get_parsed(self, url: str, params: Mapping[str, str], parse: Callable[[str], T]) -> T:
        """Return `parse(text)` of the answer at `url`. A ValueError raised by `parse` means a damaged answer.

        Raises the same errors as `get_json`.
        """
        return self._answer(_ServiceRequest(_add_params(url, params), {}, None), parse)

    def post_json(self, url: str, posted: object, headers: Mapping[str, str], deadline: float) -> Any:
        """Return the decoded JSON answer to a POST of `posted`, which is never cached.

        The request is sent again after a failure, so it must not matter how often it arrives. Raises FetchError.
        """
        body = json.dumps(posted).encode()

        def attempt() -> Any:
            with self._transport.request(url, deadline, headers, body) as response:
                text = _decode(response)
            try:
                return json.loads(text)
            except (ValueError, RecursionError) as error:
                raise TransientFetchError(f"{host_key(url)}: a damaged answer ({error})"[:200]) from error

        return self.retry(attempt, deadline)

    def _answer(self, request: _ServiceRequest, parse: Callable[[str], T]) -> T:
        path = self._cache / f"{request.key}.json"
        cached = _read_cached(path, request)
        if cached is None or not self._fresh or not 0 <= time.time() - cached.when <= _FRESH_SECONDS:
            cached = self._fetch(request, cached, parse)
            write_atomic(path, to_json(cached))
        if cached.status == 404:
            raise NotAvailableError(f"{host_key(request.url)}: not known there")
        return parse(cached.text)

    def _fetch(
        self, request: _ServiceRequest, cached: CachedReply | None, parse: Callable[[str], T]
    ) -> CachedReply:
        deadline = min(self.deadline, time.monotonic() + _ANSWER_SECONDS)
        headers = {**request.headers, **(_conditions(cached) if cached else {})}
        host = host_key(request.url)

        def attempt() -> CachedReply:
            with self._transport.request(request.url, deadline, headers, request.body) as response:
                if response.status == 304 and cached is not None:
                    return replace(cached, when=time.time())
                text = _decode(response)
            try:
                parse(text)
            except (ValueError, RecursionError) as error:
                raise TransientFetchError(f"{host}: a damaged answer ({error})"[:200]) from error
            etag, modified = response.headers.get("etag", ""), response.headers.get("last-modified", "")
            return CachedReply(request.key, 200, time.time(), etag, modified, text)

        try:
            return self.retry(attempt, deadline)
        except NotAvailableError:
            return CachedReply(request.key, 404, time.time())

    def retry(self, attempt: Callable[[], T], deadline: float) -> T:
        """Return `attempt()`, repeated while it raises TransientFetchError and `deadline` (time.monotonic) has not
        passed.

        The upper bound of the wait starts at `fetch_backoff` seconds and doubles; the wait is drawn at random below it
        (full jitter: Brooker, "Exponential backoff and jitter", 2015). The rate limiter enforces Retry-After.
        """
        pages = 0

        def is_worth_repeating(error: BaseException) -> bool:
            nonlocal pages
            pages = pages + 1 if isinstance(error, WrongFileError) else 0
            return (
                isinstance(error, TransientFetchError)
                and not isinstance(error, RateLimitedError)
                and pages < _MAX_WEB_PAGES
            )

        jitter = tenacity.wait_random_exponential(multiplier=self.settings.fetch_backoff, max=_MAX_WAIT)
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(is_worth_repeating),
            stop=tenacity.stop_after_attempt(_ATTEMPTS)
            | tenacity.stop_before_delay(deadline - time.monotonic()),
            wait=jitter,
            reraise=True,
        )
        return retrying(attempt)

    def open_file(self, url: str, deadline: float) -> AbstractContextManager[HttpResponse]:
        """Send one GET request for a file, which is never cached; see `HttpTransport.request`."""
        return self._transport.request(url, deadline)


def user_agent(settings: Settings) -> str:
    """Return the User-Agent header, with a contact address as the services request."""
    contact = f"; mailto:{settings.email}" if settings.email else ""
    return f"citehop/{__version__} (+{_HOMEPAGE}{contact})"


def _add_params(url: str, params: Mapping[str, str] | None) -> str:
    return f"{url}?{urlencode(params, safe=':,|/')}" if params else url


def _rate_limiter(settings: Settings) -> RateLimiter:
    arxiv = {"arxiv.org": settings.arxiv_interval, host_key(settings.arxiv_url): settings.arxiv_interval}
    return RateLimiter(settings.home_path / "pace", arxiv, settings.fetch_interval)


def _read_cached(path: Path, request: _ServiceRequest) -> CachedReply | None:
    try:
        cached = from_json(CachedReply, path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return cached if cached.key == request.key else None


def _conditions(cached: CachedReply) -> dict[str, str]:
    """Return the headers of a conditional request, which is answered in full only if the cached answer has changed."""
    headers = {"If-None-Match": cached.etag, "If-Modified-Since": cached.modified}
    return {name: value for name, value in headers.items() if value}


def _decode(response: HttpResponse) -> str:
    body = bytearray()
    for part in response.body:
        body += part
        if len(body) > _MAX_ANSWER_BYTES:
            raise FetchError(f"{host_key(response.url)}: an answer of more than {_MAX_ANSWER_BYTES >> 20} MB")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TransientFetchError(f"{host_key(response.url)}: a damaged answer ({error.reason})") from error
