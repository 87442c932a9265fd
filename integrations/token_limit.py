"""A limit on the size of results for assistants, because a long list would fill their context."""

from __future__ import annotations

import json
from typing import Any

from ..errors import UsageError

LEAST_TOKENS = 500
_CHARACTERS = 3  # characters per token: fewer than the four of English text, because JSON has many numbers
_SHORTEST = 200  # fewest characters that a cut text keeps


def check_limit(tokens: int) -> int:
    """Return `tokens` if it is a usable limit. Raises UsageError otherwise."""
    if tokens < LEAST_TOKENS:
        raise UsageError(
            f"a limit of {tokens} tokens leaves no room for a result; use at least {LEAST_TOKENS}"
        )
    return tokens


def limit_tokens(fields: dict[str, Any], tokens: int) -> dict[str, Any]:
    """Return `fields` cut to about `tokens` tokens.

    The longest lists lose their last items, then the longest texts their ends; the first item of a list is kept. If
    anything was cut, "omitted" maps the path of each list or text to the number of missing items or characters.
    """
    most = tokens * _CHARACTERS
    excess = _size(fields) - most
    if excess <= 0:
        return fields
    result = json.loads(json.dumps(fields))
    omitted: dict[str, int] = {}
    while (excess := _size(result) + _size(omitted) - most) > 0:
        lists = [(path, value) for path, value in _walk(result) if isinstance(value, list) and len(value) > 1]
        if not lists:
            break
        path, longest = max(lists, key=lambda pair: _size(pair[1]))
        while excess > 0 and len(longest) > 1:
            excess -= _size(longest.pop()) + 2
            omitted[path] = omitted.get(path, 0) + 1
    _cut_texts(result, omitted, most)
    return {**result, "omitted": omitted}


def _cut_texts(result: dict[str, Any], omitted: dict[str, int], most: int) -> None:
    texts = sorted(
        ((path, value) for path, value in _walk(result) if isinstance(value, str)),
        key=lambda pair: -len(pair[1]),
    )
    for path, text in texts:
        excess = _size(result) + _size(omitted) - most
        if excess <= 0 or len(text) <= _SHORTEST:
            return
        kept = max(_SHORTEST, len(text) - excess - 50)
        _replace(result, path, text[:kept] + " ...")
        omitted[path] = len(text) - kept


def _walk(value: Any, path: str = "") -> list[tuple[str, Any]]:
    """Return every nested value with its path, such as "hits.0.text"."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [pair for key, item in items for pair in _walk(item, f"{path}.{key}".lstrip("."))]
    return [(path, value), *below]


def _replace(result: Any, path: str, text: str) -> None:
    *parents, last = path.split(".")
    for key in parents:
        result = result[int(key)] if isinstance(result, list) else result[key]
    result[int(last) if isinstance(result, list) else last] = text


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
