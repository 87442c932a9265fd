"""citehop compare: one question to several papers, one row for each."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_answer_settings
from ..output.console import print_json, warn
from ..preflight import check_model_server

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("compare")(compare)


@with_answer_settings
def compare(
    name: ClusterName,
    question: Annotated[
        str,
        typer.Argument(help='The question: "batch sizes: A vs B", or "Which papers train on SNLI?".'),
    ],
    papers: Annotated[
        list[str] | None,
        typer.Argument(help="The papers, as --paper takes them."),
    ] = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            help="Ask this paper (id, or words of its title), whatever papers the question names; repeatable."
        ),
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Answer QUESTION from each of several papers: one row per paper, with a verified quote."""
    from ...agent.compare import compare as compare_papers
    from ...agent.llm.roles import open_models
    from ...agent.session import open_session
    from ...integrations.json_output import comparison_fields
    from ..output.terminal.comparisons import print_comparison

    check_model_server(settings)
    with open_session(name, settings) as session:
        for warning in session.warnings:
            warn(warning)
        comparison = compare_papers(
            session, question, [*(papers or ()), *(paper or ())], models=open_models(settings)
        )
        for note in comparison.notes:
            warn(note)
        if json:
            print_json(comparison_fields(comparison, session.cluster))
        else:
            print_comparison(comparison, session.cluster)
    return 0 if any(row.answer for row in comparison.rows) else NOTHING
