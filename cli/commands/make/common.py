"""Arguments and steps that the commands of citehop make share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....indexes.build.report import Listener
    from ....papers.clusters.cluster import Cluster
    from ....settings import Settings

ClusterNames = Annotated[list[str], typer.Argument(help="Names of clusters, or paths of cluster folders.")]
FolderOption = Annotated[Path, typer.Option("--out", help="Folder to write to.")]
SeedOption = Annotated[int, typer.Option(help="Decides what is left to chance.", min=0)]


def open_clusters(names: Sequence[str], settings: Settings) -> list[Cluster]:
    """Open the clusters with these names, each once."""
    from ....papers.clusters.locate import open_cluster

    return [open_cluster(name, settings) for name in dict.fromkeys(names)]


def follow(stage: str, update: Listener) -> Callable[[int, int], None]:
    """Return a function that shows (done, total) as the progress of `stage`."""
    from ....indexes.build.report import BuildProgress

    return lambda done, total: update(BuildProgress(stage, done, total))
