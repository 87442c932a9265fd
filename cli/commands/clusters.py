"""citehop clusters: what there is to ask."""

from __future__ import annotations

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json


def register(cli: typer.Typer) -> None:
    cli.command("clusters")(clusters)


@with_settings
def clusters(json: JsonFlag = False, *, settings: Settings) -> int:
    """List the clusters on this machine."""
    from ...papers.clusters.cluster import list_clusters

    found = list_clusters(settings)
    if json:
        rows = [
            {"name": c.name, "anchor": c.anchor, "papers": len(c.paper_ids), "path": str(c.path)}
            for c in found
        ]
        print_json({"clusters": rows})
    elif found:
        width = max(len(c.name) for c in found)
        for c in found:
            anchor = f", anchor {c.anchor}" if c.anchor else ""
            out().print(f"{c.name:<{width}}  {len(c.paper_ids):>4} papers{anchor}", soft_wrap=True)
    else:
        out().print(
            "No clusters yet: citehop index FOLDER makes one, citehop demo shows one.", soft_wrap=True
        )
    return 0
