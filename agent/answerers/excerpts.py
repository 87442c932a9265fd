"""Excerpts of long sentences, the clauses that hold the answer, and sentences with those beside them that they need; word for
word and in one piece."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from ...indexes.text.analysis import analyze
from ..relevance.concepts import related_terms
from ..relevance.features import AnswerCandidate
from ..relevance.gate import GateVerdict
from ..relevance.question_type import AnswerKind, has_answer_type
from ..relevance.text_features import is_cause
from ..verification.sentences import Sentence, following_sentence

LONGEST = 40  # words of an excerpt
SLACK = 10  # words by which a sentence may be longer and is still quoted whole: a cut saves little and may lose the answer
_FEWEST = 6  # words of a clause that is cut off or quoted by itself
_BREAK = re.compile(
    r"(?<=[;:])\s+|(?<=,)\s+(?=(?:and|but|or|which|where|while|whereas|so|because|since|although|though|with|using|resulting|"
    r"including|such as|as well as|thus|hence|we|the|it|this)\b)|(?<=\))\s+(?=(?:and|but|while|whereas)\b)"
)
_DEPENDENT = re.compile(
    r"(?:which|where|while|whereas|or|so|because|since|although|though|with|using|resulting|including|such as|as well as)\b"
)  # a clause that says nothing without the one before
_INDEPENDENT = re.compile(r"(?:^|[;:])\s*\Z")  # what is before a clause that depends on none
_NUMBER = re.compile(r"\d[\d.,]*")
_CONJUNCTION = re.compile(r"^(?:and|but|or)\s+")
_TRIED = 8
_NEAR_MARGIN = (
    1.5  # log odds by which a sentence beside the best may be less likely to answer, to be quoted with it
)
# "... for two reasons.", "... as follows:"
_ANNOUNCES = re.compile(
    r"(?:\b(?:two|three|four|several|some|following|main) (?:\w+ )?(?:reasons?|problems?|causes?|ways?|steps?|factors?|points?)|"
    r"\bas follows|\bthe following|:)\W*$",
    re.IGNORECASE,
)
# "It ...", "Presumably this is because ...", "One possible explanation ...".
_LEANS = re.compile(
    r"(?:(?:perhaps|presumably|probably|possibly|maybe|likely|but|however),? )?"
    r"(?:it|its|they|their|this|these|those|such|he|she|both|"
    r"(?:the|one|an?|another) (?:\w+ )?(?:reasons?|explanations?|causes?|differences?))\b",
    re.IGNORECASE,
)


def excerpt(
    text: str,
    question: str,
    kind: AnswerKind,
    focus: Collection[str],
    longest: int = LONGEST,
    slack: int = SLACK,
) -> str:
    """The part that answers of a sentence that has over `slack` words more than `longest`; `text` itself if it has not, or none.

    It consists of neighboring clauses, at most `longest` words, with the kind of answer that is asked for, the most
    terms of `focus`, the most numbers, the beginning of an independent clause and then the most words; of equal parts the first.
    """
    if len(text.split()) <= longest + slack:
        return text
    clauses = _clauses(text)
    parts = [
        (start, _CONJUNCTION.sub("", text[start:end]).rstrip(" ,;:"))
        for i, (start, _) in enumerate(clauses)
        for _, end in clauses[i:]
        if _FEWEST <= len(text[start:end].split()) <= longest and not _DEPENDENT.match(text, start)
    ]
    if not parts:
        return text
    wanted = {other for term in focus for other in related_terms(term)}
    return min(
        parts,
        key=lambda part: (
            -has_answer_type(kind, part[1], question),
            -len(set(focus) & set(analyze(part[1]))),
            -len(wanted & set(analyze(part[1]))),
            -len(_NUMBER.findall(part[1])),
            not _INDEPENDENT.search(text, 0, part[0]),
            -len(part[1].split()),
        ),
    )[1]


def _clauses(text: str) -> list[tuple[int, int]]:
    """(start, end) of the clauses of `text`; one of fewer than `_FEWEST` words belongs to the one before."""
    starts = [0]
    for match in _BREAK.finditer(text):
        if len(text[starts[-1] : match.start()].split()) >= _FEWEST:
            starts.append(match.end())
    return list(pairwise([*starts, len(text)]))


def with_neighbor(
    candidate: AnswerCandidate, verdict: GateVerdict, kind: AnswerKind, longest: int = LONGEST
) -> str:
    """The sentence and the one beside it in one piece, where it announces the one after, is explained by that, refers to the one
    before or that is nearly as likely to answer as the best; "" where none holds or they have more than `longest` words."""
    sentence = candidate.sentence
    after = following_sentence(sentence)
    explains = kind == "reason" and not is_cause(sentence.text) and is_cause(after) and _LEANS.match(after)
    if after and (_ANNOUNCES.search(sentence.text) or explains):
        return _joined(sentence.text, after, longest)
    if both := with_preceding(sentence, longest):
        return both
    for other, score in zip(verdict.ranked[:_TRIED], verdict.scores, strict=False):
        near = other.sentence
        if near.chunk.id != sentence.chunk.id or score < verdict.scores[0] - _NEAR_MARGIN:
            continue
        if near.text == sentence.before and (both := _joined(near.text, sentence.text, longest)):
            return both
        if near.before == sentence.text and (both := _joined(sentence.text, near.text, longest)):
            return both
    return ""


def with_preceding(sentence: Sentence, longest: int = LONGEST) -> str:
    """The sentence after the one that it refers to ("It ...", "This ..."); "" where it refers to none or both are too long."""
    if not sentence.before or not _LEANS.match(sentence.text):
        return ""
    return _joined(sentence.before, sentence.text, longest)


def _joined(first: str, second: str, longest: int) -> str:
    both = f"{first} {second}"
    return both if len(both.split()) <= longest else ""
