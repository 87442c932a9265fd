"""Map exceptions of litellm to TransientError, which is retried, or to a CitehopError, whose message says how to fix
it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...acquisition.http.retry_after import parse_retry_after
from ...errors import CitehopError, ConfigurationError
from .errors import ContextWindowError, ModelReplyError
from .litellm_loader import litellm

# 408 time-out, 409 conflict, 425 too early, 429 rate limit: the 4xx codes that are transient.
_HEALING = {408, 409, 425, 429}
_PREFIXES = re.compile(
    r"^(?:(?:litellm\.)?\w*(?:Error|Exception)\b\s*[:-]\s*|Timeout Error:\s*|litellm\.Timeout:\s*)+"
)
MESSAGE_LENGTH = 200
_LOST = {
    "RemoteProtocolError",
    "ReadError",
    "ReadTimeout",
    "IncompleteRead",
    "ServerDisconnectedError",
    "TimeoutError",
    "OversizedReplyError",
}
_NEVER_SENT = {"ConnectError", "ConnectTimeout", "ConnectionRefusedError", "gaierror"}
_LONGEST_CHAIN = 20
_KEY_VARIABLE = re.compile(r"(?:_|^)(?:KEY|TOKEN|SECRET)$", re.IGNORECASE)
_SHORTEST_KEY = 8
_LIKE_KEY = re.compile(r"\b(?:sk|pk|rk|key|api|hf|gsk|xai|AIza)[-_][\w-]{12,}|(?<=Bearer )[\w.-]{8,}")
_REMOVED = "(key removed)"


class TransientError(Exception):
    """An error that may be gone at the next attempt; `retry_after` is the wait in seconds that the server asked for, if
    any."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def sort_fault(error: Exception, model: str, secrets: Iterable[str] = ()) -> CitehopError | TransientError:
    """Return a CitehopError or a TransientError for an exception `error` of a call to `model`, without `secrets` in its
    text."""
    known = litellm().exceptions
    if (unsafe := _unsafe_reply(error, model)) is not None:
        return unsafe
    message, status, codes = one_line(error, secrets), getattr(error, "status_code", None), _codes(error)
    if isinstance(error, known.ContextWindowExceededError) or "context_length_exceeded" in codes:
        return ContextWindowError(
            f"{model}: prompt too long ({message}); use a model with a larger context window"
        )
    if isinstance(error, known.ContentPolicyViolationError):
        return ModelReplyError(f"{model}: refused by the provider's content policy ({message})")
    if "insufficient_quota" in codes:
        return ConfigurationError(
            f"{model}: the account has no quota left ({message}); top it up or choose another model"
        )
    if not isinstance(status, int) or status in _HEALING or status >= 500:
        return TransientError(message, parse_retry_after(_headers(error)))
    if status in (401, 403):
        return ConfigurationError(
            f"{model}: access denied ({message}); check the API key and what it may use"
        )
    if status == 404:
        return ConfigurationError(
            f"{model}: no such model or address ({message}); check the names of the model and of its server"
        )
    return ModelReplyError(f"{model}: the provider refused the request, status {status} ({message})")


def one_line(error: Exception, secrets: Iterable[str] = ()) -> str:
    """Return the first line of the provider's message, at most 200 characters, without litellm's prefixes and without
    keys."""
    lines = str(error).strip().splitlines()
    text = _without_keys(_PREFIXES.sub("", lines[0]), secrets) if lines else ""
    text = text.strip() or type(error).__name__
    return text if len(text) <= MESSAGE_LENGTH else text[: MESSAGE_LENGTH - 3] + "..."


def is_lost_reply(error: Exception) -> bool:
    """True if the request was sent and the connection ended before a whole reply came: it may have been billed."""
    chain = [type(cause).__name__ for cause in _causes(error)]
    return bool(_LOST.intersection(chain)) and not _NEVER_SENT.intersection(chain)


def _unsafe_reply(error: Exception, model: str) -> CitehopError | None:
    """Return the error for a reply that `reply_guard` stopped; None for any other exception."""
    from .reply_guard import ForeignRedirectError, OversizedReplyError

    for cause in _causes(error):
        if isinstance(cause, OversizedReplyError):
            return ModelReplyError(f"{model}: its server sent {cause}; use another server")
        if isinstance(cause, ForeignRedirectError):
            return ModelReplyError(
                f"{model}: its server sends requests on to {cause}; if you trust that host, name it with --api-base"
            )
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield `error`, the exception that caused it, the cause of that exception, and so on."""
    current: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        if current is None:
            return
        yield current
        current = current.__cause__ or current.__context__


def _without_keys(text: str, secrets: Iterable[str]) -> str:
    """Replace configured keys, keys in environment variables, and any text that looks like a key."""
    in_environment = (value for name, value in os.environ.items() if _KEY_VARIABLE.search(name))
    for secret in sorted({*secrets, *in_environment}, key=len, reverse=True):
        if len(secret) >= _SHORTEST_KEY:
            text = text.replace(secret, _REMOVED)
    return _LIKE_KEY.sub(_REMOVED, text)


def _headers(error: Exception) -> Mapping[str, str]:
    attached = getattr(error, "litellm_response_headers", None)
    response: Any = getattr(error, "response", None)
    return dict(attached or getattr(response, "headers", None) or {})


def _codes(error: BaseException | None) -> set[str]:
    """Return OpenAI's error codes, which are found in the exceptions that litellm replaced by its own."""
    codes = set()
    while error is not None:
        codes.add(str(getattr(error, "code", "")))
        error = error.__context__
    return codes
