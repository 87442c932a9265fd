"""Answers to "What is X?" and to what a paper contributes: the sentence that introduces it.

A question such as "What is PaSa?" has hardly a word that its answer could share, so the sentence is found by how papers introduce
things: "we present PaSa, a ...", "PaSa is a ...", "a search agent called PaSa".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.captions import FIGURE_LABEL
from ...relevance.candidates import find_sentences
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject, find_subjects
from ...request_context import RequestContext
from ...verification.sentences import Prover, Sentence
from ..quotes import cite_part
from ..types import ComposedAnswer, markers

_WORD = rf"(?!(?:{PREPOSITIONS}|{AUXILIARIES}|{QUESTION_WORDS}|and|or)\b)[^\s?'’,;:]+"
_KIND = r"(?:method|model|system|algorithm|task|approach|tool|toolkit|library|parser|tagger|data ?set|corpus|benchmark)"
_NAME = rf"(?P<article>the |an? )?(?P<name>{_WORD}(?: {_WORD}){{0,3}}?)(?P<kind> {_KIND})?"
_DEFINED = tuple(
    re.compile(rf"^\W*{wording}\W*$", re.IGNORECASE)
    for wording in (
        rf"what(?:['’]?s| is| are| was) {_NAME}",
        rf"what (?:does|do|did) {_NAME} (?:do|mean)",
        rf"(?:define|explain|describe|tell me about) {_NAME}",
        rf"(?:explain|tell me) what {_NAME} (?:is|are|does)",
    )
)
_CONTRIBUTION = re.compile(
    r"\bcontribut(?:ions?|es?)\b|\b(?:proposes?|introduces?|presents?)\W*$", re.IGNORECASE
)
# Words that such a question may have beside those that name the paper.
_CONTRIBUTED = GENERIC | set(
    analyse(
        "what's main key central core major primary contribution contribute propose introduce present new"
    )
)
# What papers do with their own.
_PRESENTS = r"(?:present|introduc|propos|describ|develop|releas|detail)(?:e|es|ed|s|ing)?"
_OWN = re.compile(rf"\b(?:we|this (?:paper|article|work)|the paper)\s+(?:\w+ )?{_PRESENTS}\b", re.IGNORECASE)
_OUTLINE = re.compile(r"\b(?:sections?|experiment\w*|results?|conclu\w+)\b", re.IGNORECASE)
_NAMED = 0.3  # how clearly a question must name the paper whose contribution it asks for
_OF_SUBJECT = 1.5  # what a sentence of the paper that is asked about counts more, in strengths of a wording


def answer_by_definition(context: RequestContext) -> ComposedAnswer | None:
    """The sentence that introduces what is asked for, or what a named paper presents; None where no sentence does, or something
    else is asked for."""
    question, session = context.question.text, context.session
    name = defined_name(question)
    if not name and not _CONTRIBUTION.search(question):
        return None
    subjects = find_subjects(question, session.subjects)
    if name:
        text, scope = f"{name} is a. We introduce {name}", tuple[str, ...]()
    elif subjects and asks_for_contribution(question, subjects[0]):
        text, scope = "in this paper we present, introduce and propose", (subjects[0].paper_id,)
    else:
        return None
    sentences = find_sentences(session.index, text, subjects, scope)
    best = _best(name, sentences, subjects)
    citations = cite_part(Prover(session.cluster, session.settings), best, best.text) if best else ()
    if not citations:
        return None
    quoted = " ".join(citation.quote for citation in citations)
    return ComposedAnswer(f"{quoted} {markers(len(citations))}", citations)


def defined_name(question: str) -> str:
    """The name of what `question` asks to be explained; "" where it asks for something else.

    Behind "the" a name has a capital, a digit or the kind of thing it is: "the learning rate" is an attribute of something.
    """
    text = " ".join(question.split())
    match = next(filter(None, (wording.match(text) for wording in _DEFINED)), None)
    if match is None or FIGURE_LABEL.search(text):
        return ""
    name = match["name"]
    is_proper = any(letter.isupper() or letter.isdigit() for letter in name) or bool(match["kind"])
    if (match["article"] or "").strip().casefold() == "the" and not is_proper:
        return ""
    telling = [term for term in analyse(name) if term not in GENERIC and term not in STOP_WORDS]
    return name if telling and len(name) > 1 else ""


def asks_for_contribution(question: str, subject: Subject) -> bool:
    """True if `question` asks what the paper that it names contributes, and nothing more: not what a part adds to a result."""
    is_named = subject.named >= _NAMED and bool(_CONTRIBUTION.search(question))
    return is_named and set(analyse(question)) <= _CONTRIBUTED | subject.terms | STOP_WORDS


def introduces(sentence: str, name: str) -> float:
    """Strength with which `sentence` says what `name` is: 3 where it begins with it or presents it with what it is, 2 where it
    adds what it is, 1 where it presents it or has its long form before it in brackets, 0 otherwise."""
    called = rf"(?<![\w-]){re.escape(name)}(?![\w-])(?:\s*\([^)]{{1,80}}\))?"
    is_a = r"(?:is|are|was|denotes|refers to|stands for)\s+(?:an?|the|our|one of|short)\b"
    strengths = (
        (3, rf"^\W*(?:the )?{called}(?: {_KIND})? {is_a}"),
        (3, rf"\b{_PRESENTS}\b[^.;]{{0,80}}?{called}\s*[,:–—-]\s*(?:an?|the|our)\b"),
        (3, rf"\b{_PRESENTS}\b (?:an?|our|the) [^.;]{{3,120}}?\b(?:called|named|dubbed) {called}"),
        (2, rf"{called}(?: {_KIND})? {is_a}"),
        (2, rf"{called},\s+(?:an?|our)\s"),
        (2, rf"\b(?:an?|our|the) [^.;]{{3,80}}?\b(?:called|named|dubbed) {called}"),
        (1, rf"\b(?:we|paper|article|work)\s+{_PRESENTS}\b[^.;]{{0,90}}?{called}"),
        (1, rf"[A-Za-z]\s+\({re.escape(name)}\)"),
    )
    return next((value for value, wording in strengths if re.search(wording, sentence, re.IGNORECASE)), 0)


def _presents_own_work(sentence: str) -> float:
    return float(bool(_OWN.search(sentence)) and not _OUTLINE.search(sentence))


def _best(name: str, sentences: Sequence[Sentence], subjects: Sequence[Subject]) -> Sentence | None:
    """The sentence that introduces `name`, else what the paper is for, most plainly; ties go to the first in the paper."""
    about = {subject.paper_id for subject in subjects[:1] if subject.named >= _NAMED}

    def strength(sentence: Sentence) -> float:
        plainly = introduces(sentence.text, name) if name else _presents_own_work(sentence.text)
        return plainly + _OF_SUBJECT * (sentence.chunk.paper_id in about) if plainly else 0.0

    best = min(sentences, key=lambda s: (-strength(s), s.chunk.paper_id, s.chunk.id), default=None)
    return best if best and strength(best) else None
