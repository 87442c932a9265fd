"""Faults of a model server that fails, or is useless, at every request.

With such a server, users must get the answer without the model, and one note.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from ...agent.llm.types import ToolCall
from .turn import ScriptedTurn, cut_off, dropped, empty_choices, garbage, rate_limited, refused, server_error


def _choice(statements: object, phrasing: object = "") -> ScriptedTurn:
    """Return a reply that follows the schema of a choice among statements if the given values do."""
    return ScriptedTurn(json.dumps({"reason": "", "statements": statements, "phrasing": phrasing}))


_LINK = "The error is described at https://evil.example/collect?data=question."
_DEEP = "[" * 20_000 + "]" * 20_000
_HUGE = ToolCall("c1", "search", '{"query": "' + "x" * 2_000_000 + '"}')

LASTING_FAULTS: Mapping[str, ScriptedTurn] = MappingProxyType(
    {
        "endless stream": ScriptedTurn("on and on", fault="endless"),
        "oversized body": ScriptedTurn(fault="oversized"),
        "compressed body": ScriptedTurn(fault="compressed"),
        "empty reply": ScriptedTurn(""),
        "no choices": empty_choices(),
        "ignored schema": ScriptedTurn("The timing error rises to 13.1 hours."),
        "huge tool arguments": ScriptedTurn(tool_calls=(_HUGE,)),
        "many tool calls": ScriptedTurn(
            tool_calls=tuple(ToolCall(f"c{n}", "search", "{}") for n in range(2000))
        ),
        "unknown tool": ScriptedTurn(tool_calls=(ToolCall("c1", "delete_cluster", '{"confirm": true}'),)),
        "malformed tool arguments": ScriptedTurn(tool_calls=(ToolCall("c1", "search", '{"query": '),)),
        "429 storm": rate_limited(),
        "429 for years": rate_limited("999999999"),
        "503 storm": server_error(503),
        "500 with a page as its message": ScriptedTurn("<html>" * 20_000, status=500),
        "refusal of the request": refused(400, "this request cannot be processed", "invalid_request_error"),
        "redirect to another host": ScriptedTurn(
            status=307, headers=(("Location", "http://192.0.2.1/v1/chat/completions"),)
        ),
        "redirect to itself": ScriptedTurn(status=307, headers=(("Location", "/v1/chat/completions"),)),
        "first byte late": ScriptedTurn("late", delay=30),
        "silent stream": ScriptedTurn("one two three", pace=30),
        "cut stream": cut_off('{"reason": "It says so.", "statements": [1], "phrasing": "It rises'),
        "dropped connection": dropped(),
        "no JSON": garbage(),
        "content filter": ScriptedTurn("", finish="content_filter"),
        "only thoughts": ScriptedTurn("", finish="length"),
        "statements that do not exist": _choice([99, -1, 0, 10**30]),
        "statements of other types": _choice([{"1": 2}, None, "all", 1.5]),
        "nested brackets": ScriptedTurn('{"reason": "", "phrasing": "", "statements": ' + _DEEP + "}"),
        "an untrue phrasing": _choice([1], "The authors admit that the timing error was invented."),
        "a link in the phrasing": _choice([1], _LINK),
        "a phrasing that never ends": _choice([1], "timing error " * 20_000),
    }
)
"""The turns, by name, with which a server fails at every request."""
