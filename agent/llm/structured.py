"""JSON from a model's reply, which may be wrapped in prose or code fences."""

from __future__ import annotations

import json
from typing import Any


def first_object(text: str) -> dict[str, Any]:
    """The first JSON object in `text`, prose and code fences around it ignored; {} if there is no complete one."""
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
    """The non-empty strings of a list, one line each, at most `most`; () for anything else."""
    if not isinstance(value, list):
        return ()
    texts = (" ".join(item.split()) for item in value if isinstance(item, str))
    return tuple(dict.fromkeys(text for text in texts if text))[:most]
