"""citehop rank: the first hop, from a figure to the cited papers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import ClusterName, JsonFlag, LookFlag, RerankOption, with_model_settings
from ..output.console import out, print_json, warn
from ..preflight import check_model_server
from ..questions import check_question

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("rank")(rank)


@with_model_settings
def rank(
    name: ClusterName,
    question: Annotated[str, typer.Argument(help="The question about a figure.")],
    figure: Annotated[str | None, typer.Option(help='Figure of the anchor, for example "Table 2".')] = None,
    image: Annotated[
        Path | None, typer.Option(help="Image to read instead of a figure of the anchor.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(help="Paper with the figure: id, file, title, or words that fit one paper.")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Number of papers to print.")] = 10,
    explain: Annotated[bool, typer.Option("--explain", help="Print every reason for each rank.")] = False,
    rerank: RerankOption = "top",
    look: LookFlag = True,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Read a figure and rank the cited papers that it leads to, each with its reasons."""
    from ...agent.first_hop import first_hop
    from ...agent.llm.roles import open_models
    from ...agent.model_first_hop import ModelOpinion
    from ...agent.plan import Plan
    from ...agent.session import open_session
    from ...agent.trace import Trace
    from ...figures.question.parser import parse_question
    from ...integrations import json_output as fields
    from ..output.draft import stream_draft
    from ..output.terminal.values import format_usage, print_first_hop

    check_question(question)
    parsed = parse_question(question)
    check_model_server(settings)
    models, trace = open_models(settings), Trace()
    advice = ModelOpinion(models, Plan(look=look, rerank=rerank), trace) if models else None
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        with stream_draft(models, shown=False):
            hop = first_hop(
                session,
                parsed,
                anchor=anchor,
                figure=figure
                or (None if image else parsed.figure or None),  # a label that is not there is an error
                image=image,
                seek=True,
                advice=advice,
            )
        usage = trace.total()
        for note in trace.notes:
            warn(note)
        if hop.reading is not None and hop.reading.abstained:
            source = hop.figure.label if hop.figure else str(image)
            warn(f"{source}: nothing in it fits the question, so all its names count for the ranking")
        if json:
            print_json({**fields.first_hop_fields(hop, session.cluster), "usage": fields.usage_fields(usage)})
        else:
            print_first_hop(hop, session.cluster, k, explain)
            if models:
                out().print(f"{models.text.model}: {format_usage(usage)}", style="dim", soft_wrap=True)
    return 0 if hop.ranking else NOTHING
