"""One question's way through the house: figure, ranking, passages, answer, proof."""

from __future__ import annotations

from collections.abc import Sequence

from ..retrieval.hops import split_hops
from .advice import ModelAdvice
from .compose.types import Composed
from .composed import compose_answer
from .extractive import extract_answer
from .first_hop import FirstHop, first_hop
from .job import Job, OnText
from .llm.errors import BudgetError
from .llm.roles import Models
from .plan import Plan
from .session import Session
from .trace import Trace
from .types import Answer

_LIKELY = 0.3  # a name less likely than this would mislead the second hop more often than help it


def ask(
    session: Session,
    question: str,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    models: Models | None = None,
    plan: Plan | None = None,
    on_text: OnText | None = None,
) -> Answer:
    """Answer `question` over the session's cluster, in the words of `models` or, without them, of the papers themselves.

    `anchor` (default: the cluster's) and `figure` say which figure the first hop is about. The second hop is searched
    in the best cited papers, or in all papers when the question has one hop and no figure. `on_text` gets a model's
    draft while it is written, before its quotes are checked. Status "abstained" when nothing answers.

    Once a budget of `models` is used up the rest is done without them, and a note says so. Raises UsageError for an
    unknown anchor or figure, and whatever the models' clients raise.
    """
    job = Job(session, question, split_hops(question), plan or Plan(), Trace(), models, on_text)
    advice = ModelAdvice(models, job.plan, job.trace) if models else None
    with job.trace.step("figure and ranking") as detail:
        hop = first_hop(session, question, anchor=anchor, figure=figure, advice=advice)
        detail.append(_told(hop))
    scoped = job.hops.is_two_hop or hop.figure is not None
    scope = tuple(ranked.paper_id for ranked in hop.ranking[: job.plan.papers]) if scoped else ()
    return _answer(job, hop, scope, _second_hop(job, hop, scope))


def _second_hop(job: Job, hop: FirstHop, scope: Sequence[str]) -> Composed:
    if job.models is not None:
        try:
            return compose_answer(job, job.models, _entity(hop), scope)
        except BudgetError as stop:
            job.trace.notes.append(f"{stop}; answered without the model")
    return extract_answer(job, scope)


def _answer(job: Job, hop: FirstHop, scope: Sequence[str], done: Composed) -> Answer:
    trace = job.trace
    return Answer(
        text=done.text or _nothing(job.session, scope),
        citations=done.citations,
        ranking=hop.ranking,
        reading=hop.reading,
        usage=trace.total(),
        status="answered" if done.text else "abstained",
        notes=tuple(dict.fromkeys((*trace.notes, *done.notes))),
        model=job.models.text.model if job.models else "",
        prompts=tuple(sorted(trace.prompts)),
        steps=tuple(trace.steps),
    )


def _entity(hop: FirstHop) -> str:
    """The name that the figure told, if it told one."""
    entities = hop.reading.entities if hop.reading and not hop.reading.abstained else ()
    return entities[0].text if entities and entities[0].probability >= _LIKELY else ""


def _told(hop: FirstHop) -> str:
    figure = hop.figure.label if hop.figure else "no figure"
    return f"{figure}: {_entity(hop) or 'no clear name'}; {len(hop.ranking)} papers ranked"


def _nothing(session: Session, scope: Sequence[str]) -> str:
    where = f"the {len(scope)} best cited papers" if scope else f"cluster {session.cluster.name}"
    return f"No sentence in {where} answers this question."
