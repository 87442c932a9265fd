"""Turn a follow-up question into an edit of the previous query: another paper, row or column, or a new topic."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ...figures.types import FigureData
from ...indexes.text.analysis import analyze
from ..answerers.tables.matched_table import TableNames
from ..query.fitted.slots import refers_back
from ..query.named_papers import find_named_papers, without_names
from ..query.parse import parse
from ..query.types import FigureRef, Query
from ..relevance.question_terms import GENERIC
from ..session import Session
from ..types import Answer
from .types import Turn

_FEW = 2  # most terms of a question that leaves something out


@dataclass(frozen=True, slots=True)
class Edit:
    """The query of a follow-up. `query` is asked of `papers` (empty: all papers), and `complete` describes both in
    words."""

    query: Query
    papers: tuple[str, ...]
    complete: str


def edit_query(session: Session, question: str, last: Turn) -> Edit | None:
    """Return the previous query, edited by the follow-up `question`; None if the question is no follow-up.

    The result is also None if there is no previous query, or only small talk.
    """
    before = last.answer.query
    if before is None or before.intent == "small_talk":
        return None
    index = session.subjects
    whole = parse(question, index)
    first_hop = whole.text if whole.then else question  # the second hop may refer to the first
    if not refers_back(first_hop):
        return None
    query = parse(question, index, one_hop=True) if whole.then else whole
    named = find_named_papers(question, index)
    terms = frozenset(term for subject in named for term in subject.terms)
    content = _content_of(question, terms)
    cells = _edit_cells(session, question, last, before)
    if cells is not None:
        return _edit(session, cells, (last.answer.anchor,))
    papers = tuple(subject.paper_id for subject in named) or _papers_of(session, last.answer, before)
    if named and not content:  # the same question about another paper
        asked = without_names(before.text, _terms_of(before, session))
        return _edit(
            session, replace(before, text=asked, figure=None, papers=papers, then=None, follows=""), papers
        )
    if query.figure is not None and not content:  # another figure of the same paper
        return _edit(session, replace(before, figure=query.figure, operation=query.operation), papers)
    if len(content) <= _FEW and query.intent not in ("record", "summary", "cited_work"):
        hop = before.then or before  # the last hop, which the quoted paper answered
        carried = without_names(hop.text, _terms_of(hop, session))
        query = replace(
            query, text=f"{question.rstrip('?. ')} ({carried.rstrip('?. ')})?", figure=query.figure
        )
    return _edit(session, query, papers)


def _edit(session: Session, query: Query, papers: tuple[str, ...]) -> Edit:
    titles = "; ".join(f'"{session.cluster.summary(paper_id).title}"' for paper_id in papers)
    return Edit(query, papers, f"{query.text} [{titles}]" if titles else query.text)


def _content_of(question: str, names: Collection[str]) -> list[str]:
    """Return the terms of the question, except terms in paper `names` and generic words."""
    return [term for term in dict.fromkeys(analyze(question)) if term not in names and term not in GENERIC]


def _terms_of(query: Query, session: Session) -> frozenset[str]:
    """Return the terms by which a query names its papers."""
    return frozenset(term for each in find_named_papers(query.text, session.subjects) for term in each.terms)


def _papers_of(session: Session, answer: Answer, query: Query) -> tuple[str, ...]:
    """Return the paper of the last answer as a tuple of at most one id.

    It is the first paper of the cluster that the answer quotes, or else the paper whose figure it read, or else the
    first paper that its question named.
    """
    quoted = (citation.paper_id for citation in answer.citations)
    known = [each for each in (*quoted, answer.anchor, *query.papers) if each in session.cluster.paper_ids]
    return tuple(known[:1])


def _edit_cells(session: Session, question: str, last: Turn, before: Query) -> Query | None:
    """Return the previous query with another row or column, if the question names one in the table that answered
    before.

    The result is None for any other question.
    """
    answer = last.answer
    known = answer.anchor in session.cluster.paper_ids
    if not (known and answer.figure and answer.reading):
        return None
    paper = session.cluster.paper(answer.anchor)
    figure = next((each for each in paper.figures if each.id == answer.figure), None)
    data = session.figure_data(paper.id, figure) if figure and figure.kind == "table" else None
    if figure is None or data is None:
        return None
    new = _names_in(data, frozenset(analyze(question)))
    old = _names_in(data, frozenset(analyze(before.text)))
    text = before.text
    for place, terms in enumerate(new):
        if terms and terms != old[place]:
            kept = [word for word in text.split() if not (old[place] and set(analyze(word)) & old[place])]
            words = [word for word in question.split() if set(analyze(word)) & terms]
            text = " ".join([*kept, *words])
    if text == before.text:
        return None
    plain = text.replace("?", "") + "?"
    return replace(parse(plain, session.subjects, one_hop=True), figure=FigureRef(figure.label, paper.id))


def _names_in(data: FigureData, terms: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return two sets: the `terms` in the row name that shares most terms, and the `terms` in the best column name."""
    names = TableNames.of(data)
    return _best(names.rows, terms), _best(names.columns, terms)


def _best(names: Collection[str], terms: frozenset[str]) -> frozenset[str]:
    shared = [frozenset(analyze(name)) & terms for name in names]
    return max(shared, key=len, default=frozenset())
