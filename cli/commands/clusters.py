"""citehop clusters: the clusters on this machine."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json


def register(cli: typer.Typer) -> None:
    cli.command("clusters")(list_command)


@with_settings
def list_command(json: JsonFlag = False, *, settings: Settings) -> int:
    """List the clusters on this machine."""
    from ...papers.clusters.cluster import list_clusters

    clusters = list_clusters(settings)
    if json:
        rows = [
            {"name": c.name, "anchor": c.anchor, "papers": len(c.paper_ids), "path": str(c.path)}
            for c in clusters
        ]
        print_json({"clusters": rows})
    elif clusters:
        width = max(len(c.name) for c in clusters)
        for c in clusters:
            anchor = f", anchor {c.anchor}" if c.anchor else ""
            out().print(f"{c.name:<{width}}  {len(c.paper_ids):>4} papers{anchor}", soft_wrap=True)
    else:
        out().print(
            "No clusters yet: create one with citehop index FOLDER, or try citehop demo.", soft_wrap=True
        )
    return 0
