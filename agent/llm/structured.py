"""Extract JSON from a model's reply, which may have text or code fences around it."""

from __future__ import annotations

import json
from typing import Any


def first_object(text: str) -> dict[str, Any]:
    """Return the first JSON object in `text`, ignoring text and code fences around it; {} if no object is complete."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, _ = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            at = text.find("{", at + 1)
            continue
        return value if isinstance(value, dict) else {}
    return {}


def strings(value: Any, most: int) -> tuple[str, ...]:
    """Return up to `most` different non-empty strings of the list `value`, each on one line; () if `value` is not a
    list."""
    if not isinstance(value, list):
        return ()
    texts = (" ".join(item.split()) for item in value if isinstance(item, str))
    return tuple(dict.fromkeys(text for text in texts if text))[:most]
