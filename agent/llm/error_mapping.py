"""Map exceptions of litellm to transient faults, which are retried, and named errors, which state the fix."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
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
}
_NEVER_SENT = {"ConnectError", "ConnectTimeout", "ConnectionRefusedError", "gaierror"}
_LONGEST_CHAIN = 20
_KEY_VARIABLE = re.compile(r"(?:_|^)(?:KEY|TOKEN|SECRET)$", re.IGNORECASE)
_SHORTEST_KEY = 8
_LIKE_KEY = re.compile(r"\b(?:sk|pk|rk|key|api|hf|gsk|xai|AIza)[-_][\w-]{12,}|(?<=Bearer )[\w.-]{8,}")
_REMOVED = "(key removed)"


class TransientError(Exception):
    """A fault that may be gone at the next attempt; `retry_after` is the server's wish in seconds, if it sent one."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def sort_fault(error: Exception, model: str, secrets: Iterable[str] = ()) -> CitehopError | TransientError:
    """Return the named error or the TransientError for `error` from a call to `model`; `secrets` never appear in it."""
    known = litellm().exceptions
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
    return ConfigurationError(f"{model}: the provider refused the request, status {status} ({message})")


def one_line(error: Exception, secrets: Iterable[str] = ()) -> str:
    """The first line of the provider's message, without litellm's prefixes and without keys, at most 200 characters."""
    lines = str(error).strip().splitlines()
    text = _without_keys(_PREFIXES.sub("", lines[0]), secrets) if lines else ""
    text = text.strip() or type(error).__name__
    return text if len(text) <= MESSAGE_LENGTH else text[: MESSAGE_LENGTH - 3] + "..."


def is_lost_reply(error: Exception) -> bool:
    """True if the request was sent and the connection ended before a whole reply came: it may have been billed."""
    chain: list[str] = []
    current: BaseException | None = error
    while current is not None and len(chain) < _LONGEST_CHAIN:
        chain.append(type(current).__name__)
        current = current.__cause__ or current.__context__
    return bool(_LOST.intersection(chain)) and not _NEVER_SENT.intersection(chain)


def _without_keys(text: str, secrets: Iterable[str]) -> str:
    """Replace configured keys, keys of the environment, and any text in the form of a key."""
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
    """OpenAI's own error codes, which litellm leaves behind in the exceptions that it replaced."""
    codes = set()
    while error is not None:
        codes.add(str(getattr(error, "code", "")))
        error = error.__context__
    return codes
