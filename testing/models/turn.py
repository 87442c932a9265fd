"""One scripted turn of the model server: its text, its delay, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...agent.llm.types import TokenLogprob, ToolCall

Fault = Literal["", "drop", "cut", "garbage", "empty", "endless", "oversized", "compressed"]


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """The response to one request.

    `delay` is the number of seconds before the first byte, `pace` the number of seconds between streamed words.
    `status` other than 200 sends an error with `text` as its message and `code` as the provider's error code.
    `fault` is one of these: "drop" closes the connection without sending a byte, "cut" closes it halfway through the
    body,
    "garbage" sends a body that is not JSON, "empty" sends a reply without choices, "endless" repeats the words until
    the client leaves, "oversized" sends spaces until the client leaves, and "compressed" sends 16 MB of spaces
    compressed to some kilobytes. `tokens` are the (prompt, completion) numbers to report; None counts four characters
    as one token.
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
    """Return a turn with status 429. `retry_after` is the header's text: seconds, an HTTP date, or "" for no header."""
    headers = (("Retry-After", retry_after),) if retry_after else ()
    return ScriptedTurn("rate limit reached", status=429, code="rate_limit_exceeded", headers=headers)


def server_error(status: int = 500) -> ScriptedTurn:
    """Return a turn with status 500 or another 5xx."""
    return ScriptedTurn("the server had an error", status=status, code="server_error")


def refused(status: int, text: str, code: str = "") -> ScriptedTurn:
    """Return a turn with a 4xx status that is not transient."""
    return ScriptedTurn(text, status=status, code=code)


def dropped() -> ScriptedTurn:
    """Return a turn that closes the connection without an answer."""
    return ScriptedTurn(fault="drop")


def cut_off(text: str = "the beginning of an answer that never ends") -> ScriptedTurn:
    """Return a turn that closes the connection in the middle of the body."""
    return ScriptedTurn(text, fault="cut")


def garbage() -> ScriptedTurn:
    """Return a turn with status 200 and a body that is not JSON."""
    return ScriptedTurn(fault="garbage")


def empty_choices() -> ScriptedTurn:
    """Return a turn with status 200 and a reply without choices."""
    return ScriptedTurn(fault="empty")
