"""Ask several papers one question, and put their answers side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..errors import UsageError
from .answerers.one_hop import extract_from_paper
from .answerers.several.answer import compare_papers, list_papers
from .answerers.with_model import phrase_from_paper
from .llm.roles import Models
from .plan import Plan
from .query.parse import parse
from .request_context import Focus, RequestContext, parse_request
from .session import Session
from .trace import Trace
from .types import Comparison

_FEW = 8  # papers of a cluster of which each is asked a question that names none


def compare(
    session: Session,
    question: str,
    papers: Sequence[str] | None = None,
    *,
    models: Models | None = None,
    plan: Plan | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Comparison:
    """Answer `question` from each of several papers by itself: one row per paper, its quote verified, and empty where it does not
    answer.

    `papers` are ids, titles or words that single out one title. Without them, the papers are those that the question names
    ("batch sizes: ESIM vs InferSent") or selects ("Which papers train on SNLI?"), or all of a cluster of few if it names none.
    With `models` the answers are in their words as far as the quotes support those. Raises UsageError where no two
    papers can be compared.
    """
    trace = Trace(on_step)
    paper_ids = tuple(dict.fromkeys(session.paper_id(text) for text in papers or ()))
    paper_ids = paper_ids or _few_papers(session, question)
    if len(paper_ids) == 1:
        raise UsageError("only one paper to compare: give a second one, or ask about it alone")
    query, parsed = parse_request(session, question, one_hop=True)
    context = RequestContext(session, query, parsed, Focus(), plan or Plan(), trace, models)
    named = paper_ids or (query.papers if len(query.papers) > 1 else ())
    if not named and query.intent != "select":
        raise UsageError(
            f"the question names {_describe_named(session, query.papers)}: list papers of the cluster "
            '("batch sizes: A vs B"), give two or more (--paper), or ask all of them "Which papers ...?"'
        )
    ask_paper = phrase_from_paper if models else extract_from_paper
    compared = compare_papers(context, named, ask_paper) if named else list_papers(context)
    return replace(compared, notes=tuple(dict.fromkeys(trace.notes)), usage=trace.total())


def _few_papers(session: Session, question: str) -> tuple[str, ...]:
    """All papers of a cluster of two to _FEW, if `question` neither names nor selects any; else none."""
    ids = session.cluster.paper_ids
    if not 2 <= len(ids) <= _FEW:
        return ()
    query = parse(question, session.subjects, one_hop=True)
    return () if query.papers or query.intent == "select" else tuple(ids)


def _describe_named(session: Session, named: Sequence[str]) -> str:
    if len(named) != 1:
        return "no two papers"
    return f"one paper of this cluster, {session.cluster.summary(named[0]).title!r}, and no other"
