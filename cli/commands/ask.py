"""citehop ask: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import MODEL_PANEL, ClusterName, JsonFlag, LookFlag, RerankOption, with_model_settings
from ..output.console import err, print_json, warn

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
        int,
        typer.Option(
            min=0, help="Sub-questions that the model may add for searching.", rich_help_panel=MODEL_PANEL
        ),
    ] = 3,
    rerank: RerankOption = "top",
    look: LookFlag = True,
    agent: Annotated[
        bool, typer.Option("--agent", help="Let the model choose its own steps.", rich_help_panel=MODEL_PANEL)
    ] = False,
    max_steps: Annotated[
        int, typer.Option(min=1, help="Rounds of tools that --agent may take.", rich_help_panel=MODEL_PANEL)
    ] = 8,
    evidence: Annotated[
        Path | None,
        typer.Option(help="Write the marked figure, the quoted pages and an HTML page to this folder."),
    ] = None,
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
    from ...integrations import json_output as fields
    from ..output.draft import drafting
    from ..output.evidence.write import write_evidence
    from ..output.terminal import answers

    models = open_models(settings)
    if agent and models is None:
        raise UsageError("--agent needs a model; name one with --model")
    plan = Plan(papers, look, rerank, queries, agent=agent, max_steps=max_steps)
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        with drafting(models, shown=not json) as on_text:
            answer = ask_cluster(
                session, question, anchor=anchor, figure=figure, models=models, plan=plan, on_text=on_text
            )
        if evidence:
            page = write_evidence(question, answer, session, evidence)
            err().print(f"evidence: {page}", soft_wrap=True)
        if json:
            print_json(fields.answer_fields(answer, session.cluster))
        else:
            answers.answer(answer, session.cluster)
            if trace:
                answers.steps(answer)
    return ABSTAINED if answer.status == "abstained" else 0
