"""citehop figures: the figures and tables of a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...papers.plural import count_noun
from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import err, out, print_json, progress_bars, warn
from ..preflight import prepare_folder

if TYPE_CHECKING:
    from ...papers.types import Figure, Paper

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
    csv: Annotated[
        bool,
        typer.Option("--csv", help="With --export: also write the values of tables and charts, a file each."),
    ] = False,
    xlsx: Annotated[
        bool, typer.Option("--xlsx", help="With --export: also write them to one Excel workbook.")
    ] = False,
    equations: Annotated[
        bool,
        typer.Option(
            "--equations",
            help="List the numbered equations of PAPER; with --export, write an image or LaTeX of each.",
        ),
    ] = False,
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
    if equations:
        return _equations(name, paper, export, settings, json=json)
    if (csv or xlsx) and not export:
        raise UsageError("--csv and --xlsx need --export FOLDER")
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
        if csv or xlsx:
            _export_values(name, settings, pairs, export, csv=csv, xlsx=xlsx)
        err().print(f"{written} images written to {export}; {export / SHEET} shows them", soft_wrap=True)
    if json:
        print_json({"figures": [figure_fields(p, f) for p, f in pairs]})
    elif not (export and pairs):  # the exported page lists the figures
        print_figures(pairs)
    return 0 if pairs else NOTHING


def _equations(name: str, paper: str | None, export: Path | None, settings: Settings, *, json: bool) -> int:
    from ...integrations.equations import equation_fields, export_equations
    from ...papers.clusters.ids import describe_location, find_paper
    from ...papers.clusters.locate import open_cluster
    from ...papers.parsing.equations import list_equations

    if not paper:
        raise UsageError("whose equations? name its paper")
    if export:
        prepare_folder(export)
    cluster = open_cluster(name, settings)
    chosen = cluster.paper(find_paper(cluster, paper))
    found = list_equations(chosen)
    if export:
        written = export_equations(found, cluster.source_path(chosen.id), export)
        err().print(f"{count_noun(written, 'equation')} written to {export}", soft_wrap=True)
    if json:
        print_json({"paper_id": chosen.id, "equations": [equation_fields(each) for each in found]})
    else:
        for each in found:
            place = describe_location(chosen, each.block.page, each.block.text)
            out().print(f"({each.number}) {place}: {each.latex or each.block.text}", soft_wrap=True)
    return 0 if found else NOTHING


def _export_values(
    name: str,
    settings: Settings,
    figures: Sequence[tuple[Paper, Figure]],
    folder: Path,
    *,
    csv: bool,
    xlsx: bool,
) -> None:
    """Read the values of the figures and write them to `folder` as CSV files, an Excel workbook or both."""
    from ...agent.session import open_session
    from ...indexes.build.report import BuildProgress
    from ...integrations.figure_values.files import WORKBOOK, write_csv_files, write_workbook_file
    from ...integrations.figure_values.read import read_values

    found = []
    with open_session(name, settings) as session, progress_bars() as update:
        for done, (paper, figure) in enumerate(figures, 1):
            if values := read_values(session, paper.id, figure):
                found.append(values)
            update(BuildProgress("figures", done, len(figures)))
    if csv:
        write_csv_files(found, folder)
    if xlsx:
        write_workbook_file(found, folder)
    place = f"{folder / WORKBOOK}" if xlsx else f"{folder}"
    err().print(
        f"values of {len(found)} of {count_noun(len(figures), 'figure')} written to {place}", soft_wrap=True
    )


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
    """Change or list the corrections of one figure of `paper`; without `paper`, of the anchor."""
    from ...agent.figures.corrections import (
        correct_paper,
        correct_reading,
        is_printed,
        remove_corrections,
    )
    from ...agent.figures.paper_figures import labeled_figure
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
        figure = labeled_figure(session.cluster, session.cluster.paper(paper_id), label)
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
