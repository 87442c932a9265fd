"""Answer with a language model: rewrite the second hop, search it, compose an answer and verify its quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...indexes.cluster_index import ClusterIndex
from ...indexes.types import Chunk, Hit, SearchQuery
from ...retrieval.fusion import reciprocal_rank_fusion
from ...retrieval.search import search_chunks
from ..figures.first_hop_context import entity_of, find_first_hop, needs_cited_papers
from ..first_hop import FirstHop
from ..llm.errors import BudgetError
from ..request_context import RequestContext, narrow
from ..verification.sentences import Prover
from .extractive import answer_by_extraction, scope_weights
from .gate_opinion import consult_gate
from .page_images import find_shown_pages, writer_of
from .second_hop import rewrite
from .several.answer import compare_papers, compose_comparison
from .types import ComposedAnswer, Material
from .write import compose

_DEPTH = 30  # hits of each query that are fused: far more than are shown
_SHARE = 2  # a 1/_SHARE part of the places is reserved for the papers, in equal parts


def answer_by_generation(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """Answer in the model's words; by quotes alone once its budget is used up."""
    if context.focus.papers:
        return _generate_of_papers(context, context.focus.papers)
    if context.query.intent in ("record", "select", "summary"):
        return answer_by_extraction(replace(context, models=None))
    if context.query.intent == "compare":
        return compose_comparison(
            compare_papers(context, context.query.papers, generate_from_paper)
        ), FirstHop()
    hop = context.focus.known or find_first_hop(context)
    scope = hop.ranking[: context.plan.papers] if needs_cited_papers(context) else ()
    searched = f"the {len(scope)} best cited papers" if scope else ""
    try:
        composed = compose_answer(context, entity_of(hop), scope_weights(scope))
    except BudgetError as stop:
        context.trace.notes.append(f"{stop}; answered without the model")
        return answer_by_extraction(replace(context, models=None, focus=replace(context.focus, known=hop)))
    return replace(composed, searched=searched), hop


def _generate_of_papers(context: RequestContext, papers: Sequence[str]) -> tuple[ComposedAnswer, FirstHop]:
    """The answer of these papers alone, in the model's words; by quotes once its budget is used up."""
    try:
        if len(papers) > 1:
            return compose_comparison(compare_papers(context, papers, generate_from_paper)), FirstHop()
        composed = compose_answer(context, "", {papers[0]: 1.0})
    except BudgetError as stop:
        context.trace.notes.append(f"{stop}; answered without the model")
        return answer_by_extraction(replace(context, models=None))
    title = context.session.cluster.summary(papers[0]).title
    return replace(composed, searched=f'"{title}"'), FirstHop()


def generate_from_paper(context: RequestContext, paper_id: str, part: str) -> ComposedAnswer:
    """The answer of one paper to `part` in the model's words."""
    return compose_answer(narrow(context, part), "", {paper_id: 1.0})


def compose_answer(context: RequestContext, entity: str, scope: Mapping[str, float]) -> ComposedAnswer:
    """The answer to the question in the model's words, out of the papers in `scope` with their weights (empty: all).

    `entity` is the name read from the figure or "". Where the relevance gate refuses the question the model is told so, and
    an answer that it gives all the same carries a note. Raises BudgetError before a call that would exceed the budget.
    """
    assert context.models is not None
    session, plan, hops = context.session, context.plan, context.question.hops
    llm = context.trace.watch(context.models.text)
    with context.trace.step("second hop") as detail:
        second = rewrite(llm, context.question.text, hops, entity, plan.queries)
        detail.extend((second.question, *second.queries))
    with context.trace.step("passages") as detail:
        queries = dict.fromkeys((hops.textual, second.question, *second.queries))
        passages = _find_passages(session.index, tuple(queries), tuple(scope), plan.passages)
        opinion = consult_gate(session, second.question, scope)
        detail.append(f"{len(passages)} passages of {len({p.paper_id for p in passages})} papers")
    with context.trace.step("compose") as detail:
        titles = {paper.id: paper.title for paper in session.cluster.summaries}
        writer = context.trace.watch(writer_of(context))
        pages = find_shown_pages(context, writer, second.question, tuple(scope), passages)
        detail.extend(f"page image of passages {page.passages}" for page in pages)
        material = Material(second.question, entity, tuple(passages), titles, pages, opinion.prompt)
        done = (
            compose(writer, material, Prover(session.cluster, session.settings), context.on_text)
            if passages
            else ComposedAnswer(model=writer.model)
        )
        detail.append(f"{len(done.citations)} quotes proven" if done.text else "the passages do not answer")
    return replace(done, notes=(*done.notes, opinion.note)) if done.text and opinion.refuses else done


def _find_passages(
    index: ClusterIndex, queries: Sequence[str], papers: Sequence[str], count: int
) -> list[Chunk]:
    """At most `count` passages for `queries`, best first, from `papers` (empty: all).

    The lists of the queries are fused; half of the places are then kept for the papers in equal parts, since a
    question that refers to its first hop may match the words of the wrong paper better.
    """
    lists = [search_chunks(index, SearchQuery(text, tuple(papers)), _DEPTH) for text in queries]
    fused = reciprocal_rank_fusion(lists) if len(lists) > 1 else lists[0]
    chunks = {hit.id: index.chunk(hit.id) for hit in fused}
    reserved = count // (_SHARE * len(papers)) if papers else 0
    kept = [hit for paper in papers for hit in _of_paper(fused, chunks, paper)[:reserved]]
    chosen = {hit.id for hit in [*kept, *(hit for hit in fused if hit not in kept)][:count]}
    return [chunks[hit.id] for hit in fused if hit.id in chosen]


def _of_paper(hits: Sequence[Hit], chunks: dict[str, Chunk], paper: str) -> list[Hit]:
    return [hit for hit in hits if chunks[hit.id].paper_id == paper]
