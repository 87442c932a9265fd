"""Questions as typed."""

from __future__ import annotations

from ..errors import UsageError


def check_question(text: str) -> None:
    """Raise UsageError for an empty question and for a single word, which asks nothing ("optimizer")."""
    if not text.strip():
        raise UsageError("the question is empty; write one")
    if len(text.split()) == 1 and not text.endswith("?"):
        raise UsageError(f"{text!r} is no question; ask one of several words")
