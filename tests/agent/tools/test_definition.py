"""Tools derived from typed functions."""

from typing import Literal

import pytest

from citehop.agent.tools.definition import bind_arguments, define_tool
from citehop.agent.tools.types import PassageHits, ToolContext
from citehop.errors import UsageError


def find(context: ToolContext, query: str, papers: list[str] | None = None, k: int = 5) -> PassageHits:
    """Finds passages."""
    return PassageHits(f"{context.anchor} {query} {papers} {k}", ())


def test_the_schema_comes_from_the_signature() -> None:
    tool = define_tool(find).declaration
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


def read(context: ToolContext, operation: Literal["highest", "lowest"] = "highest") -> PassageHits:
    """Reads."""
    return PassageHits(operation, ())


def test_a_choice_is_an_enumeration() -> None:
    tool = define_tool(read).declaration
    assert tool.parameters["properties"] == {"operation": {"type": "string", "enum": ["highest", "lowest"]}}
    assert bind_arguments(tool, {"operation": "lowest"}) == {"operation": "lowest"}
    with pytest.raises(UsageError, match="'mean' is none of highest, lowest"):
        bind_arguments(tool, {"operation": "mean"})


def test_a_single_text_is_a_list_of_one() -> None:
    assert bind_arguments(define_tool(find).declaration, {"query": "a", "papers": "b"})["papers"] == ["b"]


def test_arguments_are_checked_by_type() -> None:
    tool = define_tool(find).declaration
    assert bind_arguments(tool, {"query": " a  b ", "k": "7", "x": 1}) == {"query": "a b", "papers": []}
    for wrong in ({}, {"query": 3}, {"query": ""}, {"query": ["a"]}):
        with pytest.raises(UsageError, match="'query' is missing or not of type string"):
            bind_arguments(tool, wrong)
