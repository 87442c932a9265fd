"""citehop papers: what a cluster holds."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..console import print_json
from ..options import ClusterName, JsonFlag, with_settings


def register(cli: typer.Typer) -> None:
    cli.command("papers")(papers)


@with_settings
def papers(name: ClusterName, json: JsonFlag = False, *, settings: Settings) -> int:
    """List the papers of a cluster, the files that could not be read and the references that were resolved."""
    from ...papers.cluster import open_cluster
    from .. import fields, render

    cluster = open_cluster(name, settings)
    if json:
        print_json(fields.cluster_fields(cluster))
    else:
        render.cluster(cluster)
    return 0
