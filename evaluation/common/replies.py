"""Parse fields and choices from a model's reply. Replies are untrusted text, so nothing here raises an error."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any

_LITERAL = re.compile(r"\{[^{}]*\}")


def last_fields(text: str, key: str) -> dict[str, Any] | None:
    """Return the last object in `text` that has `key`: a JSON object, else a Python literal; None if there is no such
    object.

    The last one is used because models that reason first repeat the form that they were shown before they fill it in.
    """
    for found in (list(_json_objects(text)), list(_python_objects(text))):
        fitting = [fields for fields in found if key in fields]
        if fitting:
            return fitting[-1]
    return None


def _json_objects(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(strict=False)  # models break lines inside strings
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _python_objects(text: str) -> Iterator[dict[str, Any]]:
    for match in _LITERAL.finditer(text):
        try:
            value = ast.literal_eval(match[0])
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, dict):
            yield value


_OPEN, _CLOSE = r"[\s*_`\"'(\[{<:=]*", r"[\s*_`\"')\]}>.:,;!]*"
# Words that may precede a label, the most specific first: "the answer is B, not option C" chooses B.
_LEADS = ("answers?", "(?:option|choice|caption|image|figure|letter)s?")
_SHORTEST = 3  # shortest option, in characters, that is searched for inside a reply


def find_letter(reply: str, options: Sequence[str] = (), labels: str = ascii_uppercase[:5]) -> str | None:
    """Return the label that `reply` chooses, as a capital; None if it chooses no label or more than one could be
    meant.

    The first rule that applies decides. (1) The whole reply is a label, with brackets or punctuation. (2) The last
    "answer is (X)", else the last "**[X]**", else the last "option X". (3) The only label before a closing bracket or
    in bold. (4) The only option whose text the reply equals or contains. The article A is no label: "A graph of ..."
    chooses nothing.
    """
    if not labels:
        return None
    letter = rf"[{labels}]"
    whole = re.fullmatch(rf"{_OPEN}({letter}){_CLOSE}", reply, re.IGNORECASE)
    if whole:
        return whole[1].upper()
    # A label in running text is a capital. Before a lower-case word, A is an article and I a pronoun, not labels.
    label = rf"({letter})(?![\w'’-])(?!(?<=[AI])\s+[a-z])"
    leads = [rf"(?i:\b{lead}\b{_OPEN}(?:(?:is|would be|should be)\b{_OPEN})?){label}" for lead in _LEADS]
    for pattern in (leads[0], rf"\*\*\s*\[({letter})\]\s*\*\*", leads[1]):
        led = re.findall(pattern, reply)
        if led:
            return str(led[-1])
    marked = set(re.findall(rf"(?<![\w'’])({letter})\)", reply)) | set(
        re.findall(rf"(?:\*\*|__)\(?({letter})\)?[.:]?(?:\*\*|__)", reply)
    )
    if marked:
        return marked.pop() if len(marked) == 1 else None
    return _by_text(reply, options, labels)


def _by_text(reply: str, options: Sequence[str], labels: str) -> str | None:
    said = _plain(reply)
    texts = dict(zip(labels, map(_plain, options), strict=False))
    same = [label for label, text in texts.items() if text and text == said]
    held = same or [label for label, text in texts.items() if len(text) >= _SHORTEST and text in said]
    return held[0] if len(held) == 1 else None


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w%.+-]+", " ", text.lower()).split()).strip(" .")
