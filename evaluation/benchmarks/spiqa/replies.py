"""Answers and figures in a model's reply to a SPIQA question: by the reference's rules (strict) and by ours. Nothing raises."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any

from ...judges.reply_fields import last_fields

_ANSWER_IS = re.compile(r"the answer(?: to the question)? is\b\s*:?", re.IGNORECASE)
_QUOTES = "'\"`“”‘’ \n\t"


def direct_answer(reply: str) -> str:
    """The answer in a reply that was to be an object with the key Answer: object, labelled line, or the whole reply."""
    for key in ("Answer", "answer"):
        fields = last_fields(reply, key)
        if fields is not None:
            return _clean(str("" if fields[key] is None else fields[key]))
    labelled = re.search(r"['\"]?\banswer['\"]?\s*:\s*(.+)", reply, re.IGNORECASE | re.DOTALL)
    return _clean(re.split(r"[,}]?\s*['\"]Image['\"]\s*:", labelled[1])[0] if labelled else reply)


def reasoned_answer(reply: str) -> str:
    """The answer of a reply that was to end with "The answer is: ...": what follows the last of it, else the whole answer."""
    parts = _ANSWER_IS.split(reply)
    return _clean(parts[-1]) if len(parts) > 1 else direct_answer(reply)


def chosen_image(reply: str) -> int | None:
    """The number of the picture that the reply names before its answer: a number, a text of one, "Image 3"."""
    before = _ANSWER_IS.split(reply)[0]
    for key in ("Image", "image"):
        fields = last_fields(before, key)
        found = re.search(r"\d+", str(fields[key])) if fields else None
        if found:
            return int(found[0])
    named = re.search(r"\b(?:image|figure)s?\b[^\w\n]{0,5}(\d+)", before, re.IGNORECASE)
    return int(named[1]) if named else None


def strict_direct_answer(reply: str) -> str:
    """As the reference: up to 'Image':, without 'Answer': and braces, and without the last character."""
    text = reply.split("'Image':")[0].replace("'Answer':", "").replace("{", "")
    return text[:-1].strip()


def strict_reasoned_answer(reply: str) -> str:
    """As the reference: the second of exactly two parts around its phrase, colon and all, else the whole reply."""
    for phrase in ("The answer is", "The answer to the question is"):
        parts = reply.split(phrase)
        if len(parts) == 2:
            return parts[1]
    return reply


def strict_image_is_right(reply: str, gold: Sequence[int]) -> bool:
    """As the reference: the Image of a literal object (a text is never right), else the first "Image n", n below 16."""
    before = reply.split("The answer is:")[0]
    fields = _literal(before.strip())
    if isinstance(fields, dict) and "Image" in fields:
        value = fields["Image"]
        return isinstance(value, int) and value in gold
    found = re.search(r"image (1[0-5]|\d)(?!\d)", before, re.IGNORECASE) or re.search(
        r"'Image': (\d+)", before
    )
    return found is not None and int(found[1]) in gold


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _clean(text: str) -> str:
    """Without quotes, braces and colons around it; a full stop stays."""
    return text.strip().lstrip(":{").rstrip("}").strip(_QUOTES).lstrip(":").strip(_QUOTES)
