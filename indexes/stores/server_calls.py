"""Calls to a Qdrant server: the client, retries, and errors in words that users understand."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TypeVar

from qdrant_client import QdrantClient
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_exponential

from ...errors import CitehopError, ConfigurationError, UnreachableError
from ...settings import Settings
from .address import check_server

T = TypeVar("T")
_SECONDS = 60  # time limit of one call; writing a batch to a busy server may take several seconds
_PATIENCE = 4.0  # seconds during which a failed call is repeated; a restart of the server is shorter
_OVERLOADED = (429, 502, 503, 504)  # a later call may succeed


class MissingCollectionError(ConfigurationError):
    """The server replied that it has no such collection. No other error proves this."""


def connect(url: str, settings: Settings) -> QdrantClient:
    """Return a client of the server at `url`.

    Raises ConfigurationError if `url` is not an address, or if `check_server` refuses it.
    """
    check_server(url, settings)
    key = settings.qdrant_api_key or None
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "Api key is used with an insecure connection"
            )  # `check_server` has decided that this is allowed
            return QdrantClient(url=url, api_key=key, timeout=_SECONDS, check_compatibility=False)
    except ValueError as error:
        raise ConfigurationError(f"qdrant_url {url!r} is not an address ({error})") from error


def check_connection(settings: Settings) -> None:
    """Ask the Qdrant server of `settings` for its collections, once. Raises what `connect` and `call_server` raise."""
    try:
        call_server("", connect(settings.qdrant_url, settings).get_collections, patience=0.0)
    except UnreachableError as error:
        raise UnreachableError(f"{settings.qdrant_url}: {error}") from error


def call_server(name: str, call: Callable[[], T], *, patience: float = _PATIENCE) -> T:
    """Return the result of `call`, which concerns the collection `name` and may be repeated without harm.

    A call is repeated for `patience` seconds if there is no reply or the server is overloaded. Raises
    MissingCollectionError only if the server says so, UnreachableError if it does not reply or fails, and
    ConfigurationError for any other error.
    """
    retrying = Retrying(
        stop=stop_after_delay(patience),
        wait=wait_exponential(0.1, max=1.0),
        retry=retry_if_exception(_may_pass),
        reraise=True,
    )
    try:
        return retrying(call)
    except Exception as error:  # the transport, the server and the client raise different exceptions
        raise _describe(name, error) from error


def _may_pass(error: BaseException) -> bool:
    if isinstance(error, UnexpectedResponse):
        return error.status_code in _OVERLOADED
    return isinstance(error, ResponseHandlingException)


def _describe(name: str, error: Exception) -> CitehopError:
    """Return the exception of citehop for an `error` of the client."""
    if isinstance(error, CitehopError):
        return error
    if isinstance(error, UnexpectedResponse):
        return _describe_response(name, error)
    if isinstance(error, ResponseHandlingException):
        return UnreachableError(
            f"the Qdrant server does not reply ({error}); start it, or correct qdrant_url (--qdrant-url)"
        )
    cause = str(error).strip().partition("\n")[0] or type(error).__name__
    if cause == f"Collection {name} not found":  # the error of the client's engine in memory
        return _missing(name)
    return ConfigurationError(f"Qdrant, collection {name}: {cause}; check qdrant_url and qdrant_api_key")


def _describe_response(name: str, error: UnexpectedResponse) -> CitehopError:
    status, cause = error.status_code or 0, _cause(error)
    about = f"Qdrant, collection {name}: " if name else "Qdrant: "
    if status == 404:
        return _missing(name)
    if status == 401:
        return ConfigurationError(f"{about}qdrant_api_key is missing or wrong ({cause})")
    if status == 403:
        return ConfigurationError(
            f"{about}this qdrant_api_key may not do this, perhaps it may only read ({cause})"
        )
    if status >= 500 or status in _OVERLOADED:
        return UnreachableError(
            f"{about}the server fails ({status}: {cause}); nothing was deleted, try again later"
        )
    return ConfigurationError(f"{about}the server refuses the call ({status}: {cause})")


def _missing(name: str) -> MissingCollectionError:
    return MissingCollectionError(
        f"Qdrant has no collection {name}; run citehop index, which restores it from the cluster's folder"
    )


def _cause(error: UnexpectedResponse) -> str:
    """Return the reason in the body of a response, on one line."""
    try:
        text = error.structured()["status"]["error"]
    except (ValueError, KeyError, TypeError):
        text = error.reason_phrase
    return " ".join(str(text).split())[:200]
