"""citehop index: a folder of papers becomes a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...settings import Settings
from ..console import err, print_json, progress_bars, warn
from ..options import JsonFlag, with_settings


def register(cli: typer.Typer) -> None:
    cli.command("index")(index)


@with_settings
def index(
    folder: Annotated[Path, typer.Argument(help="Folder that holds the papers.")],
    anchor: Annotated[str | None, typer.Option(help="File of the paper the others are cited by.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of the cluster; default: the folder's.")] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Index the papers of FOLDER. Run it again after any change: only what changed is done again."""
    from ...indexes.build import build

    with progress_bars() as update:
        report = build(folder, name, anchor, settings, update)
    for warning in report.warnings:
        warn(warning)
    if json:
        print_json(report.as_fields())
    else:
        err().print(report.summary(), soft_wrap=True)
    return 0
