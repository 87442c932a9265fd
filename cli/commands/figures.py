"""citehop figures: the figures and tables of a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import ClusterName, JsonFlag, with_settings
from ..output.console import err, print_json, progress_bars
from ..preflight import prepare_folder

NOTHING = 4


def register(cli: typer.Typer) -> None:
    cli.command("figures")(figures)


@with_settings
def figures(
    name: ClusterName,
    paper: Annotated[
        str | None, typer.Argument(help="Only this paper: id, title or a unique prefix.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write the images, and a page with all of them, to this folder.")
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the figures and tables of a cluster, or export them as images."""
    from ...integrations.json_output import figure_fields
    from ...papers.clusters.cluster import open_cluster
    from ...papers.clusters.ids import find_paper
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
    else:
        print_figures(pairs)
    return 0 if pairs else NOTHING
