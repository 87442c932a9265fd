"""citehop bench make-NAME: questions in the layout of a benchmark, from the figures of a cluster of yours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....errors import ConfigurationError
from ...options import ClusterName, Settings, with_model_settings, with_settings
from ...output.console import out, progress_bars
from ...preflight import prepare_folder

if TYPE_CHECKING:
    from ....indexes.build.report import Listener

FolderOption = Annotated[Path, typer.Option("--out", help="Folder to write to.")]
SeedOption = Annotated[int, typer.Option(help="Decides what is left to chance.", min=0)]


def register(bench: typer.Typer) -> None:
    bench.command("make-scifibench")(make_scifibench)
    bench.command("make-mmsci")(make_mmsci)
    bench.command("make-spiqa")(make_spiqa)


@with_settings
def make_scifibench(
    cluster: ClusterName,
    folder: FolderOption,
    seed: SeedOption = 0,
    per_category: Annotated[
        int, typer.Option(help="Only the most difficult questions of each paper; 0: all.", min=0)
    ] = 0,
    *,
    settings: Settings,
) -> int:
    """Multiple choice between captions and figures, the wrong options as like the right one as the cluster has them."""
    from ....evaluation.benchmarks.common import cluster_figures
    from ....evaluation.benchmarks.scifibench.make import SPLIT, write_scifibench
    from ....evaluation.models.text_vectors import TextVectors
    from ....papers.clusters.locate import open_cluster

    prepare_folder(folder)
    opened = open_cluster(cluster, settings)
    with progress_bars() as update:
        found = cluster_figures.captioned_figures(opened, settings, progress=_follow("papers", update))
    encode = TextVectors(settings)
    vectors = cluster_figures.joint_vectors(found, encode)
    kept, vectors = cluster_figures.without_duplicates(found, vectors)
    count = write_scifibench(kept, vectors, folder, seed, per_category)
    out().print(
        f"{count} questions of each kind from {len(found)} figures; "
        f"citehop bench scifibench --data {folder} --split {SPLIT}",
        soft_wrap=True,
    )
    return 0


@with_settings
def make_mmsci(
    cluster: ClusterName, folder: FolderOption, seed: SeedOption = 0, *, settings: Settings
) -> int:
    """The three matching tasks of MMSci, from captions and their panels."""
    from ....evaluation.benchmarks.common.cluster_figures import captioned_figures
    from ....evaluation.benchmarks.mmsci.make import write_mmsci
    from ....papers.clusters.locate import open_cluster

    prepare_folder(folder)
    opened = open_cluster(cluster, settings)
    with progress_bars() as update:
        found = captioned_figures(opened, settings, progress=_follow("papers", update))
    counts = write_mmsci(found, folder, seed)
    written = ", ".join(f"{count} {setting}" for setting, count in counts.items())
    out().print(f"{written}; citehop bench mmsci --data {folder} --task matching", soft_wrap=True)
    return 0


@with_model_settings
def make_spiqa(
    cluster: ClusterName,
    folder: FolderOption,
    limit: Annotated[int, typer.Option(help="Only the first figures; 0: all.", min=0)] = 0,
    *,
    settings: Settings,
) -> int:
    """Questions about figures, written by --model, which then checks them without the text of the paper."""
    from ....agent.llm.roles import open_models
    from ....evaluation.benchmarks.spiqa.make import write_spiqa
    from ....papers.clusters.locate import open_cluster

    models = open_models(settings)
    if models is None:
        raise ConfigurationError("make-spiqa needs a model that sees figures: give --model")
    prepare_folder(folder)
    opened = open_cluster(cluster, settings)
    with progress_bars() as update:
        filtered = write_spiqa(
            opened,
            models.vision,
            folder,
            limit,
            _follow("questions", update),
        )
    dropped = ", ".join(f"{count} {reason}" for reason, count in sorted(filtered.dropped.items())) or "none"
    out().print(
        f"{len(filtered.kept)} questions; dropped: {dropped}; citehop bench spiqa --data {folder}",
        soft_wrap=True,
    )
    return 0


def _follow(stage: str, update: Listener) -> Callable[[int, int], None]:
    """Show the numbers done and of all as the progress of `stage`."""
    from ....indexes.build.report import BuildProgress

    return lambda done, total: update(BuildProgress(stage, done, total))
