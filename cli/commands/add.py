"""citehop add: papers by identifier, with everything they cite."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import err, out, print_json, progress_bars, warn

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("add")(add)


@with_settings
def add(
    papers: Annotated[
        list[str],
        typer.Argument(
            help="arXiv id, DOI, ACL id, an address of these, a PDF, LaTeX sources, .bib, CSL-JSON, a Zotero export, "
            "or a cluster to go on with.",
            metavar="PAPER...",
        ),
    ],
    refs: Annotated[bool, typer.Option("--refs", help="Fetch everything that they cite, too.")] = False,
    name: Annotated[str | None, typer.Option(help="Name of the cluster; default: made of the paper.")] = None,
    source: Annotated[
        bool, typer.Option("--source", help="Fetch the TeX sources of arXiv papers beside their PDFs.")
    ] = False,
    retry: Annotated[
        list[str] | None,
        typer.Option(
            help="Ask again for entries of this status: failed, paywalled, unresolved, abstract-only."
        ),
    ] = None,
    email: Annotated[
        str | None, typer.Option(help="Told to the services; Unpaywall answers only with one.")
    ] = None,
    allow_http: Annotated[
        bool, typer.Option("--allow-http", help="Fetch over http, too; for mirrors of your own.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Fetch papers, and with --refs what they cite, into a cluster. Run it again to go on: only what is missing is asked for."""
    from ...acquisition.add import add as add_papers
    from ...acquisition.ledger import summarize
    from ..output.terminal import ledger as ledger_view

    settings = replace(settings, email=email or settings.email, allow_http=allow_http or settings.allow_http)
    with progress_bars() as update:
        ledger, report = add_papers(
            papers,
            refs=refs,
            name=name,
            tex=source,
            retry=ledger_view.statuses(retry or ()),
            settings=settings,
            progress=update,
        )
    for warning in report.warnings if report else ():
        warn(warning)
    code = 0 if ledger.count("fetched") + ledger.count("abstract only") else NOTHING
    if json:
        print_json({"summary": summarize(ledger), **ledger_view.ledger_fields(ledger)})
        return code
    if report:
        err().print(report.summary(), soft_wrap=True)
    ledger_view.open_entries(ledger)
    out().print(f"{ledger.name}: {summarize(ledger)}", soft_wrap=True)
    return code
