"""Tools derived from typed functions."""

from __future__ import annotations

import pytest

from citehop.agent.tools.definition import bind_arguments, describe_tool
from citehop.errors import UsageError


def find(state: object, query: str, papers: list[str] | None = None, k: int = 5) -> str:
    """Finds passages."""
    return f"{state}{query}{papers}{k}"


def test_the_schema_comes_from_the_signature() -> None:
    tool = describe_tool(find)
    assert (tool.name, tool.description) == ("find", "Finds passages.")
    assert tool.parameters == {
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "papers": {"type": "array", "items": {"type": "string"}},
            "k": {"type": "integer"},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def test_arguments_are_checked_by_type() -> None:
    tool = describe_tool(find)
    assert bind_arguments(tool, {"query": " a  b ", "k": "7", "x": 1}) == {"query": "a b", "papers": []}
    for wrong in ({}, {"query": 3}, {"query": ""}, {"query": ["a"]}):
        with pytest.raises(UsageError, match="'query' is missing or not of type string"):
            bind_arguments(tool, wrong)
