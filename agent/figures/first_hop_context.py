"""The first hop of a request, and the decision whether the question continues in a cited paper."""

from __future__ import annotations

from collections.abc import Sequence

from ..answerers.figures.named_figure import BESIDE_LABEL, named_paper
from ..answerers.several.mentions import find_mentions
from ..first_hop import FirstHop, first_hop
from ..query.grammar.back_references import (
    citing_phrase,
    leads_elsewhere,
    names_cited_work,
    refers_back,
)
from ..relevance.subject import find_subjects
from ..request_context import RequestContext
from ..rerank.model_first_hop import ModelOpinion
from ..session import Session

_SURELY = (
    0.8  # probability from which a question is about a paper, whatever other paper some of its words name
)
_LIKELY = 0.3  # a name less likely than this would mislead the second hop more often than help it


def find_first_hop(context: RequestContext) -> FirstHop:
    """Read the figure that the question is about and rank the papers that it may lead to."""
    advice = ModelOpinion(context.models, context.plan, context.trace) if context.models else None
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
    """The name read from the figure, "" if none is likely."""
    entities = hop.reading.entities if hop.reading and not hop.reading.abstained else ()
    return entities[0].text if entities and entities[0].probability >= _LIKELY else ""


def needs_cited_papers(context: RequestContext) -> bool:
    """True if the answer is in the papers that the first hop ranks.

    The first hop is known, or the question has two hops and its second part is about the work that the first leads to.
    """
    if context.focus.known is not None:
        return True
    hops, focus = context.question.hops, context.focus
    if not hops.is_two_hop:
        return False
    anchored = bool(focus.anchor or context.session.cluster.anchor or focus.figure or focus.image)
    if hops.is_embedded:
        return anchored or find_anchor(context) is not None
    if anchored:
        names_figure = context.question.figure or focus.figure or focus.image
        # "Which optimizer does X use, and what is its hidden size?" is about X in both parts.
        is_of_paper = not names_figure and find_mentions(hops.visual, context.session.subjects)
        leads = leads_elsewhere if is_of_paper else refers_back
        return leads(hops.visual, hops.textual) or names_cited_work(context.question.text)
    has_figure = bool(context.question.figure) and refers_back(hops.visual, hops.textual)
    return (has_figure or leads_elsewhere(hops.visual, hops.textual)) and find_anchor(context) is not None


def find_anchor(context: RequestContext) -> str | None:
    """The id of the paper from which the question starts: the caller's anchor, else the one that its first part names, else None.

    The paper whose figure is given, "Table 2 of X", or the subject of a verb of citing, "the work that X builds on", is that
    paper. Of several papers that the first part names, it is the first that cites another of them, else the first that cites any
    paper of the cluster. In a cluster with an anchor, a paper of which the question does not give a figure may be one that the
    anchor cites: then the question starts from the anchor.
    """
    focus, session, visual = context.focus, context.session, context.question.hops.visual
    if focus.anchor or focus.image or focus.figure:
        return focus.anchor
    given = _paper_beside_label(session, visual) if session.cluster.anchor is None else None
    if given and _cited_papers(session, given):
        return given
    if citing := _citing_papers(session, citing_phrase(visual)):
        return citing[0]
    if (citing := _citing_papers(session, visual)) and not _may_be_cited(session, citing[0]):
        return _find_owner(session, visual, citing) or citing[0]
    is_given = context.question.figure and find_subjects(visual, session.subjects, 1)
    given = named_paper(context, is_given) if is_given else None
    return given if given and (session.cluster.anchor or _cited_papers(session, given)) else None


def _paper_beside_label(session: Session, text: str) -> str | None:
    """The paper that the words right beside the label of a figure clearly name: "Table 2 of the X paper", "X's Table 2"."""
    for match in BESIDE_LABEL.finditer(text):
        words = (match["owner"] or match["behind"]).split()
        # The owner is the last of the words before the label: "the Y row of X's Table 2".
        for size in range(1 if match["owner"] else len(words), len(words) + 1):
            subject = next(iter(find_subjects(" ".join(words[-size:]), session.subjects, 1)), None)
            if subject and subject.is_clear:
                return subject.paper_id
    return None


def _citing_papers(session: Session, text: str) -> list[str]:
    """The papers that `text` names and that cite another that it names; where none does, those that cite any of the cluster."""
    named = [mention.paper_id for mention in find_mentions(text, session.subjects)] if text else []
    cited = {paper_id: _cited_papers(session, paper_id) for paper_id in named}
    citing = [paper_id for paper_id in named if not cited[paper_id].isdisjoint(named)]
    return citing or [paper_id for paper_id in named if cited[paper_id]]


def _find_owner(session: Session, text: str, citing: Sequence[str]) -> str | None:
    """The paper that `text` is surely about and that cites others of the cluster, where none of `citing`, named by a part of its
    words, is that one: "Falk's categorizer points to research on part-of-speech taggers"."""
    likeliest = next(iter(find_subjects(text, session.subjects, 1)), None)
    if likeliest is None or likeliest.probability < _SURELY or likeliest.paper_id in citing:
        return None
    return likeliest.paper_id if _cited_papers(session, likeliest.paper_id) else None


def _may_be_cited(session: Session, paper_id: str) -> bool:
    """True if the first part of a question that names the paper may lead to it: the cluster's anchor cites it, or is it."""
    anchor = session.cluster.anchor
    return anchor is not None and (paper_id == anchor or paper_id in _cited_papers(session, anchor))


def _cited_papers(session: Session, paper_id: str) -> set[str]:
    """The papers of the cluster that a paper cites."""
    references = session.cluster.paper(paper_id).references
    return {reference.paper_id for reference in references if reference.paper_id}
