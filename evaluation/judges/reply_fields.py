"""Fields of a model's reply, with any surrounding text. Replies are untrusted text: nothing here raises."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

_LITERAL = re.compile(r"\{[^{}]*\}")


def last_fields(text: str, key: str) -> dict[str, Any] | None:
    """The last object in `text` that has `key`, as JSON or, where there is none, as a Python literal; else None.

    The last, because models asked to reason first repeat the form they were shown before they fill it in.
    """
    for found in (list(_json_objects(text)), list(_python_objects(text))):
        fitting = [fields for fields in found if key in fields]
        if fitting:
            return fitting[-1]
    return None


def _json_objects(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(strict=False)  # models break lines inside strings
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _python_objects(text: str) -> Iterator[dict[str, Any]]:
    for match in _LITERAL.finditer(text):
        try:
            value = ast.literal_eval(match[0])
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, dict):
            yield value
