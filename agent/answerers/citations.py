"""Answers to who cites whom and for what, looked up in the bibliographies of the papers that a question names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...indexes.subjects import fold_name, surname
from ...indexes.text.analysis import analyze
from ...papers.types import Paper
from ..query.grammar.works import find_work_years
from ..query.named_papers import find_named_papers
from ..query.types import RecordField
from ..relevance.question_terms import GENERIC
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..statements.citations import (
    find_citing,
    find_entry,
    state_cited_by,
    state_cited_entry,
    state_cited_works,
    state_cites,
)
from ..statements.record_request import quote_title
from ..statements.types import Statement
from ..statements.work_filter import ALL_WORKS, WorkFilter

# Words of a question about citations that name no work.
_OF_CITING = GENERIC | frozenset(
    analyze(
        "cite cites cited citing citation reference references bibliography list lists entry entries work works publication "
        "published any anything oldest newest earliest latest recent year journal venue title appear listed here cluster"
    )
)


def state_citations(
    context: RequestContext, fields: Sequence[RecordField], given: Sequence[Subject]
) -> tuple[Statement, ...]:
    """Return the statements for the citation `fields` that a question asks for; () if it names no paper and no work.

    `given` are the papers that the question is about if its own words name no paper.
    """
    text, session = context.query.text, context.session
    named = find_named_papers(text, session.subjects) or tuple(given[:1])
    terms = _terms_of_work(text, named)
    if "cited_by" in fields:
        return _state_citing(context, named, terms)
    if not named:
        return ()
    paper = session.cluster.paper(named[0].paper_id)
    if len(named) > 1 and "cites" in fields:
        return (_state_pair(context, named),)
    if "cites" in fields or "cited_entry" in fields:
        entry = find_entry(paper, terms) if terms else None
        if entry is not None:
            return (state_cited_entry(session, paper.id, entry),)
        if "cites" in fields and terms and paper.references:
            words = " ".join(word for word in text.split() if set(analyze(word)) & set(terms)).strip(" ?.,")
            return (
                Statement(
                    f"{quote_title(paper)} lists no work of the name {words}.",
                    "citation",
                    paper.id,
                    answer="no",
                ),
            )
    chosen = _choose_works(text, paper)
    purpose = "" if chosen != ALL_WORKS or not terms else " ".join(terms)
    return state_cited_works(session, paper.id, chosen, purpose)


def _terms_of_work(text: str, named: Sequence[Subject]) -> list[str]:
    """Return the terms of a question that may name a work: all except names of papers and words about citing."""
    names = {term for subject in named for term in subject.terms}
    return [term for term in dict.fromkeys(analyze(text)) if term not in names and term not in _OF_CITING]


def _state_citing(
    context: RequestContext, named: Sequence[Subject], terms: Collection[str]
) -> tuple[Statement, ...]:
    """State which papers cite the first paper of `named`, or else which cite the work that `terms` describe.

    Such a work need not be a paper of the cluster: it is looked for in the bibliographies. () if no paper cites it.
    """
    session = context.session
    if named:
        cited = session.cluster.summary(named[0].paper_id)
        return (state_cited_by(session, quote_title(cited), list(session.cluster.citing(cited.id))),)
    citing, work = find_citing(session, terms, " ".join(terms))
    return (state_cited_by(session, work, citing),) if citing else ()


def _state_pair(context: RequestContext, named: Sequence[Subject]) -> Statement:
    """State whether the first paper of `named` cites the second."""
    citing, cited = (subject.paper_id for subject in named[:2])
    return state_cites(context.session, citing, cited)


def _choose_works(text: str, paper: Paper) -> WorkFilter:
    """Return the filter for the works of a bibliography: by an author whose surname is in `text`, and by the years in
    `text`.

    Surnames of the paper's own authors do not count.
    """
    years = find_work_years(text)
    words = set(fold_name(text).split())
    own = {surname(author) for author in paper.authors}
    surnames = (
        {surname(author) for reference in paper.references for author in reference.authors} - own - {""}
    )
    author = next(
        (name for name in sorted(surnames, key=lambda each: (-len(each), each)) if name in words), ""
    )
    return WorkFilter(author, first=years.first, last=years.last, extreme=years.extreme)
