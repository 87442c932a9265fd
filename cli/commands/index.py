"""citehop index: a folder of papers becomes a cluster."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import err, print_json, progress_bars, warn


def register(cli: typer.Typer) -> None:
    cli.command("index")(index)


@with_settings
def index(
    folder: Annotated[Path, typer.Argument(help="Folder of papers (PDF, LaTeX, .jsonl), or one such file.")],
    anchor: Annotated[str | None, typer.Option(help="File of the paper the others are cited by.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of the cluster; default: the folder's.")] = None,
    bib: Annotated[
        Path | None,
        typer.Option(
            help="Papers known by title and abstract, one per entry; 'none' drops them.",
            metavar="FILE.bib|none",
        ),
    ] = None,
    visual: Annotated[
        str | None,
        typer.Option(
            help="Model of page images, by name or path; 'off'; 'auto': where a GPU and a model are.",
            metavar="MODEL|off|auto",
        ),
    ] = None,
    allow_untrained: Annotated[
        bool, typer.Option("--allow-untrained", help="Take a page model that lacks trained weights.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Index the papers of FOLDER. Run it again after any change: only what changed is done again."""
    from ...indexes.build.build import build

    if visual is not None:
        settings = replace(settings, visual_model=visual)
    if allow_untrained:
        settings = replace(settings, visual_untrained=True)
    with progress_bars() as update:
        report = build(folder, name, anchor, settings, update, bib)
    for warning in report.warnings:
        warn(warning)
    if json:
        print_json(report.as_fields())
    else:
        err().print(report.summary(), soft_wrap=True)
        if report.note:
            err().print(report.note, style="dim", soft_wrap=True)
    return 0
