"""Order of the sentences of a paper by what they are about: its own work before that of others, a figure before other figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...papers.types import Figure
from ..relevance.features import AnswerCandidate
from ..relevance.gate import GateVerdict
from ..verification.sentences import Sentence
from .figures.choice import refers_to

# Log odds taken from a sentence about another work: on the two-hop questions of benchmarks/answers.py the sentences of a section
# on related work lead by up to 2.3 over the one that answers.
_OTHER_WORK = 3.0
_SECTION = re.compile(
    r"\b(?:related|previous|prior|earlier) (?:works?|research|approaches|stud(?:y|ies))\b", re.IGNORECASE
)
# A sentence whose subject is a citation: "Kambhatla (2004) employed ...".
_CITATION_FIRST = re.compile(
    r"^(?:[A-Z][\w'-]+(?: et al\.?,?| (?:and|&) [A-Z][\w'-]+)?) ?[(\[](?:19|20)\d\d[a-z]?[)\]]"
)
_OURS = re.compile(r"\b(?:we|our|ours|this (?:paper|work|article))\b", re.IGNORECASE)
# Log odds added to a sentence of the caption, to one in a paragraph that refers to the figure, and taken from one that refers to
# another figure: sentences of one paper differ by 2 to 7 where one of them answers.
_CAPTION, _PARAGRAPH, _ELSEWHERE = 2.0, 1.5, 3.0
_LABEL = re.compile(r"\b(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*\d+", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\bfigs?\.\s*(?=\d)", re.IGNORECASE)


def own_work_first(verdict: GateVerdict) -> GateVerdict:
    """`verdict` with the sentences about other works moved back; ties keep their order."""
    return _moved(verdict, lambda sentence: -_OTHER_WORK * is_about_others(sentence))


def _moved(verdict: GateVerdict, by: Callable[[Sentence], float]) -> GateVerdict:
    """`verdict` with the log odds `by` added to those of each sentence."""
    pairs = zip(verdict.ranked, verdict.scores, strict=True)
    return with_scores(verdict, [score + by(candidate.sentence) for candidate, score in pairs])


def with_scores(verdict: GateVerdict, scores: Sequence[float]) -> GateVerdict:
    """`verdict` in the order of new `scores` of its sentences; ties keep their order."""
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    return replace(
        verdict,
        ranked=tuple(verdict.ranked[i] for i in order),
        scores=tuple(scores[i] for i in order),
    )


def is_about_others(sentence: Sentence) -> bool:
    """True if `sentence` is on other works: in a section on these without a word of the paper's own, or with one as subject."""
    if _CITATION_FIRST.match(sentence.text):
        return True
    return bool(_SECTION.search(sentence.chunk.section)) and not _OURS.search(sentence.text)


def mentions_first(figure: Figure, verdict: GateVerdict) -> GateVerdict:
    """`verdict` ordered anew: sentences about `figure` move forward, those about other figures back; ties keep their order."""
    scores = [
        score + relevance_to(figure, candidate)
        for candidate, score in zip(verdict.ranked, verdict.scores, strict=True)
    ]
    return with_scores(verdict, scores)


def relevance_to(figure: Figure, candidate: AnswerCandidate) -> float:
    """Log odds to add to a sentence by where it is and what it refers to."""
    sentence = candidate.sentence
    chunk, text = sentence.chunk, _spell_out(sentence.text)
    if chunk.kind == "caption":
        own = refers_to(_spell_out(chunk.text), figure.label) and chunk.page == figure.page
        return _CAPTION if own else -_ELSEWHERE
    if refers_to(text, figure.label):
        return _CAPTION
    if _LABEL.search(text):
        return -_ELSEWHERE
    return _PARAGRAPH if refers_to(_spell_out(chunk.text), figure.label) else 0.0


def _spell_out(text: str) -> str:
    return _ABBREVIATED.sub("Figure ", text)
