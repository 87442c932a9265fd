"""Order of the sentences of a paper that is asked about its own work: those about other works come later."""

from __future__ import annotations

import re
from dataclasses import replace

from ..relevance.features import AnswerCandidate
from ..relevance.gate import GateVerdict

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
_ASKS_OTHERS = re.compile(
    r"\b(?:related|previous|prior|earlier|other|compar\w+|differ\w*|cit(?:e|es|ed|ing)|mention\w*)\b",
    re.IGNORECASE,
)


def own_work_first(question: str, verdict: GateVerdict) -> GateVerdict:
    """`verdict` with the sentences about other works moved back, unless `question` asks about these; ties keep their order."""
    if _ASKS_OTHERS.search(question):
        return verdict
    scores = [
        score - _OTHER_WORK * is_about_others(candidate)
        for candidate, score in zip(verdict.ranked, verdict.scores, strict=True)
    ]
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    return replace(
        verdict,
        ranked=tuple(verdict.ranked[i] for i in order),
        scores=tuple(scores[i] for i in order),
    )


def is_about_others(candidate: AnswerCandidate) -> bool:
    """True if the sentence is on other works: in a section on these without a word of the paper's own, or with one as subject."""
    sentence = candidate.sentence
    if _CITATION_FIRST.match(sentence.text):
        return True
    return bool(_SECTION.search(sentence.chunk.section)) and not _OURS.search(sentence.text)
