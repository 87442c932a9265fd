"""Order of the sentences of a paper by what they are about: its own work before that of others, a figure before other figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...papers.types import Figure
from ..relevance.features import AnswerCandidate
from ..relevance.gate import GateVerdict
from ..relevance.named_attributes import NamedAttribute
from ..verification.sentences import Sentence
from .figures.choice import refers_to

# Log odds taken from a sentence about another work: on the two-hop questions of benchmarks/answers.py the sentences of a section
# on related work lead by up to 2.3 over the one that answers.
_OTHER_WORK = 3.0
_GIVES_ATTRIBUTE = 3.0  # log odds added to one that has the fixed name of what is asked for: "learning rate"
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
# A question for the level of a measure, and words by which a question or a number is about a change of one.
_ASKS_LEVEL = re.compile(
    r"\b(?:what|which|how (?:high|low|large|good))\b[^?]*?\b(?:error rates?|accurac\w+|f-?1|f-?(?:score|measure)|precision|recall"
    r"|bleu|perplexity)\b",
    re.IGNORECASE,
)
_CHANGE = r"(?:improve\w*|gains?|increas\w+|decreas\w+|reduc\w+|drop\w*|los(?:s|es|e|t)|fluctuat\w+|chang\w+|differ\w*)"
_ASKS_CHANGE = re.compile(
    rf"\b(?:{_CHANGE}|by|more|less|better|worse|higher|lower|than|relative)\b", re.IGNORECASE
)
_CHANGED_BY = re.compile(
    rf"\b{_CHANGE}(?: (?:of|by|approximately|about|around|nearly|over|more|than|up|to|an?|the|rate)){{0,4}} \d[\d.]* ?%?"
    rf"|\b\d[\d.]* ?%? (?:(?:absolute|relative|percentage|points?) ){{0,3}}{_CHANGE}\b",
    re.IGNORECASE,
)
_CHANGE_ONLY = 4.0  # log odds taken from a sentence with numbers of changes alone: one leads by 3.1 over that with the level

# Log odds added to a sentence of the caption, to one in a paragraph that refers to the figure, and taken from one that refers to
# another figure: sentences of one paper differ by 2 to 7 where one of them answers.
_CAPTION, _PARAGRAPH, _ELSEWHERE = 2.0, 1.5, 3.0
_LABEL = re.compile(r"\b(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*\d+", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\bfigs?\.\s*(?=\d)", re.IGNORECASE)


def own_work_first(question: str, verdict: GateVerdict) -> GateVerdict:
    """`verdict` with the sentences about other works moved back, unless `question` asks about these; ties keep their order."""
    if _ASKS_OTHERS.search(question):
        return verdict
    return _moved(verdict, lambda sentence: -_OTHER_WORK * is_about_others(sentence))


def attribute_first(attribute: NamedAttribute, verdict: GateVerdict) -> GateVerdict:
    """`verdict` with the sentences that give the attribute which is asked for moved forward; ties keep their order."""
    return _moved(verdict, lambda sentence: _GIVES_ATTRIBUTE * attribute.is_given(sentence.text))


def level_first(question: str, verdict: GateVerdict) -> GateVerdict:
    """`verdict` with sentences that have numbers of changes alone moved back where `question` asks for the level of a measure."""
    if not _ASKS_LEVEL.search(question) or _ASKS_CHANGE.search(question):
        return verdict
    return _moved(verdict, lambda sentence: -_CHANGE_ONLY * _gives_changes_only(sentence.text))


def _gives_changes_only(text: str) -> bool:
    """True if `text` has a number of a change, "an improvement of 1.5%", and no other number."""
    rest, changes = _CHANGED_BY.subn(" ", text)
    return changes > 0 and not any(map(str.isdigit, rest))


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
