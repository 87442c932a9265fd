"""citehop train: train models on the papers of your clusters, on this machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_error, print_json, progress_bars

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...training.types import TrainingOptions, TrainingReport

Clusters = Annotated[list[str], typer.Argument(help="Names of clusters, or paths of cluster folders.")]
Target = Annotated[
    Path, typer.Option("--out", help="New folder of the model; an interrupted training continues.")
]
Questions = Annotated[
    Path | None, typer.Option(help="Also learn from the questions in this folder of make questions.")
]
Epochs = Annotated[
    int | None,
    typer.Option(help="Times that every pair is used; 2, or 1 for the reranker, where not given.", min=1),
]
Seed = Annotated[int, typer.Option(help="Seed of every random choice.", min=0)]
Base = Annotated[str | None, typer.Option("--base", help="Model to begin with, as a name or path.")]


def register(cli: typer.Typer) -> None:
    train = typer.Typer(help="Fit models to your own papers.", no_args_is_help=True)
    train.command("text")(text)
    train.command("reranker")(reranker)
    train.command("pages")(pages)
    cli.add_typer(train, name="train")


@with_settings
def text(
    clusters: Clusters,
    folder: Target,
    questions: Questions = None,
    epochs: Epochs = None,
    seed: Seed = 0,
    base: Base = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Fit the embedding model to citing sentences, captions and questions; use it by --embedding-model FOLDER."""
    from ...training.run import TEXT, train_text

    options = replace(TEXT, epochs=epochs or TEXT.epochs, seed=seed)
    settings = replace(settings, embedding_model=base or settings.embedding_model)
    return _train(train_text, "--embedding-model", clusters, folder, questions, options, settings, json)


@with_settings
def reranker(
    clusters: Clusters,
    folder: Target,
    questions: Questions = None,
    epochs: Epochs = None,
    seed: Seed = 0,
    base: Base = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Fit a cross-encoder to citing sentences, captions and questions, paired with passages; use it by --reranker
    FOLDER.
    """
    from ...training.run import RERANKER, train_reranker

    options = replace(RERANKER, epochs=epochs or RERANKER.epochs, seed=seed)
    settings = replace(settings, reranker=base or settings.reranker)
    return _train(train_reranker, "--reranker", clusters, folder, questions, options, settings, json)


@with_settings
def pages(
    clusters: Clusters,
    folder: Target,
    questions: Questions = None,
    epochs: Epochs = None,
    batch: Annotated[int, typer.Option(help="Pages per step, as many as the memory holds.", min=2)] = 8,
    seed: Seed = 0,
    base: Base = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Fit low-rank adapters of a page-image model to captions and their pages; use it by --visual FOLDER."""
    from ...training.run import PAGES, train_pages

    options = replace(PAGES, epochs=epochs or PAGES.epochs, batch=batch, seed=seed)
    settings = replace(settings, visual_model=base or settings.visual_model)
    return _train(train_pages, "--visual", clusters, folder, questions, options, settings, json)


def _train(
    train: Callable[..., TrainingReport],
    option: str,
    clusters: list[str],
    folder: Path,
    questions: Path | None,
    options: TrainingOptions,
    settings: Settings,
    json: bool,
) -> int:
    with progress_bars() as update:
        report = train(
            clusters, folder, questions=questions, options=options, settings=settings, progress=update
        )
    return _print(report, folder, option, json)


def _print(report: TrainingReport, folder: Path, option: str, json: bool) -> int:
    if json:
        import dataclasses

        print_json(dataclasses.asdict(report))
        return 0
    for score in report.held_out:
        low, high = score.difference.low, score.difference.high
        out().print(
            f"held-out {score.kind}, {score.n}: mean reciprocal rank {score.before:.3f} -> {score.after:.3f} "
            f"({score.difference.mean:+.3f}, 95%: {low:+.3f} to {high:+.3f})",
            soft_wrap=True,
        )
        if high < 0:
            print_error(
                f"citehop: worse than before on held-out papers; do not use {folder} without a comparison of yours"
            )
    pairs = ", ".join(f"{count} {kind}" for kind, count in report.pairs)
    out().print(f"{report.steps} steps over {pairs}; use it with {option} {folder}", soft_wrap=True)
    return 0
