"""Reordering of sentences by what they are about: the paper's own work before other works, one figure before other
figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...papers.types import Figure
from ..relevance.features import AnswerCandidate
from ..relevance.gate import GateVerdict
from ..verification.sentences import Sentence
from .figures.choice import refers_to

# Log odds subtracted from a sentence about another work. In the two-hop questions of benchmarks/answers.py, sentences
# of a section on related work lead the sentence that answers by up to 2.3.
_OTHER_WORK = 3.0
_SECTION = re.compile(
    r"\b(?:related|previous|prior|earlier) (?:works?|research|approaches|stud(?:y|ies))\b", re.IGNORECASE
)
# A sentence whose subject is a citation: "Kambhatla (2004) employed ...".
_CITATION_FIRST = re.compile(
    r"^(?:[A-Z][\w'-]+(?: et al\.?,?| (?:and|&) [A-Z][\w'-]+)?) ?[(\[](?:19|20)\d\d[a-z]?[)\]]"
)
_OURS = re.compile(r"\b(?:we|our|ours|this (?:paper|work|article))\b", re.IGNORECASE)
# Log odds added to a sentence of the caption, added to a sentence in a paragraph that refers to the figure, and
# subtracted from a sentence that refers to another figure. If a sentence answers, the sentences of its paper differ by
# 2 to 7.
_CAPTION, _PARAGRAPH, _ELSEWHERE = 2.0, 1.5, 3.0
_LABEL = re.compile(r"\b(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*\d+", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\bfigs?\.\s*(?=\d)", re.IGNORECASE)


def own_work_first(verdict: GateVerdict) -> GateVerdict:
    """Return `verdict` with sentences about other works moved back; ties keep their order."""
    return _moved(verdict, lambda sentence: -_OTHER_WORK * is_about_others(sentence))


def _moved(verdict: GateVerdict, by: Callable[[Sentence], float]) -> GateVerdict:
    """Return `verdict` reordered after the log odds `by` are added to the score of each sentence."""
    pairs = zip(verdict.ranked, verdict.scores, strict=True)
    return with_scores(verdict, [score + by(candidate.sentence) for candidate, score in pairs])


def with_scores(verdict: GateVerdict, scores: Sequence[float]) -> GateVerdict:
    """Return `verdict` with new `scores` and its sentences in their order; ties keep their order."""
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    return replace(
        verdict,
        ranked=tuple(verdict.ranked[i] for i in order),
        scores=tuple(scores[i] for i in order),
    )


def is_about_others(sentence: Sentence) -> bool:
    """True if `sentence` is about other works.

    Either its subject is a citation ("Kambhatla (2004) employed ..."), or it is in a section on related work and has no
    word for the paper's own work.
    """
    if _CITATION_FIRST.match(sentence.text):
        return True
    return bool(_SECTION.search(sentence.chunk.section)) and not _OURS.search(sentence.text)


def mentions_first(figure: Figure, verdict: GateVerdict) -> GateVerdict:
    """Return `verdict` with sentences about `figure` moved forward and sentences about other figures moved back.

    Ties keep their order.
    """
    scores = [
        score + relevance_to(figure, candidate)
        for candidate, score in zip(verdict.ranked, verdict.scores, strict=True)
    ]
    return with_scores(verdict, scores)


def relevance_to(figure: Figure, candidate: AnswerCandidate) -> float:
    """Return the log odds to add to a sentence, by its place and by the figures that it refers to."""
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
