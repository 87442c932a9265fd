"""Find the answer type of a question, and the degree to which a text has an answer of that type."""

from __future__ import annotations

import re
from typing import Literal

from ..query.fitted.slots import find_answer_type, find_intent

_DIGITS = re.compile(r"(?<![\w\[/])[-+−]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?[%kKMB]\b|%)?")
NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|"
    r"forty|fifty|hundred|thousand|million|billion|twice|dozen)\b",
    re.I,
)
# Numbers that refer to something: citations, years, numbered equations, labels of tables, figures and sections.
POINTERS = re.compile(
    r"\[[\d,;\s–-]+\]|\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\(\d{1,2}[a-z]?\)|\b(?:19|20)\d\d[a-z]?\b"
    r"|\bsec(?:tion|\.)s?\s*\d[\d.]*(?: ?(?:&|and|,) ?\d+\.\d+)+"
    r"|\b(?:tab(?:le|\.)|fig(?:ure|\.)|sec(?:tion|\.)|eq(?:uation|\.)|appendix|algorithm|chapter|step)s?\s*\(?[A-Z]?[.-]?\d[\d.]*",
    re.I,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|therefore|thus|hence|so that|in order to|as a result|motivat\w+|reasons?|caus\w+|owing|leads? to|"
    r"explain\w*|attribut\w+|sensitive|otherwise|to (?:avoid|prevent|reduce|ensure|make|allow)|which (?:makes|allows)|makes? it|"
    r"helps?|allow\w*|need\w*|suffer\w*|problem|too)\b",
    re.I,
)
NAME_TOKEN = re.compile(r"\b(?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z][a-z][\w-]+|[a-z]+[A-Z0-9][\w-]*)\b")


AnswerKind = Literal["text", "number", "name", "person", "year", "place", "list", "yes_no", "reason"]


def answer_type(question: str) -> AnswerKind:
    """Return the kind of answer that the question asks for."""
    return "reason" if find_intent(question) == "reason" else find_answer_type(question)


def has_answer_type(kind: AnswerKind, text: str, question: str) -> float:
    """Return the degree, 0..1, to which `text` has an answer of type `kind`; numbers and names of the question do not
    count."""
    if kind == "number":
        asked = set(_DIGITS.findall(question))
        plain = POINTERS.sub(" ", text)
        if any(number not in asked for number in _DIGITS.findall(plain)):
            return 1.0
        return 0.5 if NUMBER_WORD.search(plain) else 0.0
    if kind == "year":
        return 1.0 if re.search(r"\b(?:1[89]|20)\d\d\b", text) else 0.0
    if kind == "reason":
        return 1.0 if _REASON.search(text) else 0.0
    if kind in ("person", "name"):
        asked_words = {word.casefold() for word in re.findall(r"[\w-]+", question)}
        names = [n for n in NAME_TOKEN.findall(text[1:]) if n.casefold() not in asked_words]
        return min(1.0, len(names) / 2)
    return 0.5
