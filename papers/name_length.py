"""Limit the length of names, because the time to compare names grows with the square of their lengths."""

from __future__ import annotations

from ..errors import UsageError

LONGEST_NAME = 300  # characters; titles of papers are shorter
_SHOWN = 60


def check_name_length(text: str, kind: str) -> None:
    """Raise UsageError if `text` is too long for a name; `kind` says what it names, such as "paper"."""
    if len(text) > LONGEST_NAME:
        raise UsageError(f"{kind} {text[:_SHOWN]!r}...: a name has at most {LONGEST_NAME} characters")
