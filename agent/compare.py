"""Ask several papers one question, and put their answers side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..errors import UsageError
from .answerers.generative import generate_from_paper
from .answerers.one_hop import extract_from_paper
from .answerers.several.answer import compare_papers, find_papers
from .answerers.several.mentions import find_mentions
from .llm.errors import BudgetError
from .llm.roles import Models
from .plan import Plan
from .query.grammar.parser import parse_question
from .request_context import Focus, RequestContext
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

    `papers` are ids, titles or words that single out one title; without them, the papers that the question lists ("batch sizes:
    ESIM vs InferSent") or selects ("Which papers train on SNLI?"), or all of a cluster of few if it names none. With `models`
    the answers are in their words; once the budget is used up, in those of the papers. Raises UsageError where there are no
    two papers to compare.
    """
    trace = Trace(on_step)
    paper_ids = tuple(dict.fromkeys(session.paper_id(text) for text in papers or ()))
    paper_ids = paper_ids or _few_papers(session, question)
    if len(paper_ids) == 1:
        raise UsageError("only one paper to compare: give a second one, or ask about it alone")
    parsed = parse_question(question, one_hop=True)
    context = RequestContext(session, parsed, Focus(), plan or Plan(), trace, models)
    try:
        ask_paper = generate_from_paper if models else extract_from_paper
        compared = compare_papers(context, paper_ids, ask_paper)
    except BudgetError as stop:
        trace.notes.append(f"{stop}; answered without the model")
        compared = compare_papers(replace(context, models=None), paper_ids, extract_from_paper)
    if compared is None:
        raise UsageError(
            f"the question names {_describe_named(session, question)}: list papers of the cluster "
            '("batch sizes: A vs B"), give two or more (--paper), or ask all of them "Which papers ...?"'
        )
    return replace(compared, notes=tuple(dict.fromkeys(trace.notes)), usage=trace.total())


def _few_papers(session: Session, question: str) -> tuple[str, ...]:
    """All papers of a cluster of two to _FEW, if `question` neither names nor selects any; else none."""
    ids = session.cluster.paper_ids
    if not 2 <= len(ids) <= _FEW:
        return ()
    named = find_papers(question, session.subjects) or find_mentions(question, session.subjects)
    return () if named else tuple(ids)


def _describe_named(session: Session, question: str) -> str:
    named = dict.fromkeys(mention.paper_id for mention in find_mentions(question, session.subjects))
    if len(named) != 1:
        return "no two papers"
    return f"one paper of this cluster, {session.cluster.summary(*named).title!r}, and no other"
