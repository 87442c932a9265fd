"""Check questions as users type them."""

from __future__ import annotations

from ..errors import UsageError
from ..indexes.text.language import is_english


def check_question(text: str) -> None:
    """Raise UsageError for an empty question and for a single word, which asks nothing ("optimizer").

    Some languages are written without blanks. A question in another language than English is therefore accepted, and
    the answer says which language it is in.
    """
    if not text.strip():
        raise UsageError("the question is empty; write one")
    if len(text.split()) == 1 and not text.endswith("?") and is_english(text):
        raise UsageError(f"{text!r} is no question; ask one of several words")
