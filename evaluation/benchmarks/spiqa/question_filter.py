"""SPIQA's rules for questions that a model has written: which are dropped, and which are worded anew (its section 3.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...metrics.text.token_f1 import token_f1

SIMILAR = 0.8  # F1 of words from which on two questions about one paper are the same
_UNCLEAR = re.compile(
    r"\b(?:hard|difficult|impossible|not possible) to (?:say|tell|answer|determine)\b"
    r"|\bnot (?:evident|clear|specified|mentioned|provided|stated|given)\b|\bunclear\b"
    r"|\bcan(?:not|'t| not) be (?:determined|answered|inferred)\b|\bno information\b",
    re.IGNORECASE,
)
_TRIVIAL = re.compile(
    r"^(?:how many (?:rows|columns|lines|bars|curves|panels|sub-?figures|sub-?plots)\b"
    r"|what (?:does|do) the [\w-]+ (?:lines?|bars?|curves?|dots?|markers?|colou?rs?) (?:represent|show|indicate|mean)"
    r"|what is (?:the )?(?:title|caption|label)\b)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:based on|according to|as (?:described|stated|mentioned|shown) in|from) the "
    r"(?:given |provided )?(?:passage|text|paragraph|caption)[^,]*,\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question that a model wrote about the figure `figure` of paper `paper`, with its answer and explanation."""

    paper: str
    figure: str
    question: str
    answer: str
    explanation: str = ""
    figure_type: str = ""


@dataclass(frozen=True, slots=True)
class Filtered:
    """The questions that are left, and how many were dropped by each reason."""

    kept: tuple[MadeQuestion, ...]
    dropped: Counter[str]


def filter_questions(
    made: Sequence[MadeQuestion], check: Callable[[MadeQuestion], str] = lambda _: ""
) -> Filtered:
    """Those of `made` that pass the rules, without the phrase "Based on the passage".

    Dropped are questions without a clear answer, trivial ones, and those that are similar to an earlier one of their paper.
    `check` sees the rest and returns a reason to drop one, "" for none; it is asked last, since it may cost a call.
    """
    kept: list[MadeQuestion] = []
    dropped: Counter[str] = Counter()
    for one in made:
        plain = replace(one, question=without_lead(one.question), answer=without_lead(one.answer))
        earlier = [other.question for other in kept if other.paper == one.paper]
        reason = find_fault(plain, earlier) or check(plain)
        if reason:
            dropped[reason] += 1
        else:
            kept.append(plain)
    return Filtered(tuple(kept), dropped)


def find_fault(one: MadeQuestion, earlier: Sequence[str]) -> str:
    """The first rule that a question breaks, by its words alone; "" for none. `earlier`: questions about the same paper."""
    if not one.question.strip() or not one.answer.strip():
        return "no question or no answer"
    if _UNCLEAR.search(one.answer):
        return "no clear answer"
    if _TRIVIAL.search(one.question):
        return "trivial"
    if any(token_f1(one.question, other) >= SIMILAR for other in earlier):
        return "similar to another"
    return ""


def without_lead(text: str) -> str:
    """`text` without "Based on the passage," and the like at its beginning."""
    bare = _LEAD.sub("", text.strip())
    return bare[:1].upper() + bare[1:]
