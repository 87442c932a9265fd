"""Questions with one part for the record of a paper and another for its text: "Who wrote X, and how large is its vocabulary?"."""

from __future__ import annotations

import re
from dataclasses import replace

from ..query.grammar.parser import parse_question
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..types import Citation
from .facts.asked_papers import find_asked_papers
from .facts.fact_parts import CLEARLY_NAMED
from .facts.record import answer_from_record
from .facts.requested_facts import requested_facts
from .one_hop import answer_of_paper
from .parts import name_missing, split_parts
from .types import ComposedAnswer, markers

_MARKERS = re.compile(r"\s*(?:\[\d+\])+\s*$", re.MULTILINE)


def answer_record_and_text(context: RequestContext) -> ComposedAnswer | None:
    """Answer each part from where it is stated, and name the one that nothing answers; None for a question with no such two parts
    about one clearly named paper."""
    question = context.question.text
    parts = split_parts(question)
    facts = [requested_facts(part) for part in parts]
    if all(facts) or {fact for each in facts for fact in each} != set(requested_facts(question)):
        return None
    subject = next(iter(find_asked_papers(question, context.session)), None)
    if not any(facts) or subject is None or subject.named < CLEARLY_NAMED:
        return None
    answers = [
        _answer_part(context, part, subject, bool(each)) for part, each in zip(parts, facts, strict=True)
    ]
    if not any(answer.text for answer, each in zip(answers, facts, strict=True) if each):
        return None
    texts: list[str] = []
    citations: tuple[Citation, ...] = ()
    for part, answer in zip(parts, answers, strict=True):
        if not answer.text:
            texts.append(name_missing(part))
            continue
        plain = " ".join(_MARKERS.sub("", answer.text).split())
        texts.append(f"{plain} {markers(len(answer.citations), len(citations))}".rstrip())
        citations += answer.citations
    known = [answer.probability for answer in answers if answer.text]
    return ComposedAnswer(" ".join(texts), citations, probability=min(known))


def _answer_part(context: RequestContext, part: str, subject: Subject, is_recorded: bool) -> ComposedAnswer:
    """The answer of the paper `subject` to one part, from its record or its text."""
    alone = replace(context, question=parse_question(part, one_hop=True))
    if is_recorded:
        return answer_from_record(alone, (subject,)) or ComposedAnswer()
    return answer_of_paper(alone, subject.paper_id)[0]
