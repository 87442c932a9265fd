"""Facts of the record: authors, affiliations, year, venue, how many references, pages, figures, tables, and who cites whom.

They are answered from the parsed paper, with the place on the page that states it, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....indexes.text.analysis import analyse
from ...relevance.question_terms import GENERIC
from ...relevance.question_type import answer_type
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...types import Citation
from ..types import ComposedAnswer
from .asked_papers import find_asked_papers
from .citation_facts import are_two_named, describe_cited, describe_citing, order_by_citing
from .cited_works.answer import answer_cited_works
from .cited_works.entry import answer_cited_entry
from .citing_papers import answer_citing
from .fact_parts import CLEARLY_NAMED, Maker, Part, asked_paper, quote_title
from .printed.deeds import before_deeds, deed_clauses, describe_deeds
from .record_facts import RECORD_FACTS
from .requested_facts import LONGEST_QUESTION, Fact, asks_for_summary, names_a_paper, requested_facts

_PUBLICATION = re.compile(r"\bpubli(?:sh\w*|cation)\b|\bappear\w*\b|\b(?:come|came) out\b", re.I)
_CITES = re.compile(r"\b(?:cites?|cited|citing)\b", re.I)
_CITING: frozenset[Fact] = frozenset({"does cite", "cites what", "cited by"})
_OF_PEOPLE: frozenset[Fact] = frozenset({"authors", "affiliation"})
_SUMMARY_TERMS = frozenset(
    analyse("summarize summary overview gist main idea point short brief please tldr tl dr show")
)
_FACTS: dict[Fact, Maker] = {**RECORD_FACTS, "does cite": describe_citing, "cites what": describe_cited}
_SUMMARY_NOTE = "a summary needs a model: this is the paper's own abstract"


def answer_from_record(context: RequestContext, subjects: tuple[Subject, ...] = ()) -> ComposedAnswer | None:
    """Answer a question about a paper's record, by its beginning; None if it asks for something else or names no paper.

    `subjects` are the papers that the question is about, where they are known from more than the question."""
    question = context.question.text[:LONGEST_QUESTION]
    context = replace(context, question=replace(context.question, text=question))
    if works := answer_cited_works(context, subjects) or answer_cited_entry(context, subjects):
        return works
    if done := _answer_deeds(context, subjects):
        return done
    facts = requested_facts(question)
    # "Email of who wrote the explanation of X" asks for no explanation.
    if not facts or (answer_type(question) == "reason" and facts != ("emails",)):
        return None
    if facts == ("cited by",):
        return answer_citing(context)
    # The verb of "Does A cite B?" names no paper, not even one called CiteSee.
    about = _CITES.sub(" ", question) if _CITING.intersection(facts) else question
    subjects = subjects or find_asked_papers(about, context.session)
    if not subjects or subjects[0].named < CLEARLY_NAMED:
        return None
    if "does cite" in facts and are_two_named(subjects):
        subjects = order_by_citing(question, subjects)
    summary = asks_for_summary(question)
    if summary and not _is_about_whole_paper(question, subjects[0]):
        return None
    with context.trace.step("record") as detail:
        parts = [_FACTS[fact](context, subjects) for fact in facts]
        detail.append(subjects[0].paper_id)
    known = [part for part in parts if part is not None]
    if not known:
        # Sentences of the text hardly name the authors; but "What year did the model appear?" may be about another thing.
        if facts == ("authors",) or (facts in (("year",), ("venue",)) and _PUBLICATION.search(question)):
            return ComposedAnswer(refusal=_describe_unknown(context, subjects, facts[0]))
        return None
    unknown = [
        _describe_unknown(context, subjects, fact)
        for fact, part in zip(facts, parts, strict=True)
        if part is None and fact in ("authors", "year")
    ]
    composed = _composed(known)
    return replace(
        composed, text=" ".join([composed.text, *unknown]), notes=(_SUMMARY_NOTE,) if summary else ()
    )


def _answer_deeds(context: RequestContext, subjects: tuple[Subject, ...]) -> ComposedAnswer | None:
    """The deeds that the authors thank for, behind what the question asks for first; None where the paper thanks nobody."""
    question = context.question.text
    before = before_deeds(question)
    if not deed_clauses(question) or set(requested_facts(question[len(before) :])) - _OF_PEOPLE:
        return None
    subjects = subjects or find_asked_papers(question, context.session)
    if not subjects or subjects[0].named < CLEARLY_NAMED:
        return None
    deeds = describe_deeds(context, subjects[0])
    if not deeds:
        return None
    with context.trace.step("record") as detail:
        first = replace(context, question=replace(context.question, text=before))
        parts = [_FACTS[fact](first, subjects) for fact in requested_facts(before)]
        detail.append(subjects[0].paper_id)
    return _composed([*(part for part in parts if part is not None), *deeds])


def _composed(parts: Sequence[Part]) -> ComposedAnswer:
    citations = tuple(dict.fromkeys(citation for _, citation in parts if citation))
    return ComposedAnswer(
        " ".join(_with_marker(text, citation, citations) for text, citation in parts), citations
    )


def _describe_unknown(context: RequestContext, subjects: tuple[Subject, ...], fact: Fact) -> str:
    title = quote_title(asked_paper(context, subjects))
    return f"The {fact} of {title} {'are' if fact == 'authors' else 'is'} not known."


def _is_about_whole_paper(question: str, subject: Subject) -> bool:
    """True if a summary is asked for of the paper, not of its results or the like."""
    return names_a_paper(question) or set(analyse(question)) <= GENERIC | _SUMMARY_TERMS | subject.terms


def _with_marker(text: str, citation: Citation | None, citations: tuple[Citation, ...]) -> str:
    return f"{text} [{citations.index(citation) + 1}]" if citation else text
