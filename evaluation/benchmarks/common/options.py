"""Options of a benchmark: the fields of its own frozen dataclass, given as NAME=VALUE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_type_hints

from ....errors import UsageError

T = TypeVar("T")


def parse_options(cls: type[T], given: Sequence[str]) -> T:
    """A `cls` with the values of `given` ("seed=3"), the others at their defaults.

    Fields are str, int, or Literal texts. Raises UsageError, listing what is known, for anything else.
    """
    hints = get_type_hints(cls)
    values: dict[str, Any] = {}
    for pair in given:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or name not in hints:
            raise UsageError(f"unknown option {pair!r}; known: {describe_options(cls) or 'none'}")
        values[name] = _value(name, value, hints[name])
    return cls(**values)


def describe_options(cls: type[Any]) -> str:
    """Its fields with what they may be, defaults first: "negatives=adversarial|random, seed=0"."""
    hints = get_type_hints(cls)
    return ", ".join(
        f"{field.name}={'|'.join([str(field.default), *(o for o in get_args(hints[field.name]) if o != field.default)])}"
        for field in fields(cls)
    )


def option_pairs(options: Any) -> tuple[tuple[str, str], ...]:
    """(name, value) of every field, as texts."""
    return tuple((field.name, str(getattr(options, field.name))) for field in fields(options))


def _value(name: str, text: str, hint: Any) -> Any:
    choices = get_args(hint)
    if choices and text not in choices:
        raise UsageError(f"{name} must be {', '.join(choices)}, not {text!r}")
    if hint is int:
        if not text.isdecimal():
            raise UsageError(f"{name} must be a whole number, not {text!r}")
        return int(text)
    return text
