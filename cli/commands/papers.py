"""citehop papers: what a cluster holds."""

from __future__ import annotations

from typing import Annotated

import typer

from ...papers.clusters.manifest import MANIFEST
from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import print_json


def register(cli: typer.Typer) -> None:
    cli.command("papers")(papers)


@with_settings
def papers(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="List the bibliography of this paper (id or title).")
    ] = None,
    show: Annotated[
        bool,
        typer.Option("--open", help="Write the coverage of a fetched cluster as an HTML page and open it."),
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the papers of a cluster, how much of their bibliographies it holds, and what could not be read or fetched."""
    from ...integrations import json_output as fields
    from ...papers.clusters.cluster import locate_cluster, open_cluster
    from ...papers.clusters.ids import find_paper
    from ...papers.clusters.ledger import read_ledger
    from ..output.terminal import ledger as ledger_view
    from ..output.terminal import papers as listing

    folder = locate_cluster(name, settings)
    ledger = read_ledger(folder)
    if show:
        ledger_view.open_page(name, folder, ledger)
    if ledger and not (folder / MANIFEST).exists():  # fetching has begun, and no file has come yet
        print_json(ledger_view.ledger_fields(ledger)) if json else ledger_view.table(ledger)
        return 0
    cluster = open_cluster(name, settings)
    if paper is None and json:
        fetched = {"ledger": ledger_view.ledger_fields(ledger)} if ledger else {}
        print_json(fields.cluster_fields(cluster) | fetched)
    elif paper is None:
        listing.cluster(cluster)
        if ledger:
            ledger_view.table(ledger)
    else:
        found = cluster.paper(find_paper(cluster, paper))
        if json:
            entries = [fields.reference_fields(reference) for reference in found.references]
            print_json({**fields.paper_fields(found), "entries": entries})
        else:
            listing.references(found)
    return 0
