"""citehop papers: what a cluster holds."""

from __future__ import annotations

from typing import Annotated

import typer

from ...settings import Settings
from ..console import print_json
from ..options import ClusterName, JsonFlag, with_settings


def register(cli: typer.Typer) -> None:
    cli.command("papers")(papers)


@with_settings
def papers(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="List the bibliography of this paper (id or title).")
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the papers of a cluster, how much of their bibliographies it holds, and the files that could not be read."""
    from ...papers.cluster import open_cluster
    from ...papers.naming import find_paper
    from .. import fields, listing

    cluster = open_cluster(name, settings)
    if paper is None and json:
        print_json(fields.cluster_fields(cluster))
    elif paper is None:
        listing.cluster(cluster)
    else:
        found = cluster.paper(find_paper(cluster, paper))
        if json:
            entries = [fields.reference_fields(reference) for reference in found.references]
            print_json({**fields.paper_fields(found), "entries": entries})
        else:
            listing.references(found)
    return 0
