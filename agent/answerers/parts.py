"""Questions of two parts: "how many X are there, and which Y was used?"."""

from __future__ import annotations

import re

_WH = (
    r"(?:(?:by|on|in|at|to|of|from|with|about|for|above|below|up to) )?"
    r"(?:how|what|which|why|when|where|who|whose|whom)|(?:does|do|did|is|are|was|were|can)"
)
_BREAK = re.compile(rf"(?:[,;]\s*(?:and|but)?|\s+and)\s+(?=(?:{_WH})\b)|(?<=\?)\s+(?=\w)", re.IGNORECASE)
_QUESTION = re.compile(rf"^(?:and\s+)?(?:{_WH})\b", re.IGNORECASE)
_FEWEST_WORDS, _MOST_PARTS = 3, 3


def split_parts(question: str) -> list[str]:
    """The parts of `question`, each a question by itself; the whole in a list where it has one part only.

    A lead such as "In the X paper, which ..., and how ...?" is put before every part.
    """
    text = " ".join(question.split())
    pieces = [piece.strip(" ,;") for piece in _BREAK.split(text)]
    pieces = [piece for piece in pieces if piece.strip("?")]
    asking = [piece for piece in pieces if _QUESTION.match(piece)]
    if not 2 <= len(asking) <= _MOST_PARTS or any(len(piece.split()) < _FEWEST_WORDS for piece in asking):
        return [text]
    lead = " ".join(piece for piece in pieces if piece not in asking)
    return [f"{lead}, {piece}" for piece in asking] if lead else asking
