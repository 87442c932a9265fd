"""citehop ask: the main job."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..console import print_json, warn
from ..options import ClusterName, JsonFlag, LookFlag, RerankOption, with_model_settings

ABSTAINED = 4


def register(cli: typer.Typer) -> None:
    cli.command("ask")(ask)


@with_model_settings
def ask(
    name: ClusterName,
    question: Annotated[str, typer.Argument(help="The question, one or two hops.")],
    anchor: Annotated[
        str | None,
        typer.Option(help="Paper whose figure is asked about: id, title or a unique start of either."),
    ] = None,
    figure: Annotated[str | None, typer.Option(help='Figure of that paper, such as "Table 2".')] = None,
    papers: Annotated[int, typer.Option("--papers", "-k", min=1, help="Search this many best papers.")] = 3,
    queries: Annotated[
        int, typer.Option(min=0, help="Sub-questions that a model may add for searching.")
    ] = 3,
    rerank: RerankOption = "top",
    look: LookFlag = True,
    trace: Annotated[bool, typer.Option("--trace", help="Show every step with its time and cost.")] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Answer QUESTION over a cluster, with the cited papers ranked and every claim quoted."""
    from ...agent.ask import ask as ask_cluster
    from ...agent.llm.roles import open_models
    from ...agent.plan import Plan
    from ...agent.session import open_session
    from .. import fields, render
    from ..drafting import drafting

    models = open_models(settings)
    plan = Plan(papers, look, rerank, queries)
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        with drafting(models, shown=not json) as on_text:
            answer = ask_cluster(
                session, question, anchor=anchor, figure=figure, models=models, plan=plan, on_text=on_text
            )
        if json:
            print_json(fields.answer_fields(answer, session.cluster))
        else:
            render.answer(answer, session.cluster)
            if trace:
                render.steps(answer)
    return ABSTAINED if answer.status == "abstained" else 0
