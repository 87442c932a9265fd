"""citehop rank: the first hop, from a figure to the cited papers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, LookFlag, with_model_settings
from ..output.console import out, print_json, warn
from ..preflight import check_model_server
from ..questions import check_question

if TYPE_CHECKING:
    from ...agent.first_hop import FirstHop
    from ...papers.clusters.cluster import Cluster

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
    look: LookFlag = True,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Read a figure and rank the cited papers that it leads to, each with its reasons.

    Where no figure fits the question, the papers that the anchor cites are ranked by their texts.
    """
    from ...agent.first_hop import first_hop
    from ...agent.llm.roles import open_models
    from ...agent.query.grammar.parser import parse_question
    from ...agent.query.parts import find_hops
    from ...agent.session import open_session
    from ...agent.trace import Trace
    from ...agent.vision.second_opinion import ModelOpinion
    from ...integrations import json_output as fields
    from ..output.draft import show_steps, stream_draft
    from ..output.terminal.values import format_usage, print_first_hop

    check_question(question)
    parsed = parse_question(question, find_hops(question))
    check_model_server(settings)
    models, trace = open_models(settings), Trace()
    advice = ModelOpinion(models, trace) if models and look else None
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        label = figure or (None if image else parsed.figure or None)
        if not (image or label or session.anchor_id(anchor)):
            raise UsageError(
                "whose citations? name the paper with the figure as the anchor, or give an image"
            )
        with show_steps() as status, stream_draft(models, status, shown=False):
            hop = first_hop(
                session,
                parsed,
                anchor=anchor,
                figure=label,  # a label that the paper lacks is an error
                image=image,
                seek=True,
                advice=advice,
            )
        usage = trace.total()
        for note in trace.notes:
            warn(note)
        hop = _without_uncited(hop, session.cluster)
        _warn_of_doubts(hop, session.cluster, image)
        if json:
            print_json({**fields.first_hop_fields(hop, session.cluster), "usage": fields.usage_fields(usage)})
        else:
            print_first_hop(hop, session.cluster, k, explain)
            if models:
                out().print(f"{models.text.model}: {format_usage(usage)}", style="dim", soft_wrap=True)
    return 0 if hop.ranking else NOTHING


def _without_uncited(hop: FirstHop, cluster: Cluster) -> FirstHop:
    """Return `hop` with only the papers that its anchor cites, if no figure was named and no figure has an answer."""
    is_read = hop.figure is not None and not hop.chosen
    if hop.anchor is None or is_read or (hop.reading is not None and not hop.reading.abstained):
        return hop
    cited = cluster.cited_papers.get(hop.anchor, frozenset())
    return replace(hop, ranking=tuple(ranked for ranked in hop.ranking if ranked.paper_id in cited))


def _warn_of_doubts(hop: FirstHop, cluster: Cluster, image: Path | None) -> None:
    """Warn if nothing in the figure fits the question, or if there is nothing to rank."""
    if not hop.ranking and hop.anchor:
        title = cluster.summary(hop.anchor).title
        warn(f"nothing to rank: no paper of this cluster is in the bibliography of {title}")
    elif hop.reading is not None and hop.reading.abstained:
        source = hop.figure.label if hop.figure else str(image)
        warn(f"{source}: nothing in it fits the question, so all its names count for the ranking")
