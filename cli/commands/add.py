"""citehop add: papers by identifier, with their references."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json, progress_bars, warn

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("add")(add)


@with_settings
def add(
    papers: Annotated[
        list[str],
        typer.Argument(
            help="arXiv id, DOI, ACL id or a URL of these; a PDF, LaTeX sources, .bib, CSL-JSON or Zotero export; "
            "zotero:COLLECTION; "
            "or the name of a cluster to continue.",
            metavar="PAPER...",
        ),
    ],
    refs: Annotated[bool, typer.Option("--refs", help="Also fetch the papers that they cite.")] = False,
    name: Annotated[
        str | None, typer.Option(help="Name of the cluster; default: the identifier of the paper.")
    ] = None,
    source: Annotated[
        bool, typer.Option("--source", help="Also fetch the TeX sources of arXiv papers.")
    ] = False,
    retry: Annotated[
        list[str] | None,
        typer.Option(
            help="Request entries with this status again: failed, paywalled, unresolved, abstract-only."
        ),
    ] = None,
    email: Annotated[
        str | None, typer.Option(help="Contact address sent to the services; Unpaywall requires one.")
    ] = None,
    allow_http: Annotated[
        bool, typer.Option("--allow-http", help="Also fetch over http, for a mirror of your own.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Fetch papers, and with --refs the papers that they cite, into a cluster. Run it again to fetch only what is missing."""
    from ...acquisition.add import add as add_papers
    from ...acquisition.ledger import summarize
    from ...agent.figures.cluster_overview import describe_cluster
    from ...papers.bibliography.bib_file import describe_broken_entries
    from ...papers.clusters.locate import open_cluster
    from ..output.terminal.builds import print_build
    from ..output.terminal.ledger import ledger_fields, parse_statuses, print_missing_entries

    settings = replace(settings, email=email or settings.email, allow_http=allow_http or settings.allow_http)
    with progress_bars() as update:
        ledger, report = add_papers(
            papers,
            refs=refs,
            name=name,
            tex=source,
            retry=parse_statuses(retry or ()),
            settings=settings,
            progress=update,
        )
    bibs = [Path(paper) for paper in papers if paper.lower().endswith(".bib") and Path(paper).is_file()]
    for warning in (*map(describe_broken_entries, bibs), *(report.warnings if report else ())):
        if warning:
            warn(warning)
    code = 0 if ledger.count("fetched") + ledger.count("abstract only") else NOTHING
    if json:
        print_json({"summary": summarize(ledger), **ledger_fields(ledger)})
        return code
    if report:
        print_build(report, describe_cluster(open_cluster(report.name, settings)))
    print_missing_entries(ledger)
    out().print(f"{ledger.name}: {summarize(ledger)}", soft_wrap=True)
    return code
