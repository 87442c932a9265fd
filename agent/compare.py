"""Ask several papers the same question and put their answers side by side."""

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

_FEW = 8  # a question that names no paper is put to all papers if the cluster has at most this many


def compare(
    session: Session,
    question: str,
    papers: Sequence[str] | None = None,
    *,
    models: Models | None = None,
    plan: Plan | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Comparison:
    """Answer `question` from each of several papers separately, in one row per paper with verified quotes.

    The row of a paper that does not answer is empty. `papers` are ids, titles, or words that identify one title.
    Without `papers`, the question names the papers ("batch sizes: ESIM vs InferSent") or selects them ("Which papers
    train on SNLI?"). If it does neither, all papers of a cluster with at most eight papers are asked. With `models`,
    the models write the answers, as far as the quotes support their words. Raises UsageError if fewer than two papers
    can be compared.
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
    """Return the ids of all papers if the cluster has two to _FEW papers and `question` neither names nor selects any;
    else ()."""
    ids = session.cluster.paper_ids
    if not 2 <= len(ids) <= _FEW:
        return ()
    query = parse(question, session.subjects, one_hop=True)
    return () if query.papers or query.intent == "select" else tuple(ids)


def _describe_named(session: Session, named: Sequence[str]) -> str:
    if len(named) != 1:
        return "no two papers"
    return f"one paper of this cluster, {session.cluster.summary(named[0]).title!r}, and no other"
