"""The first hop of a request, and the decision whether the question continues in a cited paper."""

from __future__ import annotations

from ..figures.question.back_references import names_cited_work, refers_back
from .answerers.figures.choice import named_paper
from .first_hop import FirstHop, first_hop
from .model_first_hop import ModelOpinion
from .relevance.subject import find_subjects
from .request_context import RequestContext

_LIKELY = 0.3  # a name less likely than this would mislead the second hop more often than help it


def find_first_hop(context: RequestContext) -> FirstHop:
    """Read the figure that the question is about and rank the papers that it may lead to."""
    advice = ModelOpinion(context.models, context.plan, context.trace) if context.models else None
    focus = context.focus
    named = None
    if not focus.anchor and not focus.image and context.question.figure:
        named = named_paper(context, find_subjects(context.question.hops.visual, context.session.subjects, 1))
    with context.trace.step("figure and ranking") as detail:
        hop = first_hop(
            context.session,
            context.question,
            anchor=focus.anchor or named,
            figure=focus.figure,
            image=focus.image,
            advice=advice,
        )
        figure = hop.figure.label if hop.figure else "no figure"
        detail.append(f"{figure}: {entity_of(hop) or 'no clear name'}; {len(hop.ranking)} papers ranked")
    return hop


def entity_of(hop: FirstHop) -> str:
    """The name read from the figure, "" if none is likely."""
    entities = hop.reading.entities if hop.reading and not hop.reading.abstained else ()
    return entities[0].text if entities and entities[0].probability >= _LIKELY else ""


def needs_cited_papers(context: RequestContext) -> bool:
    """True if the answer is in the papers that the first hop ranks.

    The first hop is known, or the question has two hops and its second part is about the work that the first leads to.
    """
    if context.focus.known is not None:
        return True
    hops = context.question.hops
    focus = context.focus
    has_figure = focus.anchor or context.session.cluster.anchor or focus.figure or focus.image
    if not hops.is_two_hop or not has_figure:
        return False
    return refers_back(hops.visual, hops.textual) or names_cited_work(context.question.text)
