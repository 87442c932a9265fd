"""citehop make NAME: questions in the layout of a benchmark, made from the figures of your clusters."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ....errors import ConfigurationError
from ....papers.plural import count_noun
from ...options import ClusterName, Settings, with_model_settings
from ...output.console import out, progress_bars
from ...preflight import check_model_server, prepare_folder
from .common import ClusterNames, FolderOption, SeedOption, follow, open_clusters


def register(make: typer.Typer) -> None:
    make.command("scifibench")(scifibench)
    make.command("mmsci")(mmsci)
    make.command("spiqa")(spiqa)


@with_model_settings
def scifibench(
    clusters: ClusterNames,
    folder: FolderOption,
    seed: SeedOption = 0,
    per_paper: Annotated[
        int,
        typer.Option(help="Most silver questions of a paper and task, the most difficult; 0: all.", min=0),
    ] = 10,
    visual: Annotated[
        str | None,
        typer.Option(
            help="Page-image model that compares pictures, as a name or path; without: words and gradients."
        ),
    ] = None,
    *,
    settings: Settings,
) -> int:
    """Make multiple-choice questions about captions and figures, with wrong options that are as similar as possible
    to the right one.

    Questions that can be answered without the figure are bronze, and so are those beyond --per-paper. The others are
    silver, and become gold once a person has accepted them (make review, make export). With --model, a question is
    also bronze if the model chooses the right caption without the figure.
    """
    from ....agent.llm.roles import open_models
    from ....evaluation.baselines.figure_picker import page_encoder
    from ....evaluation.common import cluster_figures
    from ....evaluation.common.text_vectors import TextVectors
    from ....evaluation.scifibench.make import (
        ask_blind,
        choose_questions,
        picture_name,
        write_choice_sheet,
        write_choices,
    )

    check_model_server(settings)
    models = open_models(settings)
    prepare_folder(folder)
    opened = open_clusters(clusters, settings)
    encoder = page_encoder(replace(settings, visual_model=visual)) if visual else None
    with progress_bars() as update:
        listen = follow("papers", update)
        found = [
            one
            for each in opened
            for one in cluster_figures.captioned_figures(each, settings, progress=listen)
        ]
    vectors = cluster_figures.joint_vectors(found, TextVectors(settings), encoder)
    kept, vectors = cluster_figures.without_duplicates(found, vectors)
    questions = choose_questions(
        kept, vectors, seed=seed, per_paper=per_paper, blind=ask_blind(models.text) if models else None
    )
    pictures = {picture_name(figure): figure.png for figure in kept}
    write_choices(folder, questions, pictures.__getitem__)
    write_choice_sheet(
        folder, opened, questions, figures=len(found), seed=seed, visual=visual, model=settings.model
    )
    silver = sum(one.tier == "silver" for one in questions)
    out().print(
        f"{count_noun(silver, 'silver question')}, {len(questions) - silver} bronze, from {len(found)} figures; "
        f"citehop bench scifibench --data {folder} --split Silver; citehop make review {folder}",
        soft_wrap=True,
    )
    return 0


@with_model_settings
def mmsci(clusters: ClusterNames, folder: FolderOption, seed: SeedOption = 0, *, settings: Settings) -> int:
    """Make the captioning and matching tasks of MMSci from captions and their panels, and the types of the figures.

    figure_types.jsonl has the types that are read from the figures; with --model, also the types of the other
    figures.
    """
    from ....agent.llm.roles import open_models
    from ....evaluation.common.cluster_figures import captioned_figures
    from ....evaluation.mmsci.figure_types import LABELS, label_types
    from ....evaluation.mmsci.make import write_mmsci

    check_model_server(settings)
    models = open_models(settings)
    prepare_folder(folder)
    opened = open_clusters(clusters, settings)
    figures = [one for each in opened for one in captioned_figures(each, settings, words=False)]
    with progress_bars() as update:
        types = label_types(opened, figures, models.vision if models else None, follow("figures", update))
    counts = write_mmsci(figures, folder, seed, clusters=opened, types=types, model=settings.model)
    written = ", ".join(f"{count} {setting}" for setting, count in counts.items())
    out().print(
        f"{written}; citehop bench mmsci --data {folder} --task matching\n"
        f"{count_noun(len(types), 'figure')} of {len(figures)} with a type in {folder / LABELS}",
        soft_wrap=True,
    )
    return 0


@with_model_settings
def spiqa(
    cluster: ClusterName,
    folder: FolderOption,
    limit: Annotated[int, typer.Option(help="Only the first figures; 0: all.", min=0)] = 0,
    *,
    settings: Settings,
) -> int:
    """Make questions about figures, written by --model, which then checks them without the text of the paper."""
    from ....agent.llm.roles import open_models
    from ....evaluation.spiqa.make import write_spiqa
    from ....papers.clusters.locate import open_cluster

    check_model_server(settings)
    models = open_models(settings)
    if models is None:
        raise ConfigurationError("make spiqa needs a model that sees figures: give --model")
    prepare_folder(folder)
    opened = open_cluster(cluster, settings)
    with progress_bars() as update:
        filtered = write_spiqa(
            opened,
            models.vision,
            folder,
            limit,
            follow("questions", update),
        )
    dropped = ", ".join(f"{count} {reason}" for reason, count in sorted(filtered.dropped.items())) or "none"
    out().print(
        f"{len(filtered.kept)} questions; dropped: {dropped}; citehop bench spiqa --data {folder}",
        soft_wrap=True,
    )
    return 0
