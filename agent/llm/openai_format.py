"""Convert requests and replies to and from the OpenAI chat format, which litellm uses for both."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from ..types import Usage
from .types import Message, Reply, Request, TokenLogprob, ToolCall

MOST_CALLS = 16  # most tool calls that are kept from one reply


def to_openai(request: Request) -> dict[str, Any]:
    """Convert `request` to keyword arguments of a chat completion, with images as data URLs."""
    body: dict[str, Any] = {
        "messages": [_message(message) for message in request.messages],
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
    }
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in request.tools
        ]
    if request.schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": request.schema, "strict": True},
        }
    if request.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    return body


def token_counts(raw: Any) -> tuple[int, int] | None:
    """Return the numbers of (prompt, completion) tokens that a chunk of a stream reports; None if they are missing or
    impossible."""
    usage: Any = getattr(raw, "usage", None)
    try:
        prompt, completion = int(usage.prompt_tokens), int(usage.completion_tokens or 0)
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None
    return (prompt, completion) if prompt > 0 and completion >= 0 else None


class Assembly:
    """Puts the chunks of a stream together.

    Tool calls arrive in fragments with an index; calls after the 16th are left out.

    `characters` is the number of all characters received, including thinking.
    """

    def __init__(self) -> None:
        self.tokens: tuple[int, int] | None = None
        self.characters = 0
        self._text: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._finish = "stop"
        self._logprobs: list[TokenLogprob] = []

    def add(self, chunk: Any) -> str:
        """Add `chunk` and return its text."""
        self.tokens = token_counts(chunk) or self.tokens
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self._finish = choice.finish_reason or self._finish
        self._logprobs.extend(_logprobs(choice))
        self.characters += len(_thought(choice.delta))
        for part in choice.delta.tool_calls or ():
            if part.index >= MOST_CALLS:
                continue
            call = self._calls.setdefault(part.index, ["", "", ""])
            for place, fragment in enumerate((part.id, part.function.name, part.function.arguments)):
                call[place] += fragment or ""
                self.characters += len(fragment or "")
        text: str = choice.delta.content or ""
        self._text.append(text)
        self.characters += len(text)
        return text

    def reply(self) -> Reply:
        """Return everything received so far as a reply, without usage."""
        calls = (
            ToolCall(id or f"call_{i}", name, args) for i, (id, name, args) in sorted(self._calls.items())
        )
        return Reply("".join(self._text), tuple(calls), self._finish, tuple(self._logprobs))


def is_progress(chunk: Any) -> bool:
    """True if a chunk of a stream has a part of the reply (including thinking), its end or its usage."""
    if token_counts(chunk) or not chunk.choices:
        return token_counts(chunk) is not None
    choice = chunk.choices[0]
    delta = choice.delta
    return bool(delta.content or delta.tool_calls or _thought(delta) or choice.finish_reason)


def with_usage(reply: Reply, usage: Usage) -> Reply:
    """Return `reply` with `usage` in place of its own."""
    return Reply(reply.text, reply.tool_calls, reply.finish, reply.logprobs, usage)


def _message(message: Message) -> dict[str, Any]:
    body: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.images:
        pictures = [
            {"type": "image_url", "image_url": {"url": _data_url(image.data, image.media_type)}}
            for image in message.images
        ]
        body["content"] = [{"type": "text", "text": message.text}, *pictures]
    if message.tool_calls:
        body["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        body["tool_call_id"] = message.tool_call_id
    return body


def _thought(delta: Any) -> str:
    return str(getattr(delta, "reasoning_content", None) or "")


def _data_url(data: bytes, media_type: str) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"


def _logprobs(choice: Any) -> tuple[TokenLogprob, ...]:
    logprobs = getattr(choice, "logprobs", None)
    content = logprobs.get("content") if isinstance(logprobs, Mapping) else getattr(logprobs, "content", None)
    return tuple(
        TokenLogprob(
            item.token, item.logprob, tuple((top.token, top.logprob) for top in item.top_logprobs or ())
        )
        for item in content or ()
    )
