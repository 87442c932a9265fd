"""Which option of a multiple choice a model's reply names. Replies are untrusted text: nothing here raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

_OPEN, _CLOSE = r"[\s*_`\"'(\[{<]*", r"[\s*_`\"')\]}>.:,;!]*"
_LEADS = r"(?:answer|option|choice|caption|image|figure|letter)s?\b[*_\"'\s]*(?:(?:is|would be|should be)\b)?[*_\"'\s]*[:=]?"
_SHORTEST = 3  # characters of an option that may be looked for inside a reply


def find_letter(reply: str, options: Sequence[str] = (), labels: str = ascii_uppercase[:5]) -> str | None:
    """The label that `reply` chooses, in capitals; None where none or more than one could be meant.

    The first rule that applies decides. (1) The whole reply is a label, with brackets or punctuation. (2) The last "answer
    is (X)", "option X", "**[X]**" and the like. (3) The one label that stands before a closing bracket or in bold. (4) The
    one option whose text the reply is, or holds. The article A is no answer: "A graph of ..." names nothing.
    """
    letter = rf"[{labels}]"
    whole = re.fullmatch(rf"{_OPEN}({letter}){_CLOSE}", reply, re.IGNORECASE)
    if whole:
        return whole[1].upper()
    # A label in running text is a capital; A and I before a word in lower case are an article and a pronoun.
    led = re.findall(rf"(?i:{_LEADS}){_OPEN}({letter})(?![\w'’-])(?!(?<=[AI])\s+[a-z])", reply) or re.findall(
        rf"\*\*\s*\[({letter})\]\s*\*\*", reply
    )
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
