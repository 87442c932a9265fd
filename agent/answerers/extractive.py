"""Answers without a language model: the sentences that answer, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...retrieval.types import RankedPaper
from ..first_hop import FirstHop
from ..first_hop_context import entity_of, find_first_hop, leads_elsewhere, needs_cited_paper
from ..relevance.candidates import find_sentences
from ..relevance.features import Candidate, describe_candidates
from ..relevance.gate import Verdict, judge
from ..relevance.question_type import answer_type
from ..relevance.subject import Subject, find_subjects
from ..request_context import RequestContext
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover, Sentence
from .figures import answer_from_figure, is_supported, likely_table, named_figure_of, with_hop
from .record import answer_from_record
from .types import ComposedAnswer

# Below this probability the question counts as not answered. Of the answerable development questions 14% fall below, of those
# with their answer taken away half (benchmarks/fit_gate.py).
ANSWERS = 0.19
_SURE = 0.55  # from here on one quote is enough for a fact
_QUOTES = {"reason": 2, "text": 2, "yes/no": 2}
_LONGEST = 45  # words of all quotes of a fact together
_LEANS = re.compile(r"(?:perhaps, )?(?:it|its|they|their|this|these|those|such|he|she|both)\b", re.IGNORECASE)


def answer_by_extraction(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer from figures, tables, records and sentences, without a model."""
    record = answer_from_record(context) if context.focus.known is None else None
    if record is not None:
        return record, FirstHop()
    if context.focus.known is None and not needs_cited_paper(context):
        return _answer_directly(context)
    hop = context.focus.known or find_first_hop(context)
    scope = hop.ranking[: context.plan.papers] if leads_elsewhere(context, hop) else ()
    composed = answer_by_quotes(context, context.question.hops.textual, _scope_weights(scope))
    searched = f"the {len(scope)} best cited papers" if scope else ""
    return replace(composed, searched=searched), hop


def _answer_directly(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question of one hop: from the figure that it names, from a table, or from sentences."""
    if context.focus.image is not None:
        return _answer_from_image(context)
    subjects = find_subjects(context.question.text, context.session.subjects)
    terms = subjects[0].terms if subjects else frozenset[str]()
    named = named_figure_of(context, subjects)
    if named is not None:
        shown = answer_from_figure(context, *named, terms)
        if shown and is_supported(shown, True, 0.0):
            return with_hop(shown)
        hop = shown.hop if shown else FirstHop(named[1], anchor=named[0].id)
        text = answer_by_quotes(context, context.question.text, {named[0].id: 1.0})
        return replace(text, searched=f"{named[1].label} and the text of its paper"), hop
    text = answer_by_quotes(context, context.question.text, {}, subjects)
    likely = likely_table(context, subjects)
    shown = answer_from_figure(context, *likely, terms) if likely else None
    if shown and is_supported(shown, False, text.probability):
        return with_hop(shown)
    return text, FirstHop()


def _answer_from_image(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """The value or name that a picture of the user's shows."""
    hop = find_first_hop(context)
    reading = hop.reading
    if reading is None or (reading.abstained and not reading.value):
        return ComposedAnswer(searched="the picture"), hop
    text = f"{reading.value} {reading.unit}".strip() or entity_of(hop)
    return ComposedAnswer(text, searched="the picture"), hop


def answer_by_quotes(
    context: RequestContext, question: str, scope: Mapping[str, float], subjects: Sequence[Subject] = ()
) -> ComposedAnswer:
    """Answer `question` by quotes. `scope`: the papers that may answer with their probabilities; empty for all.

    `subjects` are the papers that the question is about, where they are known from more than the question.
    """
    session = context.session
    with context.trace.step("passages") as detail:
        about = tuple(subjects) or _subjects(session, question, scope)
        sentences = find_sentences(session.index, question, about, tuple(scope))
        detail.append(f"{len(sentences)} sentences")
    with context.trace.step("quotes") as detail:
        by_id = {subject.paper_id: subject for subject in about}
        encode = session.index.encoder()
        candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
        verdict = judge(candidates)
        citations = choose_quotes(session, question, verdict) if verdict.ranked else ()
        detail.append(f"{len(citations)} located, probability {verdict.probability:.2f}")
    if verdict.probability < ANSWERS or not citations:
        return ComposedAnswer(closest=citations[0] if citations else None, probability=verdict.probability)
    text = "\n".join(f"{citation.quote} [{number}]" for number, citation in enumerate(citations, 1))
    return ComposedAnswer(text, citations, probability=verdict.probability)


def choose_quotes(session: Session, question: str, verdict: Verdict) -> tuple[Citation, ...]:
    """The quotes that answer, best first: one for a fact where it is sure, else as many as the question's kind wants."""
    kind = answer_type(question)
    wanted = _QUOTES.get(kind, 1 if verdict.probability >= _SURE else 2)
    prover = Prover(session.cluster, session.settings)
    chosen: list[Citation] = []
    words = 0
    for candidate in verdict.ranked[:8]:
        citation = _cite(prover, candidate)
        if citation is None or any(
            citation.quote in other.quote or other.quote in citation.quote for other in chosen
        ):
            continue
        size = len(citation.quote.split())
        if chosen and words + size > _LONGEST:
            continue
        chosen.append(citation)
        words += size
        if len(chosen) == wanted:
            break
    return tuple(chosen)


def _cite(prover: Prover, candidate: Candidate) -> Citation | None:
    """The sentence where it is printed, with the one before where it leans on that."""
    sentence = candidate.sentence
    if sentence.before and _LEANS.match(sentence.text):
        both = Sentence(f"{sentence.before} {sentence.text}", sentence.chunk, sentence.rank)
        citation = prover.cite(both)
        if citation is not None:
            return citation
    return prover.cite(sentence)


def _scope_weights(scope: Sequence[RankedPaper]) -> dict[str, float]:
    best = scope[0].score if scope else 1.0
    return {ranked.paper_id: ranked.score / (best or 1.0) for ranked in scope}


def _subjects(session: Session, question: str, scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """Papers that the question is about: by its words, or those of `scope` where it leads there from elsewhere."""
    if not scope:
        return find_subjects(question, session.subjects)
    total = sum(scope.values()) or 1.0
    return tuple(Subject(paper_id, weight / total, min(1.0, weight)) for paper_id, weight in scope.items())
