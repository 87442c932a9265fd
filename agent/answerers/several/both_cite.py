"""Questions whether several papers cite the same one: "do A and B both refer to C?"."""

from __future__ import annotations

import re

from ....indexes.subjects import surname
from ....papers.plural import join_names
from ....papers.types import Paper
from ...relevance.cited_works import first_surname
from ...request_context import RequestContext
from ...statements.as_cited import find_in_bibliography
from ...statements.record_request import quote_title
from ...types import Citation
from ...verification.sentences import Prover
from ..types import ComposedAnswer
from .mentions import find_mentions

_CITE = r"(?:cites?|refers? to|references?)"
_FORMS = (
    re.compile(rf"^\W*(?:do|did|does) (?P<citing>[^?]+?) {_CITE} (?P<cited>[^?]+)", re.I),
    re.compile(rf"^\W*which(?: one)? (?:of|among) (?P<citing>[^?]+?) {_CITE} (?P<cited>[^?]+)", re.I),
    re.compile(
        r"^\W*(?:is|was) (?P<cited>[^?]+?) (?:cited|referenced|referred to) (?:by|in) (?P<citing>[^?]+)", re.I
    ),
)


def answer_both_cite(context: RequestContext) -> ComposedAnswer | None:
    """Tell those of two or more papers that cite another one of the cluster, with the entries of their bibliographies; None if
    the question asks for something else or names no such papers."""
    question, session = " ".join(context.question.text.split()), context.session
    form = next((match for pattern in _FORMS if (match := pattern.match(question))), None)
    if form is None:
        return None
    cited = find_mentions(form["cited"], session.subjects)
    citing = find_mentions(form["citing"], session.subjects)
    ids = [mention.paper_id for mention in citing]
    if len(cited) != 1 or len(ids) < 2 or cited[0].paper_id in ids:
        return None
    prover = Prover(session.cluster, session.settings)
    work = session.cluster.paper(cited[0].paper_id)
    having: list[str] = []
    lacking: list[str] = []
    citations: list[Citation] = []
    for paper in map(session.cluster.paper, ids):
        if not _cites(context, paper, work):
            lacking.append(quote_title(paper))
            continue
        entry = find_in_bibliography(prover, paper, work.title)
        citations += [entry] if entry else []
        having.append(f"{quote_title(paper)}{f' [{len(citations)}]' if entry else ''}")
    return ComposedAnswer(_describe(having, lacking, quote_title(work)), tuple(citations))


def _cites(context: RequestContext, paper: Paper, work: Paper) -> bool:
    """True if an entry in the bibliography of `paper` is `work`, by the record or by its first author and year."""
    if paper.id in context.session.cluster.citing(work.id):
        return True
    index = context.session.subjects
    first = first_surname(index.papers[index.places[work.id]])
    return any(
        reference.paper_id is None
        and bool(first and work.year)
        and reference.year == work.year
        and surname(next(iter(reference.authors), "")) == first
        for reference in paper.references
    )


def _describe(having: list[str], lacking: list[str], work: str) -> str:
    if not lacking:
        return f"Yes: {join_names(having)} cite {work}."
    verb = "does not" if len(lacking) == 1 else "do not"
    if not having:
        return f"No: {join_names(lacking)} do not cite {work}."
    return f"Only {join_names(having)} {'cites' if len(having) == 1 else 'cite'} {work}; {join_names(lacking)} {verb}."
