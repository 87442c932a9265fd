"""Excerpts of long sentences: the clauses that hold the answer, word for word and in one piece."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from ...figures.question.finders.answer_type import AnswerType
from ...indexes.text.analysis import analyse
from ..relevance.concepts import related_terms
from ..relevance.question_type import has_answer_type

LONGEST = 40  # words of an excerpt
_FEWEST = 6  # words of a clause that is cut off or quoted by itself
_BREAK = re.compile(
    r"(?<=[;:])\s+|(?<=,)\s+(?=(?:and|but|or|which|where|while|whereas|so|because|since|although|though|with|using|resulting|"
    r"including|such as|as well as|thus|hence|we|the|it|this)\b)|(?<=\))\s+(?=(?:and|but|while|whereas)\b)"
)
_DEPENDENT = re.compile(
    r"(?:which|where|while|whereas|or|so|because|since|although|though|with|using|resulting|including|such as|as well as)\b"
)  # a clause that says nothing without the one before
_NUMBER = re.compile(r"\d[\d.,]*")
_CONJUNCTION = re.compile(r"^(?:and|but|or)\s+")


def excerpt(text: str, question: str, kind: AnswerType, focus: Collection[str]) -> str:
    """The part of a sentence of more than `LONGEST` words that answers; `text` itself if it is shorter or has no such part.

    It consists of neighbouring clauses, at most `LONGEST` words, with the kind of answer that is asked for, the most terms of
    `focus`, the most numbers and then the most words; of equal parts the first.
    """
    if len(text.split()) <= LONGEST:
        return text
    clauses = _clauses(text)
    parts = [
        _CONJUNCTION.sub("", text[clauses[i][0] : clauses[j][1]]).rstrip(" ,;:")
        for i in range(len(clauses))
        for j in range(i, len(clauses))
        if _FEWEST <= len(text[clauses[i][0] : clauses[j][1]].split()) <= LONGEST
        and not _DEPENDENT.match(text, clauses[i][0])
    ]
    if not parts:
        return text
    wanted = {other for term in focus for other in related_terms(term)}
    return min(
        parts,
        key=lambda part: (
            -has_answer_type(kind, part, question),
            -len(set(focus) & set(analyse(part))),
            -len(wanted & set(analyse(part))),
            -len(_NUMBER.findall(part)),
            -len(part.split()),
        ),
    )


def _clauses(text: str) -> list[tuple[int, int]]:
    """(start, end) of the clauses of `text`; one of fewer than `_FEWEST` words belongs to the one before."""
    starts = [0]
    for match in _BREAK.finditer(text):
        if len(text[starts[-1] : match.start()].split()) >= _FEWEST:
            starts.append(match.end())
    return list(pairwise([*starts, len(text)]))
