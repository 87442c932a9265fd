"""Recognise questions that refer to the previous one."""

from __future__ import annotations

import re

from ...figures.question.parser import Question

_OPENING = re.compile(r"^(?:and|but|so|also|then)\b[,\s]*", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|itself|they|them|their)\b|"
    r"\b(?:this|that|these|those|the same)\s+(?:papers?|methods?|models?|approach(?:es)?|systems?|works?|networks?|"
    r"algorithms?|authors?|architectures?|datasets?|benchmarks?)\b",
    re.IGNORECASE,
)


def is_followup(question: Question) -> bool:
    """True if `question` refers to the previous one: it opens with "and" or points back ("its", "that method").

    A question with two hops, or one that names a figure, is complete by itself.
    """
    if question.figure or question.hops.is_two_hop:
        return False
    return bool(_OPENING.match(question.text.strip())) or points_back(question.text)


def points_back(text: str) -> bool:
    """True if a pronoun or the like stands for what was spoken of before."""
    return bool(_POINTS_BACK.search(text))


def without_opening(question: str) -> str:
    """The question without its leading "and"."""
    rest = _OPENING.sub("", " ".join(question.split()))
    return rest[:1].upper() + rest[1:] if rest else question
