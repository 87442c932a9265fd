"""Frozen dataclasses to JSON text and back, by their type annotations alone.

`from_json(cls, to_json(value)) == value` for every value built from dataclasses, tuples, `str`, `int`, `float`, `bool`,
`None`, `Literal` and unions with None. A field equal to its default is left out, which keeps files small and lets a
newer reader open older ones; a field that the class does not know is an error, since it would be lost on writing. A
dataclass of nothing but numbers, such as a box, is a list of them: there are hundreds to a page.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, TypeVar, Union

T = TypeVar("T")
Decoder = Callable[[Any], Any]
_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(value: object) -> str:
    """`value` as one line of JSON; the same value gives the same text. Raises ValueError for NaN and infinity.

    Halves of surrogate pairs, which no UTF-8 file can hold, become the character they make or U+FFFD.
    """
    text = json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def from_json(cls: type[T], text: str) -> T:
    """The value of type `cls` (a dataclass or e.g. `tuple[Chunk, ...]`) that `to_json` wrote.

    Raises ValueError, naming the place, for text that is not JSON or does not describe a `cls`.
    """
    hint: Any = cls
    value: T = _decoder(hint)(json.loads(text))
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        cls: Any = value.__class__
        defaults = _defaults(cls)
        if _is_numbers(cls):
            return [getattr(value, name) for name, _ in defaults]
        return {name: _plain(item) for name, default in defaults if (item := getattr(value, name)) != default}
    raise TypeError(f"cannot be written as JSON: {type(value).__name__}")


_REQUIRED = object()  # equal to no field's value


@functools.cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    """(field, default) pairs; `_REQUIRED` where the class gives none."""
    return tuple(
        (field.name, _REQUIRED if field.default is dataclasses.MISSING else field.default)
        for field in dataclasses.fields(cls)
    )


@functools.cache
def _is_numbers(cls: Any) -> bool:
    return all(hint is float for hint in typing.get_type_hints(cls).values())


@functools.cache
def _decoder(hint: Any) -> Decoder:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        cls: Any = hint
        return _numbers_decoder(cls) if _is_numbers(cls) else _dataclass_decoder(cls)
    if origin is tuple:
        return _tuple_decoder(args)
    if origin in (Union, types.UnionType):
        return _optional_decoder(hint, args)
    if origin is Literal:
        return _checked(lambda value: value in args, f"one of {', '.join(map(repr, args))}")
    if hint is float:
        return _float
    if hint in (str, int, bool, type(None)):
        return _checked(lambda value: type(value) is hint, hint.__name__)
    raise TypeError(f"no decoder for {hint!r}")


def _dataclass_decoder(cls: Any) -> Decoder:
    hints = typing.get_type_hints(cls)
    fields = {field.name: _decoder(hints[field.name]) for field in dataclasses.fields(cls)}
    required = {name for name, default in _defaults(cls) if default is _REQUIRED}

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise ValueError(f"{cls.__name__}: expected an object, found {_short(value)}")
        if not value.keys() <= fields.keys() or not required <= value.keys():
            wrong = sorted((value.keys() - fields.keys()) | (required - value.keys()))
            raise ValueError(f"{cls.__name__}: unknown or missing fields {', '.join(wrong)}")
        try:
            return cls(**{name: fields[name](item) for name, item in value.items()})
        except ValueError as error:
            raise ValueError(f"{cls.__name__}: {error}") from None

    return decode


def _numbers_decoder(cls: Any) -> Decoder:
    count = len(dataclasses.fields(cls))

    def decode(value: Any) -> Any:
        if type(value) is not list or len(value) != count:
            raise ValueError(f"{cls.__name__}: expected {count} numbers, found {_short(value)}")
        for item in value:
            if type(item) is not float:
                return cls(*map(_float, value))
        return cls(*value)

    return decode


def _tuple_decoder(args: tuple[Any, ...]) -> Decoder:
    if len(args) == 2 and args[1] is Ellipsis:
        item_decoder = _decoder(args[0])

        def decode_all(value: Any) -> Any:
            if type(value) is not list:
                raise ValueError(f"expected a list, found {_short(value)}")
            return tuple([item_decoder(item) for item in value])

        return decode_all
    decoders = [_decoder(arg) for arg in args]

    def decode_each(value: Any) -> Any:
        if type(value) is not list or len(value) != len(decoders):
            raise ValueError(f"expected a list of {len(decoders)}, found {_short(value)}")
        return tuple([decoder(item) for decoder, item in zip(decoders, value, strict=True)])

    return decode_each


def _optional_decoder(hint: Any, args: tuple[Any, ...]) -> Decoder:
    inner = [arg for arg in args if arg is not type(None)]
    if len(inner) != 1 or len(inner) == len(args):
        raise TypeError(f"no decoder for {hint!r}: of the unions only those with None")
    decoder = _decoder(inner[0])
    return lambda value: None if value is None else decoder(value)


def _checked(accepts: Callable[[Any], bool], expected: str) -> Decoder:
    def decode(value: Any) -> Any:
        if not accepts(value):
            raise ValueError(f"expected {expected}, found {_short(value)}")
        return value

    return decode


def _float(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) is int:
        return float(value)
    raise ValueError(f"expected a number, found {_short(value)}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
