"""Answering with a language model: the second hop rewritten, searched, composed and proven."""

from __future__ import annotations

from collections.abc import Sequence

from ..llm.roles import Models
from ..request_context import RequestContext
from ..verification.sentences import Prover
from .passages import find_passages
from .second_hop import rewrite
from .types import Composed, Material
from .write import compose


def compose_answer(job: RequestContext, models: Models, entity: str, scope: Sequence[str]) -> Composed:
    """The answer to the question in the model's words, out of the papers in `scope` (empty: all).

    `entity` is what the figure told, "" if nothing. Raises BudgetError before a call that would go over.
    """
    llm, session, plan = job.trace.watch(models.text), job.session, job.plan
    with job.trace.step("second hop") as detail:
        second = rewrite(llm, job.question, job.hops, entity, plan.queries)
        detail.extend((second.question, *second.queries))
    with job.trace.step("passages") as detail:
        queries = dict.fromkeys((job.hops.textual, second.question, *second.queries))
        passages = find_passages(session.index, tuple(queries), scope, plan.passages)
        detail.append(f"{len(passages)} passages of {len({p.paper_id for p in passages})} papers")
    with job.trace.step("compose") as detail:
        titles = {paper.id: paper.title for paper in session.cluster.papers()}
        material = Material(second.question, entity, tuple(passages), titles)
        done = (
            compose(llm, material, Prover(session.cluster, session.settings), job.on_text)
            if passages
            else Composed(model=llm.model)
        )
        detail.append(f"{len(done.citations)} quotes proven" if done.text else "the passages do not answer")
    return done
