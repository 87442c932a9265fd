"""The kind of answer that a question asks for, and whether a text has one."""

from __future__ import annotations

import re
from typing import Literal

AnswerType = Literal["number", "year", "person", "reason", "yes/no", "name", "text"]

_WHY = re.compile(
    r"\bwhy\b|\bhow come\b|\breasons?\b|\bmotivat|\bwhat (?:explain|caus|might cause)|\bexplanation\b|\bjustif",
    re.I,
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|large|long|often|big|small|far|fast|high|low|deep|wide|old|heavy|sure|early|late)\b"
    r"|\b(?:number|amount|count|share|fraction|proportion) of\b|\bpercent|\bby how much\b|\btimings?\b"
    r"|\b(?:what|which|whose|the|and|of|:|-|–)\s+(?:[\w./'-]+ ){0,5}"
    r"(?:number|size|sizes|rate|rates|score|scores|accuracy|dimension\w*|value|error|ratio|count|length|speed|threshold|"
    r"width|depth|weight|probability|coefficient|recall|precision|f-?measure|f1|bleu|perplexity|epochs?|dropout|kappa|temperature|dose|"
    r"prevalence|incidence|mortality|duration|distance|cost|gain|hours|minutes|seconds|days|weeks|units)\b",
    re.I,
)
_YEAR = re.compile(r"\b(?:what|which|the) year\b|\bwhen (?:was|were|did)\b|\bwhat date\b", re.I)
_PERSON = re.compile(r"\bwho(?:m|se)?\b|\bauthors?\b", re.I)
_YES_NO = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should)\s|\byes or no\b|\bor not\?*$|\bcan i\b",
    re.I,
)
_NAME = re.compile(r"\b(?:which|what|whose|name|where|on which)\b", re.I)

_DIGITS = re.compile(r"(?<![\w\[/])[-+−]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?[%kKMB]\b|%)?")
_NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|"
    r"forty|fifty|hundred|thousand|million|billion|twice|dozen)\b",
    re.I,
)
# Numbers that only point somewhere: citations, numbered equations, labels of tables, figures and sections.
_POINTERS = re.compile(
    r"\[[\d,;\s–-]+\]|\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\(\d{1,2}[a-z]?\)|\b(?:19|20)\d\d[a-z]?\b"
    r"|\b(?:tab(?:le|\.)|fig(?:ure|\.)|sec(?:tion|\.)|eq(?:uation|\.)|appendix|algorithm|chapter|step)s?\s*\(?[A-Z]?[.-]?\d[\d.]*",
    re.I,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|therefore|thus|hence|so that|in order to|as a result|motivat\w+|reasons?|caus\w+|owing|leads? to|"
    r"explain\w*|attribut\w+|sensitive|otherwise|to (?:avoid|prevent|reduce|ensure|make|allow)|which (?:makes|allows)|makes? it|"
    r"helps?|allow\w*|need\w*|suffer\w*|problem|too)\b",
    re.I,
)
_NAME_TOKEN = re.compile(r"\b(?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z][a-z][\w-]+|[a-z]+[A-Z0-9][\w-]*)\b")


def answer_type(question: str) -> AnswerType:
    """The kind of answer asked for, by the question's wording; the first that fits of reason, number, year, person, yes/no, name."""
    if _WHY.search(question):
        return "reason"
    if _NUMBER.search(question):
        return "number"
    if _YEAR.search(question):
        return "year"
    if _PERSON.search(question):
        return "person"
    if _YES_NO.search(question):
        return "yes/no"
    return "name" if _NAME.search(question) else "text"


def has_answer_type(kind: AnswerType, text: str, question: str) -> float:
    """How well `text` holds an answer of that kind, in 0..1; what the question itself says does not count."""
    if kind == "number":
        asked = set(_DIGITS.findall(question))
        plain = _POINTERS.sub(" ", text)
        if any(number not in asked for number in _DIGITS.findall(plain)):
            return 1.0
        return 0.5 if _NUMBER_WORD.search(plain) else 0.0
    if kind == "year":
        return 1.0 if re.search(r"\b(?:1[89]|20)\d\d\b", text) else 0.0
    if kind == "reason":
        return 1.0 if _REASON.search(text) else 0.0
    if kind in ("person", "name"):
        asked_words = {word.casefold() for word in re.findall(r"[\w-]+", question)}
        names = [n for n in _NAME_TOKEN.findall(text[1:]) if n.casefold() not in asked_words]
        return min(1.0, len(names) / 2)
    return 0.5
