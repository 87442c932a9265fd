"""The kind of answer that a question asks of a text: number, year, person, reason, yes or no, name, or any text."""

from __future__ import annotations

import re
from typing import Literal

from citehop.figures.operations import Wants

AnswerType = Literal["number", "year", "person", "reason", "yes/no", "name", "text"]

_NUMERIC: frozenset[Wants] = frozenset({"value", "sum", "difference", "ratio", "count"})
_WHY = re.compile(
    r"\bwhy\b|\bhow come\b|\breasons?\b|\bmotivat|\bwhat (?:\w+ ){0,2}?(?:explain|caus|stop|prevent|purpose|makes|is wrong|"
    r"(?:went|goes|go) wrong)|\bexplanation\b|\bjustif|\bwhat for\b|\bblame|\bput (?:\w+ ){0,2}down to\b|"
    r"\battribut\w+ [^?]* to\b|\brationale\b",
    re.I,
)
_NUMBER = re.compile(
    r"\bhow (?:heavy|sure|early|late)\b"
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


def find_answer_type(text: str, wants: Wants) -> AnswerType:
    """Return the first type that fits, in this order: reason, number, year, person, yes/no, name, text.

    `wants` is the kind of answer asked of a figure: a value, sum, difference, ratio or count is a number, and a verdict
    is yes or no.
    """
    if _WHY.search(text):
        return "reason"
    if wants in _NUMERIC or _NUMBER.search(text):
        return "number"
    if _YEAR.search(text):
        return "year"
    if _PERSON.search(text):
        return "person"
    if wants == "verdict" or _YES_NO.search(text):
        return "yes/no"
    return "name" if _NAME.search(text) else "text"
