"""Excerpts that are quoted word for word and in one piece: clauses of long sentences, and sentences with the neighbor
they need."""

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
# Words by which a sentence may exceed LONGEST and still be quoted whole: a cut would save little and may lose the
# answer.
SLACK = 10
_FEWEST = 6  # words of the shortest clause that is cut off or quoted by itself
_BREAK = re.compile(
    r"(?<=[;:])\s+|(?<=,)\s+(?=(?:and|but|or|which|where|while|whereas|so|because|since|although|though|with|using|resulting|"
    r"including|such as|as well as|thus|hence|we|the|it|this)\b)|(?<=\))\s+(?=(?:and|but|while|whereas)\b)"
)
_DEPENDENT = re.compile(
    r"(?:which|where|while|whereas|or|so|because|since|although|though|with|using|resulting|including|such as|as well as)\b"
)  # the beginning of a clause that says nothing without the clause before it
_INDEPENDENT = re.compile(r"(?:^|[;:])\s*\Z")  # the text before a clause that can stand alone
_NUMBER = re.compile(r"\d[\d.,]*")
_CONJUNCTION = re.compile(r"^(?:and|but|or)\s+")
_TRIED = 8
_NEAR_MARGIN = (
    1.5  # a neighbor of the best sentence is quoted with it if its log odds are at most this much lower
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
    """Return the part of `text` that answers; all of `text` if it has at most `longest` + `slack` words, or no fitting
    part.

    A part consists of neighboring clauses with at most `longest` words in total. These criteria decide in turn: it has
    the kind of answer asked for, the most terms of `focus`, the most terms related to `focus`, the most numbers, begins
    an independent clause, and has the most words. The first part wins a tie.
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
    """Return the (start, end) positions of the clauses of `text`. A clause of fewer than `_FEWEST` words is joined with
    the next clause."""
    starts = [0]
    for match in _BREAK.finditer(text):
        if len(text[starts[-1] : match.start()].split()) >= _FEWEST:
            starts.append(match.end())
    return list(pairwise([*starts, len(text)]))


def with_neighbor(
    candidate: AnswerCandidate, verdict: GateVerdict, kind: AnswerKind, longest: int = LONGEST
) -> str:
    """Return the candidate's sentence and one neighbor in one piece; "" if no neighbor is needed, or if both have over
    `longest` words.

    The next sentence is added if the candidate's sentence announces it ("for two reasons:") or, for a question about a
    reason, if it explains the candidate's sentence. The previous sentence is added if the candidate's sentence refers
    back to it ("It ..."). Otherwise a neighbor is added if it is nearly as likely to answer as the best sentence.
    """
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
    """Return the sentence together with the preceding one that it refers to ("It ...", "This ...").

    "" if the sentence does not refer back, or if both together have over `longest` words.
    """
    if not sentence.before or not _LEANS.match(sentence.text):
        return ""
    return _joined(sentence.before, sentence.text, longest)


def _joined(first: str, second: str, longest: int) -> str:
    both = f"{first} {second}"
    return both if len(both.split()) <= longest else ""
