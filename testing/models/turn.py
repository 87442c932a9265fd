"""One scripted turn of the model server: its text, its delay, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...agent.llm.types import TokenLogprob, ToolCall

Fault = Literal["", "drop", "cut", "garbage", "empty", "endless", "oversized", "compressed"]


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """The response to one request.

    `delay`: seconds before the first byte; `pace`: seconds between streamed words.
    `status` other than 200 sends an error with `text` as its message and `code` as the provider's error code.
    `fault`: "drop" closes the connection without a byte, "cut" closes it half way through the body, "garbage"
    sends a body that is not JSON, "empty" sends a reply without choices, "endless" repeats the words until the client leaves,
    "oversized" sends blanks likewise, and "compressed" sends 16 MB of them as some kilobytes.
    `tokens`: (prompt, completion) to report; None counts four characters as one token.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[TokenLogprob, ...] = ()
    finish: str = ""
    status: int = 200
    code: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    pace: float = 0.0
    fault: Fault = ""
    tokens: tuple[int, int] | None = None


def rate_limited(retry_after: str = "") -> ScriptedTurn:
    """Status 429. `retry_after` is the header's text: seconds, an HTTP date, or "" for no header."""
    headers = (("Retry-After", retry_after),) if retry_after else ()
    return ScriptedTurn("rate limit reached", status=429, code="rate_limit_exceeded", headers=headers)


def server_error(status: int = 500) -> ScriptedTurn:
    """Status 500 or another 5xx."""
    return ScriptedTurn("the server had an error", status=status, code="server_error")


def refused(status: int, text: str, code: str = "") -> ScriptedTurn:
    """A 4xx status that is not transient."""
    return ScriptedTurn(text, status=status, code=code)


def dropped() -> ScriptedTurn:
    """The connection closes without an answer."""
    return ScriptedTurn(fault="drop")


def cut_off(text: str = "the beginning of an answer that never ends") -> ScriptedTurn:
    """The connection closes in the middle of the body."""
    return ScriptedTurn(text, fault="cut")


def garbage() -> ScriptedTurn:
    """Status 200 with a body that is not JSON."""
    return ScriptedTurn(fault="garbage")


def empty_choices() -> ScriptedTurn:
    """Status 200 with a reply that has no choices."""
    return ScriptedTurn(fault="empty")
