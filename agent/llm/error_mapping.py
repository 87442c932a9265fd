"""Sorting what litellm raises: worth another attempt, or a named error that tells the fix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...acquisition.http.retry_after import parse_retry_after
from ...errors import CitehopError, ConfigurationError
from .errors import ContextWindowError, ModelReplyError
from .litellm_loader import litellm

# 408 time-out, 409 conflict, 425 too early, 429 rate limit: the 4xx that can heal by themselves.
_HEALING = {408, 409, 425, 429}
_PREFIXES = re.compile(
    r"^(?:(?:litellm\.)?\w*(?:Error|Exception)\b\s*[:-]\s*|Timeout Error:\s*|litellm\.Timeout:\s*)+"
)
MESSAGE_LENGTH = 200


class TransientError(Exception):
    """A fault that may be gone at the next attempt; `retry_after` is the server's wish in seconds, if it sent one."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def sort_fault(error: Exception, model: str) -> CitehopError | TransientError:
    """The named error, or the TransientError, that `error` from a call to `model` stands for."""
    known = litellm().exceptions
    message, status, codes = one_line(error), getattr(error, "status_code", None), _codes(error)
    if isinstance(error, known.ContextWindowExceededError) or "context_length_exceeded" in codes:
        return ContextWindowError(
            f"{model}: prompt too long ({message}); use a model with a larger context window"
        )
    if isinstance(error, known.ContentPolicyViolationError):
        return ModelReplyError(f"{model}: refused by the provider's content policy ({message})")
    if "insufficient_quota" in codes:
        return ConfigurationError(
            f"{model}: the account has no quota left ({message}); top it up or change --model"
        )
    if not isinstance(status, int) or status in _HEALING or status >= 500:
        return TransientError(message, parse_retry_after(_headers(error)))
    if status in (401, 403):
        return ConfigurationError(
            f"{model}: access denied ({message}); check the API key and what it may use"
        )
    if status == 404:
        return ConfigurationError(
            f"{model}: no such model or address ({message}); check --model and --api-base"
        )
    return ConfigurationError(f"{model}: the provider refused the request, status {status} ({message})")


def one_line(error: Exception) -> str:
    """The provider's own words: first line, without litellm's prefixes, at most 200 characters."""
    lines = str(error).strip().splitlines()
    text = _PREFIXES.sub("", lines[0]) if lines else ""
    text = text.strip() or type(error).__name__
    return text if len(text) <= MESSAGE_LENGTH else text[: MESSAGE_LENGTH - 3] + "..."


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
