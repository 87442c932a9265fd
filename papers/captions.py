"""Captions of figures and tables: the label in front, and the text behind it."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"^\s*(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*([\dIVX]+(?:\.\d+)?)\s*[.:|–-]?\s*", re.IGNORECASE
)


def split_caption(caption: str) -> tuple[str, str]:
    """The number in the label of `caption` ("3", "IV"; "" without a label) and the text behind the label."""
    match = _LABEL.match(caption)
    return (match[1], caption[match.end() :]) if match else ("", caption)
