"""citehop figures: the figures and tables of a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import err, print_json, progress_bars, warn
from ..preflight import prepare_folder

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("figures")(figures)


@with_settings
def figures(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="Only this paper: id, file, title, or words that fit one paper.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write the images, and a page with all of them, to this folder.")
    ] = None,
    correct: Annotated[
        str | None,
        typer.Option(
            help="Correct the reading of this figure of PAPER; without other options, list its corrections.",
            metavar="LABEL",
        ),
    ] = None,
    question: Annotated[
        str | None, typer.Option(help="With --correct: the question that --answer answers.")
    ] = None,
    answer: Annotated[
        str | None, typer.Option(help="With --correct: the right label, as printed in the figure.")
    ] = None,
    value: Annotated[
        str, typer.Option(help="With --correct and --question: the right value, if it asks for one.")
    ] = "",
    cites: Annotated[
        str | None, typer.Option(help="With --correct: the paper that the label --answer refers to.")
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="With --correct: delete the corrections of this figure.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the figures and tables of a cluster, export them as images, or correct the reading of one."""
    if correct is not None:
        return _correct(
            name, paper, correct, question, answer, value, cites, settings, forget=forget, json=json
        )
    if question or answer or value or cites or forget:
        raise UsageError("--question, --answer, --value, --cites and --forget need --correct LABEL")
    from ...integrations.json_output import figure_fields
    from ...papers.clusters.ids import find_paper
    from ...papers.clusters.locate import open_cluster
    from ..output.terminal.values import print_figures

    if export:
        prepare_folder(export)
    cluster = open_cluster(name, settings)
    chosen = (cluster.paper(find_paper(cluster, paper)),) if paper else cluster.papers()
    pairs = [(p, f) for p in chosen for f in p.figures]
    if export and pairs:
        from ...indexes.build.report import BuildProgress
        from ..output.contact_sheet import SHEET, export_figures

        with progress_bars() as update:
            written = export_figures(
                cluster, pairs, export, lambda done, total: update(BuildProgress("export", done, total))
            )
        err().print(f"{written} images written to {export}; {export / SHEET} shows them", soft_wrap=True)
    if json:
        print_json({"figures": [figure_fields(p, f) for p, f in pairs]})
    elif not (export and pairs):  # the page lists them
        print_figures(pairs)
    return 0 if pairs else NOTHING


def _correct(
    name: str,
    paper: str | None,
    label: str,
    question: str | None,
    answer: str | None,
    value: str,
    cites: str | None,
    settings: Settings,
    *,
    forget: bool,
    json: bool,
) -> int:
    """Change or list the corrections of one figure; without `paper`, of the anchor."""
    from ...agent.figures.corrections import (
        correct_paper,
        correct_reading,
        is_printed,
        remove_corrections,
    )
    from ...agent.figures.paper_figures import labelled_figure
    from ...agent.session import open_session
    from ...integrations.json_output import correction_fields
    from ...papers.clusters.corrections import read_corrections
    from ..output.terminal.values import describe_removal, print_corrections

    if bool(question or cites) != bool(answer):
        raise UsageError("--answer needs --question or --cites, and these need --answer")
    with open_session(name, settings) as session:
        paper_id = session.anchor_id(paper)
        if paper_id is None:
            raise UsageError("whose figure? name its paper")
        figure = labelled_figure(session.cluster, session.cluster.paper(paper_id), label)
        if forget:
            before = read_corrections(session.cluster.path, paper_id, figure.id)
            remove_corrections(session.cluster, paper_id, figure.id)
            err().print(describe_removal(figure.label, before), soft_wrap=True)
        if answer and not is_printed(session, paper_id, figure, answer):
            warn(f"{answer!r} is no label that was read in {figure.label}; it is kept as you gave it")
        if question and answer:
            correct_reading(session, paper_id, figure, question, answer, value)
        if cites and answer:
            correct_paper(session, paper_id, figure, answer, cites)
        corrections = read_corrections(session.cluster.path, paper_id, figure.id)
    if json:
        print_json(correction_fields(corrections))
    elif not forget or answer:
        print_corrections(figure.label, corrections)
    return 0
