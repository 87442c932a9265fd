"""citehop table: the same questions asked of every paper, as an extraction sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import (
    AuthorOption,
    ClusterName,
    JsonFlag,
    PaperOption,
    SectionOption,
    VenueOption,
    YearOption,
    with_answer_settings,
)
from ..output.console import err, out, print_json, progress_bars, warn
from ..preflight import check_model_server

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("table")(table)


@with_answer_settings
def table(
    name: ClusterName,
    questions: Annotated[
        Path | None,
        typer.Option(
            help="CSV file with the columns name and question, or a text file with a question per line."
        ),
    ] = None,
    question: Annotated[list[str] | None, typer.Option(help="Ask this question; repeatable.")] = None,
    least: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Leave cells blank whose answer is less probable [default: 0.8]."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write the sheet to this file: .csv, .xlsx, .html, .md or .json."
        ),
    ] = None,
    paper: PaperOption = None,
    year: YearOption = "",
    author: AuthorOption = None,
    venue: VenueOption = None,
    section: SectionOption = "",
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Ask every paper of a cluster the same questions: a row per paper, a column per question, each cell with its quote.

    The same command continues after an interruption. Without --output, the sheet is printed as Markdown.
    """
    from ...agent.llm.roles import open_models
    from ...agent.query.restrict import restrict
    from ...agent.session import open_session
    from ...integrations.extraction.columns import read_questions
    from ...integrations.extraction.fill import extract
    from ...integrations.extraction.formats import check_format, sheet_fields, write_markdown, write_sheet
    from ...integrations.extraction.types import LEAST

    asked = [*(read_questions(questions) if questions else ()), *(question or ())]
    if output:
        check_format(output)
    check_model_server(settings)
    with open_session(name, settings) as whole:
        chosen = restrict(whole, papers=paper or (), years=year, authors=author or (), venues=venue or ())
        session = restrict(whole, section=section)
        for warning in session.warnings:
            warn(warning)
        with progress_bars() as update:
            sheet = extract(
                session,
                asked,
                chosen.cluster.paper_ids,
                models=open_models(settings),
                least=LEAST if least is None else least,
                on_progress=update,
            )
        if output:
            write_sheet(sheet, session, output)
        elif json:
            print_json(sheet_fields(sheet, session))
        else:
            out().print(write_markdown(sheet, session), end="", soft_wrap=True)
    filled, total = sheet.count_filled(), len(sheet.rows) * len(sheet.columns)
    err().print(f"{filled} of {total} cells filled{f'; {output}' if output else ''}", soft_wrap=True)
    return 0 if filled else NOTHING
