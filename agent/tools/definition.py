"""Make a tool from a typed function, which defines its name, description, arguments and JSON schema in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ...errors import UsageError
from ..llm.structured import strings
from ..llm.types import Tool
from .types import ToolContext, ToolResult

_SCHEMAS: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    list[str]: {"type": "array", "items": {"type": "string"}},
}
_MOST_ITEMS = 20  # most items of a list argument


@dataclass(frozen=True, slots=True)
class TypedTool:
    """A tool; `function` takes a ToolContext and the arguments, and `declaration` describes the tool to a language
    model."""

    function: Callable[..., ToolResult]
    declaration: Tool

    @property
    def name(self) -> str:
        return self.declaration.name

    def call(self, context: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
        """Check the arguments and call the function. Raises UsageError for a missing argument or a wrong type."""
        return self.function(context, **bind_arguments(self.declaration, arguments))


def define_tool(function: Callable[..., ToolResult]) -> TypedTool:
    """Make a tool from `function`: from its name, its docstring, and its parameters except the first, which is the
    context.

    The type of a parameter is str, a Literal of strings, int or list[str]. Parameters without a default are required.
    """
    parameters = list(inspect.signature(function).parameters.values())[1:]
    hints = get_type_hints(function)
    schema = {
        "type": "object",
        "properties": {parameter.name: _schema(hints[parameter.name]) for parameter in parameters},
        "required": [parameter.name for parameter in parameters if parameter.default is parameter.empty],
        "additionalProperties": False,
    }
    description = " ".join((inspect.getdoc(function) or "").split())
    return TypedTool(function, Tool(function.__name__, description, schema))


def _schema(hint: Any) -> dict[str, Any]:
    """Return the JSON schema of a type annotation. "list[str] | None" is an array, and a Literal an enumeration."""
    if get_origin(hint) is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    kinds = (
        [kind for kind in get_args(hint) if kind is not NoneType] if isinstance(hint, UnionType) else [hint]
    )
    return _SCHEMAS[kinds[0]]


def bind_arguments(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Map the names of the tool's parameters to the arguments of a call; unknown arguments are left out.

    Raises UsageError for a missing argument or a wrong type.
    """
    bound: dict[str, Any] = {}
    for name, schema in tool.parameters["properties"].items():
        value = _converted(arguments.get(name), schema["type"])
        if value is not None and value not in schema.get("enum", [value]):
            raise UsageError(f"{name}: {value!r} is none of {', '.join(schema['enum'])}")
        if value is not None:
            bound[name] = value
        elif name in tool.parameters["required"]:
            raise UsageError(f"the argument {name!r} is missing or not of type {schema['type']}")
    return bound


def _converted(value: Any, kind: str) -> Any:
    if kind == "integer":
        return value if isinstance(value, int) and not isinstance(value, bool) else None
    if kind == "array":
        return list(strings([value] if isinstance(value, str) else value, _MOST_ITEMS))
    return next(iter(strings([value], 1)), None)
