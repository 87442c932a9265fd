"""Texts by their length in tokens, as GPT-4o counts them."""

from __future__ import annotations

from ....agent.llm.models import count_tokens
from ....agent.llm.types import Message, Request


def tokens_of(text: str) -> int:
    """Tokens of a prompt that is `text`."""
    return count_tokens(Request((Message("user", text),)))


def cut_to_tokens(text: str, limit: int) -> str:
    """The first words of `text` that are `limit` tokens at most, with " ..." where that is not the end of a sentence."""
    if tokens_of(text) <= limit:
        return text
    words = text.split(" ")
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens_of(" ".join(words[:middle])) <= limit else (low, middle - 1)
    cut = " ".join(words[:low])
    return cut if cut.endswith((".", "!", "?")) else f"{cut} ..."
