"""Values of a model call. All are frozen, so that a call can be cached, replayed and compared."""

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
    """A tool call by the model. `arguments` is the JSON text exactly as the model wrote it, and may be invalid."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat. User turns may have `images`, assistant turns `tool_calls`, tool turns a `tool_call_id`."""

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
    """Everything that determines a reply, except the model.

    `schema` is the JSON schema that the reply must follow. `max_tokens` limits the length of the reply and thus its
    cost. `top_logprobs` is the number of alternatives at every token of the reply; 0 means no log-probabilities.
    `label` names the purpose of the request and does not affect the reply.
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
    """A part of a streamed reply. Only the last part has the whole `reply`."""

    text: str = ""
    reply: Reply | None = None


class LLM(Protocol):
    """A language model. Both methods raise only CitehopError and may be called from several threads."""

    @property
    def model(self) -> str: ...

    @property
    def context(self) -> int | None:
        """The context window in tokens; None if unknown."""

    @property
    def sees(self) -> bool:
        """True if the model takes images, as far as is known."""

    def complete(self, request: Request) -> Reply: ...

    def stream(self, request: Request) -> Iterator[ReplyDelta]: ...
