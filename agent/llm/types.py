"""Values of a model call, all frozen, so that a call can be cached, replayed and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ..types import Usage

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Image:
    """An encoded picture; `media_type` is "image/png" or "image/jpeg"."""

    data: bytes
    media_type: str = "image/png"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool by the model. `arguments` is the JSON text exactly as the model wrote it, valid or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `images` belong to user turns, `tool_calls` to assistant turns, `tool_call_id` to tool turns."""

    role: Role
    text: str = ""
    images: tuple[Image, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call; `parameters` is a JSON schema of type "object"."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that determines a reply except the model. `label` names the purpose and does not affect the reply.

    `schema`: JSON schema that the reply must follow. `max_tokens` bounds the reply and so its cost.
    `top_logprobs`: number of alternatives at every token of the reply; 0 for no log-probabilities.
    """

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 1024
    temperature: float = 0.0
    top_logprobs: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """A token of the reply with its natural log-probability, and the likeliest alternatives, best first."""

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """Reply of a model. `finish` is the provider's reason ("stop", "length", "tool_calls", ...).

    `cached` replies come from disk: their `usage` is zero.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    logprobs: tuple[TokenLogprob, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cached: bool = False


@dataclass(frozen=True, slots=True)
class ReplyDelta:
    """A part of a streamed reply. The last piece, and only it, carries the whole `reply`."""

    text: str = ""
    reply: Reply | None = None


class LLM(Protocol):
    """A language model. Both methods raise only CitehopError; safe to call from several threads."""

    @property
    def model(self) -> str: ...

    @property
    def context(self) -> int | None:
        """Context window in tokens; None where unknown."""

    @property
    def sees(self) -> bool:
        """True if the model takes images, as far as is known."""

    def complete(self, request: Request) -> Reply: ...

    def stream(self, request: Request) -> Iterator[ReplyDelta]: ...
