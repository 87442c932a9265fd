"""Suggest questions to begin with.

They are made from the tables and abstracts of a cluster, and each of them has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..errors import CitehopError
from .ask import ask
from .figures.example_question import build_table_questions
from .query.restrict import restrict
from .session import Session

_MOST_TRIED = 6  # most questions that are tried, which takes one to two seconds each
_MOST_PAPERS = 20  # papers whose abstracts are tried


def suggest_questions(session: Session, paper_id: str = "", most: int = 3) -> tuple[str, ...]:
    """Return at most `most` questions about a paper or, if `paper_id` is "", about the cluster.

    Questions about tables come first, then questions about abstracts. Each question was asked without a model, and was
    answered from the paper that it is about. A question about one paper was asked of this paper alone.
    """
    asked = restrict(session, papers=(paper_id,)) if paper_id else session
    questions = _about_paper(session, paper_id) if paper_id else _about_cluster(session)
    answered = (
        question for question, about in islice(questions, _MOST_TRIED) if _is_answered(asked, question, about)
    )
    return tuple(islice(answered, most))


def _about_cluster(session: Session) -> Iterator[tuple[str, str]]:
    """Yield pairs of a question and the id of the paper that it is about.

    The first question is about a table of the anchor, or of any paper if there is no anchor. Questions about abstracts
    follow, of the papers that the anchor cites, or of all papers.
    """
    cluster = session.cluster
    anchor = cluster.anchor or ""
    cited = [each for each in cluster.cited_papers.get(anchor, ()) if each != anchor]
    others = (cited or [each for each in cluster.paper_ids if each != anchor])[:_MOST_PAPERS]
    tables = (
        (question, each)
        for each in ([anchor] if anchor else others)
        for question in build_table_questions(cluster, each)
    )
    for question, each in islice(tables, 1):
        title = cluster.summary(each).title
        yield (question if each == anchor else f'{question.removesuffix("?")} of "{title}"?'), each
    yield from ((_ask_about(session, each), each) for each in others if cluster.summary(each).abstract)


def _about_paper(session: Session, paper_id: str) -> Iterator[tuple[str, str]]:
    cluster = session.cluster
    yield from ((question, paper_id) for question in islice(build_table_questions(cluster, paper_id), 2))
    paper = cluster.summary(paper_id)
    if paper.abstract:
        yield _ask_about(session, paper_id), paper_id
    if paper.authors:
        yield f'Who wrote "{paper.title}"?', paper_id


def _ask_about(session: Session, paper_id: str) -> str:
    return f'What is "{session.cluster.summary(paper_id).title}" about?'


def _is_answered(session: Session, question: str, paper_id: str) -> bool:
    """True if the question gets an answer, and all quotes of the answer are from the paper `paper_id`."""
    try:
        answer = ask(session, question)
    except CitehopError:
        return False
    return answer.status == "answered" and {each.paper_id for each in answer.citations} == {paper_id}
