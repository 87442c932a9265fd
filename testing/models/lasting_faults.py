"""Faults of a model server that fails at every request."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...agent.llm.types import ToolCall
from .turn import ScriptedTurn, cut_off, dropped, garbage, rate_limited, server_error

_HUGE = ToolCall("c1", "search", '{"query": "' + "x" * 2_000_000 + '"}')
LASTING_FAULTS: Mapping[str, ScriptedTurn] = MappingProxyType(
    {
        "endless stream": ScriptedTurn("on and on", fault="endless"),
        "oversized body": ScriptedTurn(fault="oversized"),
        "compressed body": ScriptedTurn(fault="compressed"),
        "empty reply": ScriptedTurn(""),
        "ignored schema": ScriptedTurn("The timing error rises to 13.1 hours."),
        "huge tool arguments": ScriptedTurn(tool_calls=(_HUGE,)),
        "many tool calls": ScriptedTurn(
            tool_calls=tuple(ToolCall(f"c{n}", "search", "{}") for n in range(2000))
        ),
        "429 storm": rate_limited(),
        "429 for years": rate_limited("999999999"),
        "503 storm": server_error(503),
        "first byte late": ScriptedTurn("late", delay=30),
        "silent stream": ScriptedTurn("one two three", pace=30),
        "cut stream": cut_off('{"reason": "It says so.", "statements": [1], "phrasing": "It rises'),
        "dropped connection": dropped(),
        "no JSON": garbage(),
    }
)
"""Turns with which a server fails every time, by name."""
