"""Write frozen dataclasses as JSON text and read them back, using only their type annotations.

`from_json(cls, to_json(value)) == value` holds for every value built from dataclasses, tuples, `str`, `int`, `float`,
`bool`, `None`, `Literal` and unions with None. msgspec decodes and validates. Three rules are implemented here because
msgspec applies them only to its own Structs, not to dataclasses:

    - A field that equals its default is omitted, which keeps files small and lets a newer version open older files.
    - An unknown field is an error, because it would be lost on the next write.
    - A dataclass whose fields are all floats, such as a box, is an array of numbers: a page has hundreds of boxes.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import operator
import re
import types
import typing
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(value: object) -> str:
    """Encode `value` as one line of JSON; equal values give equal text. Raises ValueError for NaN and infinity.

    Surrogates, which UTF-8 cannot encode, are replaced (see `replace_surrogates`).
    """
    text = json.dumps(_to_builtins(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return replace_surrogates(text)


def replace_surrogates(text: str) -> str:
    """Return `text` with each surrogate pair joined to one character and each lone surrogate replaced by U+FFFD."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def from_json(cls: type[T], text: str) -> T:
    """Decode a value of type `cls` (a dataclass, or a type such as `tuple[Chunk, ...]`) from the text that `to_json`
    returned.

    Raises ValueError, naming the position or the path to the field, for text that is not JSON or does not fit `cls`.
    """
    hint: Any = cls
    return msgspec.convert(_decoder(hint).decode(text), cls, from_attributes=True)


def _to_builtins(value: Any) -> Any:
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, (tuple, list)):
        return [_to_builtins(item) for item in value]
    if dataclasses.is_dataclass(value):
        cls: Any = value.__class__
        defaults = _defaults(cls)
        if _is_array(cls):
            return [getattr(value, name) for name, _ in defaults]
        return {
            name: _to_builtins(item)
            for name, default in defaults
            if (item := getattr(value, name)) != default
        }
    raise TypeError(f"cannot be written as JSON: {type(value).__name__}")


@functools.cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    """Return (field, default) pairs; the default is `dataclasses.MISSING` for a required field."""
    return tuple((field.name, _default(field)) for field in dataclasses.fields(cls))


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


@functools.cache
def _is_array(cls: Any) -> bool:
    return all(hint is float for hint in typing.get_type_hints(cls).values())


@functools.cache
def _decoder(cls: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_struct_type(cls))


@functools.cache
def _struct_type(hint: Any) -> Any:
    """Return `hint` with every dataclass in it replaced by an equivalent Struct that forbids unknown fields."""
    origin, arguments = typing.get_origin(hint), tuple(map(_struct_type, typing.get_args(hint)))
    if origin is tuple:
        return types.GenericAlias(tuple, arguments)
    if origin in (typing.Union, types.UnionType):
        return functools.reduce(operator.or_, arguments)
    if origin is typing.Literal or not dataclasses.is_dataclass(hint):
        return hint
    cls: Any = hint
    hints = typing.get_type_hints(cls)
    fields = [
        (name, _struct_type(hints[name]), msgspec.NODEFAULT if default is dataclasses.MISSING else default)
        for name, default in _defaults(cls)
    ]
    return msgspec.defstruct(cls.__name__, fields, array_like=_is_array(cls), forbid_unknown_fields=True)
