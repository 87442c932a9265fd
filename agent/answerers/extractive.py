"""Answer without a language model: from the record, a figure, a table or sentences, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...retrieval.types import RankedPaper
from ..figures.first_hop_context import find_first_hop, needs_cited_papers
from ..first_hop import FirstHop
from ..query.grammar.back_references import asks_for_cited_work, in_first_person, without_reference
from ..query.grammar.parser import Question
from ..relevance.subject import find_subjects
from ..request_context import RequestContext
from .cited_paper import (
    answer_from_cited_tables,
    describe_absent_work,
    figure_has_second_part,
    own_paper,
    paper_called,
    with_citing_sentences,
)
from .facts.cited_works.entry import answer_cited_entry
from .facts.cited_works.wordings import find_sought
from .facts.cluster_record import answer_from_cluster
from .facts.definitions import answer_by_definition
from .facts.fact_parts import CLEARLY_NAMED
from .facts.record import answer_from_record
from .facts.requested_facts import requested_facts
from .first_hop_statement import asks_first_part, describe_lack, has_lead, is_about_figure, state_first_hop
from .one_hop import answer_of_paper, answer_one_hop, extract_from_paper
from .parts import name_missing
from .quotes import ANSWERS_IN_SCOPE, answer_by_parts
from .record_and_text import answer_record_and_text
from .several.answer import answer_given, answer_several
from .types import ComposedAnswer

_WHICH_WORKS = re.compile(r"(?:what|which|who) (?:is|are|was|were) (?:that|those) \w+\W*", re.IGNORECASE)
# Not "the paper on rain", which describes one.
_THE_PAPER = re.compile(
    r"\b(?:the|this) (?:paper|article|publication)\b"
    r"(?! (?:on|of|by|about|that|which|who|whose|with|from|for|in|where|called|titled)\b)"
    r"|\b(?:the|its) authors\b(?! (?:of|who)\b)",
    re.IGNORECASE,
)
_SURE_HOP = 0.6  # share of the best papers' score from which the first is searched by itself


def answer_by_extraction(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer in the words of the papers, in one hop or through a cited paper."""
    if context.focus.known is not None:
        return _answer_second_hop(context, context.focus.known)
    if context.focus.papers:
        return _answer_of_papers(context, context.focus.papers)
    whole = answer_from_cluster(context)
    if whole is not None:
        return whole, FirstHop()
    if (entry := answer_cited_entry(context)) is not None:
        return entry, FirstHop()
    asks_for_record = _asks_for_record_first(context.question) or _asks_which_works(context.question)
    if needs_cited_papers(context) and not asks_for_record:
        hop = find_first_hop(context)
        if not figure_has_second_part(context, hop):
            return _answer_second_hop_or_one(context, with_citing_sentences(context, hop))
        context = replace(context, focus=replace(context.focus, anchor=hop.anchor))
    if (meant := _find_meant_anchor(context)) is not None:
        return answer_of_paper(context, meant)
    if (compared := answer_several(context, extract_from_paper)) is not None:
        return compared
    whole = answer_record_and_text(context) or answer_from_record(context) or answer_by_definition(context)
    return (whole, FirstHop()) if whole is not None else answer_one_hop(context)


def _find_meant_anchor(context: RequestContext) -> str | None:
    """The id of the caller's anchor where the question says "the paper" or "the authors" and names no paper; None for a question
    about a figure."""
    question, anchor = context.question.text, context.focus.anchor
    if not anchor or not _THE_PAPER.search(question) or is_about_figure(context):
        return None
    named = any(
        subject.named >= CLEARLY_NAMED for subject in find_subjects(question, context.session.subjects, 1)
    )
    return None if named else context.session.anchor_id(anchor)


def _answer_second_hop_or_one(context: RequestContext, hop: FirstHop) -> tuple[ComposedAnswer, FirstHop]:
    """The answer of the second hop; where it has none and the first part names no figure and asks for no cited work, that
    of the paper itself: "X keeps a memory of earlier sentences. How far back does it go?"."""
    composed, led = _answer_second_hop(context, hop)
    leads_on = is_about_figure(context) or asks_for_cited_work(context.question.hops.visual)
    if composed.text or composed.refusal or leads_on:
        return composed, led
    whole, of_whole = answer_one_hop(replace(context, question=context.question.as_one_hop()))
    return (whole, of_whole) if whole.text else (composed, led)


def _answer_of_papers(context: RequestContext, papers: Sequence[str]) -> tuple[ComposedAnswer, FirstHop]:
    """Answer from these papers alone: from the one, or from several side by side."""
    if len(papers) == 1:
        return answer_of_paper(context, papers[0])
    whole = answer_from_cluster(context, papers)
    return (whole, FirstHop()) if whole else answer_given(context, papers, extract_from_paper)


def _asks_for_record_first(question: Question) -> bool:
    """True if the first part asks for facts of a paper's record, other than for the one work that it cites for something; a
    statement, "The authors of X speak about Y.", asks for none."""
    first = question.hops.visual
    is_statement = question.hops.is_two_hop and first.endswith(".")
    return bool(requested_facts(first)) and not (is_statement or asks_for_cited_work(first))


def _asks_which_works(question: Question) -> bool:
    """True if the question asks which works a paper cites, by whom or when, and nothing that they say: "What is the oldest work
    that X cites?"."""
    second = question.hops.textual
    is_listed = _WHICH_WORKS.fullmatch(second) or requested_facts(second) in (
        ("authors",),
        ("year",),
        ("title",),
    )
    return bool(is_listed and find_sought(question.text))


def _answer_second_hop(context: RequestContext, hop: FirstHop) -> tuple[ComposedAnswer, FirstHop]:
    """Search the paper that the first hop leads to, and the next best where it has nothing and no citation clearly leads to it.

    A name of the anchor's own leads to the anchor. One of a work that the cluster lacks leads nowhere.
    """
    called = paper_called(context, hop)
    by_citation = asks_for_cited_work(context.question.hops.visual) and not is_about_figure(context)
    if not by_citation and (absent := describe_absent_work(context, hop, called)):
        return ComposedAnswer(refusal=f"{absent}."), hop
    question = in_first_person(without_reference(context.question.hops.textual))
    own = () if by_citation else own_paper(hop, called)
    best = own or hop.ranking[: context.plan.papers]
    if not best:
        return answer_by_parts(context, question, {}), hop
    sure = best[0].score >= _SURE_HOP * sum(ranked.score for ranked in best)
    if by_citation and sure:
        best = best[:1]  # a number of another cited paper is none of this one
    composed = ComposedAnswer()
    for scope in (best[:1], best) if sure and len(best) > 1 else (best,):
        composed = answer_by_parts(context, question, scope_weights(scope), threshold=ANSWERS_IN_SCOPE)
        if composed.text:
            break
    in_table = (
        answer_from_cited_tables(context, best[0].paper_id, composed.probability) if has_lead(best) else None
    )
    cited = f"the {len(best)} best cited papers" if len(best) > 1 else "the best cited paper"
    searched = "the paper itself" if own else cited
    return _with_first_hop(context, hop, best, replace(in_table or composed, searched=searched)), hop


def _with_first_hop(
    context: RequestContext, hop: FirstHop, best: Sequence[RankedPaper], composed: ComposedAnswer
) -> ComposedAnswer:
    """`composed` behind the answer to the first part, if that is a question too; a refusal, behind what the first part led to."""
    asks_both = asks_first_part(context)
    if composed.text and not asks_both:
        return composed
    quoted = {citation.paper_id for citation in composed.citations}
    if composed.text and not quoted:
        quoted = {best[0].paper_id}  # of whose table it is
    statement = state_first_hop(context, hop, best, quoted)
    if not statement:
        return composed
    if not asks_both:
        return replace(composed, refusal=describe_lack(statement, best))
    second = composed.text or name_missing(context.question.hops.textual)
    return replace(composed, text=f"{statement} {second}", refusal="")


def scope_weights(scope: Sequence[RankedPaper]) -> dict[str, float]:
    """By paper, its score as a share of the best one's."""
    best = (scope[0].score if scope else 0.0) or 1.0
    return {ranked.paper_id: max(ranked.score, 0.0) / best for ranked in scope}
