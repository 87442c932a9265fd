"""Which questions lean on the one before."""

from __future__ import annotations

import re

from ...figures.question.parser import parse_question

_OPENING = re.compile(r"^(?:and|but|so|also|then)\b[,\s]*", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|itself|they|them|their)\b|"
    r"\b(?:this|that|these|those|the same)\s+(?:papers?|methods?|models?|approach(?:es)?|systems?|works?|networks?|"
    r"algorithms?|authors?|architectures?|datasets?|benchmarks?)\b",
    re.IGNORECASE,
)


def follows(question: str) -> bool:
    """Whether `question` means the paper in hand: it opens with "and" or points back ("its", "that method").

    A question with two hops, or one that names a figure, stands on its own feet.
    """
    parsed = parse_question(question)
    if parsed.figure or parsed.hops.is_two_hop:
        return False
    return bool(_OPENING.match(question.strip()) or _POINTS_BACK.search(question))


def without_opening(question: str) -> str:
    """The question without its leading "and", which says nothing about what is asked."""
    rest = _OPENING.sub("", " ".join(question.split()))
    return rest[:1].upper() + rest[1:] if rest else question
