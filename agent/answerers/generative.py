"""Answering with a language model: the second hop rewritten, searched, composed and proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...figures.question.parser import parse_question
from ..first_hop import FirstHop
from ..first_hop_context import entity_of, find_first_hop, needs_cited_papers
from ..llm.errors import BudgetError
from ..request_context import RequestContext
from ..verification.sentences import Prover
from .extractive import answer_by_extraction
from .page_images import find_shown_pages, writer_of
from .passages import find_passages
from .second_hop import rewrite
from .several.answer import answer_several
from .several.paper_answer import PaperQuestion
from .types import ComposedAnswer, Material
from .write import compose


def answer_by_generation(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer in the model's words; by quotes alone once its budget is used up."""
    several = answer_several(context, generate_from_paper)
    if several is not None:
        return several, FirstHop()
    hop = context.focus.known or find_first_hop(context)
    scope = hop.ranking[: context.plan.papers] if needs_cited_papers(context) else ()
    searched = f"the {len(scope)} best cited papers" if scope else ""
    try:
        composed = compose_answer(context, entity_of(hop), [ranked.paper_id for ranked in scope])
    except BudgetError as stop:
        context.trace.notes.append(f"{stop}; answered without the model")
        return answer_by_extraction(replace(context, models=None, focus=replace(context.focus, known=hop)))
    return replace(composed, searched=searched), hop


def generate_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper in the model's words."""
    alone = replace(context, question=parse_question(asked.text, one_hop=True))
    return compose_answer(alone, "", [asked.paper.paper_id])


def compose_answer(context: RequestContext, entity: str, scope: Sequence[str]) -> ComposedAnswer:
    """The answer to the question in the model's words, out of the papers in `scope` (empty: all).

    `entity` is what the figure told, "" if nothing. Raises BudgetError before a call that would go over.
    """
    assert context.models is not None
    session, plan, hops = context.session, context.plan, context.question.hops
    llm = context.trace.watch(context.models.text)
    with context.trace.step("second hop") as detail:
        second = rewrite(llm, context.question.text, hops, entity, plan.queries)
        detail.extend((second.question, *second.queries))
    with context.trace.step("passages") as detail:
        queries = dict.fromkeys((hops.textual, second.question, *second.queries))
        passages = find_passages(session.index, tuple(queries), scope, plan.passages)
        detail.append(f"{len(passages)} passages of {len({p.paper_id for p in passages})} papers")
    with context.trace.step("compose") as detail:
        titles = {paper.id: paper.title for paper in session.cluster.summaries}
        writer = context.trace.watch(writer_of(context))
        pages = find_shown_pages(context, writer, second.question, scope, passages)
        detail.extend(f"page image of passages {page.passages}" for page in pages)
        material = Material(second.question, entity, tuple(passages), titles, pages)
        done = (
            compose(writer, material, Prover(session.cluster, session.settings), context.on_text)
            if passages
            else ComposedAnswer(model=writer.model)
        )
        detail.append(f"{len(done.citations)} quotes proven" if done.text else "the passages do not answer")
    return done
