"""citehop make training-data: conversations about figures and articles with figures, for vision-language models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ...options import Settings, with_settings
from ...output.console import out, progress_bars
from ...preflight import prepare_folder
from .common import ClusterNames, FolderOption, SeedOption, follow, open_clusters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....training.chat_types import Conversation


def register(make: typer.Typer) -> None:
    make.command("training-data")(training_data)


@with_settings
def training_data(
    clusters: ClusterNames, folder: FolderOption, seed: SeedOption = 0, *, settings: Settings
) -> int:
    """Make conversations about figures, of one turn and of several, and articles as texts and figures in order, as
    JSON lines.

    Answers are captions and sentences of the papers. One paper in five is in held_out instead of train, the same one
    that citehop train holds out. DATA_SHEET.md lists papers and licenses.
    """
    from ....training.figure_data import write_figure_data

    prepare_folder(folder)
    with progress_bars() as update:
        data = write_figure_data(
            open_clusters(clusters, settings), folder, settings, seed=seed, progress=follow("papers", update)
        )
    for part, one in data.items():
        single = _count(one.conversations, several=False)
        several = _count(one.conversations, several=True)
        out().print(
            f"{part}: {single} conversations of one turn, {several} of several, {len(one.articles)} articles; "
            f"{folder / part}",
            soft_wrap=True,
        )
    return 0


def _count(conversations: Sequence[Conversation], *, several: bool) -> int:
    return sum((len(one.messages) > 2) == several for one in conversations)
