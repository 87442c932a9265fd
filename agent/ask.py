"""One question's way through the house: figure, ranking, passages, answer, proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..figures.question.parser import Question, parse_question
from ..retrieval.types import RankedPaper
from .answerers.extractive import extract_answer
from .answerers.generative import compose_answer
from .answerers.tool_loop import investigate
from .answerers.types import Composed
from .first_hop import FirstHop, first_hop
from .llm.errors import BudgetError
from .llm.roles import Models
from .model_first_hop import ModelOpinion
from .plan import Plan
from .request_context import OnText, RequestContext
from .session import Session
from .trace import Trace
from .types import Answer

_LIKELY = 0.3  # a name less likely than this would mislead the second hop more often than help it


@dataclass(frozen=True, slots=True)
class _Focus:
    """What the first hop is about, as the caller says."""

    anchor: str | None
    figure: str | None
    image: Path | None
    known: FirstHop | None
    question: Question


def ask(
    session: Session,
    question: str,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    image: Path | None = None,
    known: FirstHop | None = None,
    models: Models | None = None,
    plan: Plan | None = None,
    on_text: OnText | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Answer:
    """Answer `question` over the session's cluster, in the words of `models` or, without them, of the papers themselves.

    `anchor` (default: the cluster's) and `figure` say which figure the first hop is about, `image` is a picture to read
    in place of one. The second hop is searched in the best cited papers, or in all papers when the question has one hop
    and no figure. A `known` first hop, such as an earlier question's, is not done again: all of `question` is then the
    second. `on_text` gets a model's draft while it is written, before its quotes are checked; `on_step` gets the
    name of each step that begins. Status "abstained" when nothing answers.

    Once a budget of `models` is used up the rest is done without them, and a note says so. Raises UsageError for an
    unknown anchor or figure, and whatever the models' clients raise.
    """
    parsed = parse_question(question, one_hop=known is not None)
    job = RequestContext(session, question, parsed.hops, plan or Plan(), Trace(on_step), models, on_text)
    focus = _Focus(anchor, figure, image, known, parsed)
    if job.models is not None and job.plan.agent:
        try:
            return _investigated(job, job.models, focus)
        except BudgetError as stop:
            job.trace.notes.append(f"{stop}; answered without the model")
            return _stepwise(replace(job, models=None), focus)
    return _stepwise(job, focus)


def _investigated(job: RequestContext, models: Models, focus: _Focus) -> Answer:
    about = focus.figure or (_entity(focus.known) if focus.known else "")
    if about:
        job = replace(job, question=f"{job.question} (This is about {about}.)")
    done, desk = investigate(job, models, job.session.anchor_id(focus.anchor))
    where = f"what the agent found in cluster {job.session.cluster.name}"
    return _answer(job, done, desk.hop, where)


def _stepwise(job: RequestContext, focus: _Focus) -> Answer:
    """The fixed way: every hop, each once."""
    hop = focus.known or _first_hop(job, focus)
    scoped = bool(job.hops.is_two_hop or hop.figure or hop.reading or focus.known)
    scope = hop.ranking[: job.plan.papers] if scoped else ()
    where = f"the {len(scope)} best cited papers" if scope else f"cluster {job.session.cluster.name}"
    return _answer(job, _second_hop(job, hop, scope), hop, where)


def _first_hop(job: RequestContext, focus: _Focus) -> FirstHop:
    advice = ModelOpinion(job.models, job.plan, job.trace) if job.models else None
    with job.trace.step("figure and ranking") as detail:
        hop = first_hop(
            job.session,
            focus.question,
            anchor=focus.anchor,
            figure=focus.figure,
            image=focus.image,
            advice=advice,
        )
        detail.append(_told(hop))
    return hop


def _second_hop(job: RequestContext, hop: FirstHop, scope: Sequence[RankedPaper]) -> Composed:
    if job.models is not None:
        papers = [ranked.paper_id for ranked in scope]
        try:
            return compose_answer(job, job.models, _entity(hop), papers)
        except BudgetError as stop:
            job.trace.notes.append(f"{stop}; answered without the model")
    return extract_answer(job, scope)


def _answer(job: RequestContext, done: Composed, hop: FirstHop, where: str) -> Answer:
    trace = job.trace
    return Answer(
        text=done.text or f"No sentence in {where} answers this question.",
        citations=done.citations,
        ranking=hop.ranking,
        reading=hop.reading,
        usage=trace.total(),
        status="answered" if done.text else "abstained",
        notes=tuple(dict.fromkeys((*trace.notes, *done.notes))),
        model=done.model,
        prompts=tuple(sorted(trace.prompts)),
        steps=tuple(trace.steps),
        figure=hop.figure.id if hop.figure else "",
        anchor=hop.anchor or "",
    )


def _entity(hop: FirstHop) -> str:
    """The name that the figure told, if it told one."""
    entities = hop.reading.entities if hop.reading and not hop.reading.abstained else ()
    return entities[0].text if entities and entities[0].probability >= _LIKELY else ""


def _told(hop: FirstHop) -> str:
    figure = hop.figure.label if hop.figure else "no figure"
    return f"{figure}: {_entity(hop) or 'no clear name'}; {len(hop.ranking)} papers ranked"
