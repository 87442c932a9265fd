"""JSON bodies of an OpenAI-compatible chat server."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

from .turn import ScriptedTurn

_DIMENSIONS = 64
CHARACTERS_PER_TOKEN = 4  # used instead of a tokenizer, to count the same on every machine


def completion(turn: ScriptedTurn, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a complete chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if turn.tool_calls:
        message["tool_calls"] = _tool_calls(turn)
    choice = {"index": 0, "message": message, "finish_reason": _finish(turn), "logprobs": _logprobs(turn)}
    choices = [] if turn.fault == "empty" else [choice]
    return {**_head(body, "chat.completion"), "choices": choices, "usage": _usage(turn, body)}


def chunks(turn: ScriptedTurn, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the same reply as a stream: one chunk per word, the finish reason, and the usage if requested."""
    head = _head(body, "chat.completion.chunk")

    def chunk(delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish, **more}]}

    if turn.fault != "empty":
        yield chunk({"role": "assistant", "content": ""})
        words = turn.text.split(" ") if turn.text else []
        for i, word in enumerate(cycle(words) if turn.fault == "endless" else words):
            logprobs = _logprobs(turn) if i == 0 else None
            yield chunk({"content": word if i == len(words) - 1 else word + " "}, logprobs=logprobs)
        for i, call in enumerate(_tool_calls(turn)):
            yield chunk({"tool_calls": [{"index": i, **call}]})
        yield chunk({}, _finish(turn))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield {**head, "choices": [], "usage": _usage(turn, body)}


def embeddings(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a vector of hashed word counts for each input, so that texts with common words are close to each other."""
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    rows = [
        {"object": "embedding", "index": index, "embedding": _hashed_words(str(text))}
        for index, text in enumerate(texts)
    ]
    tokens = sum(len(str(text)) for text in texts) // CHARACTERS_PER_TOKEN
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "model": body.get("model", ""), "data": rows, "usage": usage}


def model_list(names: Sequence[str]) -> dict[str, Any]:
    """Return the list of models in the form of both OpenAI's API and Ollama's."""
    return {
        "object": "list",
        "data": [{"id": name} for name in names],
        "models": [{"name": name} for name in names],
    }


def error(turn: ScriptedTurn) -> dict[str, Any]:
    """Return the body of an error reply."""
    return {"error": {"message": turn.text, "type": "scripted", "param": None, "code": turn.code or None}}


def prompt_characters(body: Mapping[str, Any]) -> int:
    """Return the number of text characters in the request. Images do not count."""
    total = len(json.dumps(body["tools"])) if body.get("tools") else 0
    for message in body.get("messages", ()):
        content = message.get("content") or ""
        parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
        total += sum(map(len, parts))
    return total


def _head(body: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "scripted", "object": kind, "created": 0, "model": body.get("model", "")}


def _finish(turn: ScriptedTurn) -> str:
    return turn.finish or ("tool_calls" if turn.tool_calls else "stop")


def _tool_calls(turn: ScriptedTurn) -> list[dict[str, Any]]:
    return [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in turn.tool_calls
    ]


def _logprobs(turn: ScriptedTurn) -> dict[str, Any] | None:
    def entry(token: str, logprob: float) -> dict[str, Any]:
        return {"token": token, "logprob": logprob, "bytes": None}

    if not turn.logprobs:
        return None
    content = [
        {**entry(item.token, item.logprob), "top_logprobs": [entry(*pair) for pair in item.top]}
        for item in turn.logprobs
    ]
    return {"content": content}


def _usage(turn: ScriptedTurn, body: Mapping[str, Any]) -> dict[str, int]:
    prompt, reply = turn.tokens or (
        -(-prompt_characters(body) // CHARACTERS_PER_TOKEN),
        -(-len(turn.text) // CHARACTERS_PER_TOKEN),
    )
    return {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}


def _hashed_words(text: str) -> list[float]:
    vector = [0.0] * _DIMENSIONS
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % _DIMENSIONS] += 1.0
    return vector
