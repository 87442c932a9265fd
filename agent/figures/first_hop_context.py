"""Make the first hop of a request, and decide whether the question continues in a cited paper."""

from __future__ import annotations

from collections.abc import Sequence

from ..answerers.figures.named_figure import named_paper
from ..first_hop import FirstHop, first_hop
from ..relevance.subject import find_subjects
from ..request_context import RequestContext
from ..session import Session
from ..vision.second_opinion import ModelOpinion

_LIKELY = 0.3  # a name with a lower probability would mislead the second hop more often than help it


def find_first_hop(context: RequestContext) -> FirstHop:
    """Read the figure that the question is about and rank the papers that it may lead to."""
    advice = ModelOpinion(context.models, context.trace) if context.models and context.plan.look else None
    focus = context.focus
    with context.trace.step("figure and ranking") as detail:
        hop = first_hop(
            context.session,
            context.question,
            anchor=find_anchor(context),
            figure=focus.figure,
            image=focus.image,
            advice=advice,
        )
        figure = hop.figure.label if hop.figure else "no figure"
        detail.append(f"{figure}: {entity_of(hop) or 'no clear name'}; {len(hop.ranking)} papers ranked")
    return hop


def entity_of(hop: FirstHop) -> str:
    """Return the likeliest name read from the figure; "" if no name is likely."""
    entities = hop.reading.entities if hop.reading and not hop.reading.abstained else ()
    return entities[0].text if entities and entities[0].probability >= _LIKELY else ""


def needs_cited_papers(context: RequestContext) -> bool:
    """True if the answer must come from the papers that the first hop ranks.

    This is the case if the first hop is known, or if the second part of the question is about the work that the first
    part leads to.
    """
    if context.focus.known is not None:
        return True
    if context.query.follows not in ("cited", "embedded"):
        return False
    focus = context.focus
    anchored = bool(focus.anchor or context.session.cluster.anchor or focus.figure or focus.image)
    return anchored or find_anchor(context) is not None


def find_anchor(context: RequestContext) -> str | None:
    """Return the id of the paper from which the question starts, or None.

    It is the caller's anchor or else a paper that the first part of the question names. If the first part names several
    papers, the first paper that cites another of them is returned, or else the first paper that cites any paper of the
    cluster.

    None leaves it to the cluster's anchor. This happens, for example, if the question names a paper, but no figure of
    it, and the cluster's anchor cites that paper.
    """
    focus, session, query = context.focus, context.session, context.query
    if focus.anchor or focus.image or focus.figure:
        return focus.anchor
    if query.figure:
        given = named_paper(context, find_subjects(query.text, session.subjects, 1))
        if session.cluster.anchor or (given and _cited_papers(session, given)):
            return given
    citing = _citing_papers(session, query.papers)
    # The named paper is the citing paper.
    is_citing = query.intent == "cited_work" or query.follows == "embedded"
    return citing[0] if citing and (is_citing or not _may_be_cited(session, citing[0])) else None


def _citing_papers(session: Session, named: Sequence[str]) -> list[str]:
    """Return the papers of `named` that cite another paper of `named`, or else those that cite any paper of the
    cluster."""
    cited = {paper_id: _cited_papers(session, paper_id) for paper_id in named}
    citing = [paper_id for paper_id in named if not cited[paper_id].isdisjoint(named)]
    return citing or [paper_id for paper_id in named if cited[paper_id]]


def _may_be_cited(session: Session, paper_id: str) -> bool:
    """True if the cluster's anchor is the paper or cites it, so that the first part of the question may lead to the
    paper."""
    anchor = session.cluster.anchor
    return anchor is not None and (paper_id == anchor or paper_id in _cited_papers(session, anchor))


def _cited_papers(session: Session, paper_id: str) -> set[str]:
    """Return the ids of the papers of the cluster that a paper cites."""
    references = session.cluster.paper(paper_id).references
    return {reference.paper_id for reference in references if reference.paper_id}
