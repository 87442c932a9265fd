"""citehop index: build a cluster from a folder of papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import CitehopError
from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import err, print_error, print_json, progress_bars, warn

if TYPE_CHECKING:
    from ..watch import Snapshot


def register(cli: typer.Typer) -> None:
    cli.command("index")(index)


@with_settings
def index(
    folder: Annotated[
        Path,
        typer.Argument(
            help="Folder of papers (PDF, LaTeX, Word, HTML, EPUB, Markdown, XML, text, .jsonl), or one such file."
        ),
    ],
    anchor: Annotated[str | None, typer.Option(help="File of the paper that cites the others.")] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the cluster; default: the name of the folder.")
    ] = None,
    bib: Annotated[
        Path | None,
        typer.Option(
            help="Bibliography: its entries describe papers that are there and add others by their abstracts; 'none' ends that.",
            metavar="FILE.bib|none",
        ),
    ] = None,
    visual: Annotated[
        str | None,
        typer.Option(
            help="Page-image model, as a name or path; 'off'; 'auto' uses one if a GPU and a model are available.",
            metavar="MODEL|off|auto",
        ),
    ] = None,
    allow_untrained: Annotated[
        bool, typer.Option("--allow-untrained", help="Accept a page-image model without trained weights.")
    ] = False,
    reranker: Annotated[
        str | None,
        typer.Option(
            help="Rerank the passages of this cluster by this sentence-transformers CrossEncoder, a name or path; 'none'."
        ),
    ] = None,
    refill: Annotated[
        bool,
        typer.Option(
            "--refill", help="Write all vectors to a new store, in case others changed those on a server."
        ),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Then index again whenever a file changes, until Ctrl-C.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Index the papers of FOLDER. Run it again after any change: only changed files are processed."""
    from ...agent.figures.cluster_overview import describe_cluster
    from ...indexes.build.build import build
    from ...indexes.build.scan import list_passed_over
    from ...papers.clusters.locate import open_cluster
    from ..output.terminal.builds import build_fields, print_build
    from ..watch import take_snapshot

    if visual is not None:
        settings = replace(settings, visual_model=visual)
    if reranker is not None:
        settings = replace(settings, reranker=reranker)
    if allow_untrained:
        settings = replace(settings, visual_untrained=True)

    def build_once() -> None:
        with progress_bars() as update:
            report = build(folder, name, anchor, settings, update, bib, refill=refill)
        for warning in report.warnings:
            warn(warning)
        overview = describe_cluster(open_cluster(report.name, settings))
        if json:
            print_json(build_fields(report, overview))
        else:
            print_build(report, overview, folder, list_passed_over(folder))

    before = take_snapshot(folder)
    build_once()
    if watch:
        _watch(folder, before, build_once)
    return 0


def _watch(folder: Path, before: Snapshot, build_once: Callable[[], None]) -> None:
    """Run `build_once` after every change of `folder` since the snapshot `before`, until Ctrl-C; errors are printed."""
    from ..watch import take_snapshot, wait_for_change

    while True:
        err().print(f"watching {folder} for changes; Ctrl-C ends", style="dim", soft_wrap=True)
        try:
            wait_for_change(folder, before)
        except KeyboardInterrupt:
            return
        before = take_snapshot(folder)
        try:
            build_once()
        except CitehopError as error:
            print_error(f"citehop: {error}")
