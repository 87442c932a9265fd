"""Train a model on the papers of clusters; the finished model is used by the path of its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from ..errors import ConfigurationError, UsageError
from ..indexes.build.report import Listener
from ..indexes.embedding.cross_encoder import Reranker
from ..indexes.embedding.encoder import Encoder
from ..settings import Settings
from .job import TrainingJob, check_extra, find_base_model, follow_stage, run_training
from .measure import measure_pages, measure_reranker, measure_text
from .pairs import HeldOut, collect_pairs, count_by_kind, is_held_out, limit_titles
from .passages import widen_to_passages
from .types import TrainingOptions, TrainingPair, TrainingReport
from .workspace import PairSets

if TYPE_CHECKING:
    from ..indexes.pages.colpali import ColpaliEncoder

_FEWEST = 32  # least number of pairs to learn from
TEXT = TrainingOptions()
RERANKER = TrainingOptions(epochs=1, rate=1e-4)  # a higher learning rate because the last layer is new
PAGES = TrainingOptions(batch=8, rate=5e-5)


def train_text(
    clusters: Sequence[str],
    folder: Path,
    *,
    questions: Path | None = None,
    options: TrainingOptions | None = None,
    held_out: HeldOut = is_held_out,
    settings: Settings,
    progress: Listener | None = None,
) -> TrainingReport:
    """Fit the embedding model of `settings` to the papers of `clusters`, and write it to `folder` for
    `--embedding-model`.

    `questions` is a folder written by `citehop make questions`. One paper in five is held out for measurement
    (`held_out`). The same call continues an interrupted training with the same result; if the training is finished, it
    returns its report. Raises UsageError if `folder` holds something else or there are too few pairs,
    ConfigurationError if the model or the vectors of a cluster are missing, and MissingExtraError without the extra
    `train`.
    """
    check_extra()
    from .text import fit_text_model

    base = find_base_model(settings)

    def fit(job: TrainingJob, options: TrainingOptions) -> TrainingReport:
        train, measured = job.work.pairs(lambda: _collect(job, held_out, progress))
        chosen = limit_titles(_checked(train))
        steps = fit_text_model(base, chosen, folder, options, follow_stage("train", progress))
        scores = measure_text(measured, Encoder(base).encode, Encoder(folder).encode)
        return TrainingReport(settings.embedding_model, count_by_kind(chosen), steps, held_out=scores)

    return run_training("text", clusters, folder, questions, base, options or TEXT, settings, fit)


def train_reranker(
    clusters: Sequence[str],
    folder: Path,
    *,
    questions: Path | None = None,
    options: TrainingOptions | None = None,
    held_out: HeldOut = is_held_out,
    settings: Settings,
    progress: Listener | None = None,
) -> TrainingReport:
    """Fit a cross-encoder for `--reranker` in the same way as `train_text`.

    Training starts from the reranker of `settings`, or from their embedding model if they name no reranker.
    """
    check_extra()
    from .reranker import fit_reranker

    name = settings.reranker if settings.reranker not in ("", "none") else settings.embedding_model
    base = find_base_model(replace(settings, embedding_model=name))

    def fit(job: TrainingJob, options: TrainingOptions) -> TrainingReport:
        def collect() -> PairSets:
            train, measured = _collect(job, held_out, progress)
            return widen_to_passages(train, job.sessions, follow_stage("passages", progress)), measured

        train, measured = job.work.pairs(collect)
        steps = fit_reranker(base, _checked(train), folder, options, follow_stage("train", progress))
        reranker = Reranker(folder.name, folder, settings.threads)
        scores = measure_reranker(measured, job.sessions, reranker)
        return TrainingReport(name, count_by_kind(train), steps, held_out=scores)

    # Negatives and the order before training come from the search without a reranker.
    searched = replace(settings, reranker="none")
    return run_training("reranker", clusters, folder, questions, base, options or RERANKER, searched, fit)


def train_pages(
    clusters: Sequence[str],
    folder: Path,
    *,
    questions: Path | None = None,
    options: TrainingOptions | None = None,
    held_out: HeldOut = is_held_out,
    settings: Settings,
    progress: Listener | None = None,
) -> TrainingReport:
    """Fit the page-image model of `settings` for `--visual` in the same way as `train_text`.

    A training pair is a caption or a generated question, and the page that it should find.
    """
    check_extra()
    from ..indexes.pages.checkpoint import find_checkpoint
    from .page_pairs import collect_page_pairs
    from .pages import fit_page_model

    if settings.visual_model in ("", "auto", "off"):
        raise ConfigurationError("name the page-image model to begin with (visual_model, or --base)")
    checkpoint = find_checkpoint(settings.visual_model, settings.offline)

    def fit(job: TrainingJob, options: TrainingOptions) -> TrainingReport:
        pairs, measured = collect_page_pairs(
            job.sessions, job.questions, job.work.page_images, held_out, follow_stage("pages", progress)
        )
        if len(pairs) < options.batch:
            raise UsageError(f"{len(pairs)} pages with captions are too few to train with; add papers")
        losses = fit_page_model(checkpoint, pairs, folder, options, follow_stage("train", progress))
        before, after = (_open_page_model(name, settings) for name in (settings.visual_model, str(folder)))
        tenth = max(1, len(losses) // 10)
        return TrainingReport(
            settings.visual_model,
            (("page", len(pairs)),),
            len(losses),
            held_out=measure_pages(measured, before, after),
            losses=(fmean(losses[:tenth]), fmean(losses[-tenth:])),
        )

    return run_training(
        "pages", clusters, folder, questions, checkpoint.folder, options or PAGES, settings, fit
    )


def _open_page_model(name: str, settings: Settings) -> ColpaliEncoder:
    from ..indexes.pages.checkpoint import find_checkpoint
    from ..indexes.pages.colpali import ColpaliEncoder

    return ColpaliEncoder(find_checkpoint(name, offline=True), settings.threads, settings.visual_untrained)


def _collect(job: TrainingJob, held_out: HeldOut, progress: Listener | None) -> PairSets:
    for session in job.sessions:
        if session.index.encoder() is None:
            raise ConfigurationError(
                f"cluster {session.cluster.name!r} has no vectors: index it with an embedding model first"
            )
    return collect_pairs(job.sessions, job.questions, held_out, follow_stage("pairs", progress))


def _checked(pairs: list[TrainingPair]) -> list[TrainingPair]:
    if len(pairs) < _FEWEST:
        raise UsageError(
            f"{len(pairs)} pairs are too few to train with ({_FEWEST} at least); add papers that cite each other"
        )
    return pairs
