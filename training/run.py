"""Trainings from clusters to a model that is used by its path."""

from __future__ import annotations

import hashlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from ..agent.session import Session, open_session
from ..errors import ConfigurationError, MissingExtraError, UsageError
from ..evaluation.question_generation.release import read_pairs
from ..evaluation.question_generation.types import QuestionPair
from ..indexes.build.report import BuildProgress, Listener
from ..indexes.embedding.cross_encoder import Reranker
from ..indexes.embedding.encoder import Encoder
from ..indexes.embedding.locate import find_model, model_key
from ..papers.serialization import to_json
from ..settings import Settings
from .data_sheet import write_data_sheet
from .measure import measure_pages, measure_reranker, measure_text
from .pairs import HeldOut, collect_pairs, count_by_kind, is_held_out
from .passages import widen_to_passages
from .trainer import quiet_libraries
from .types import TrainingOptions, TrainingPair, TrainingReport
from .workspace import PairSets, Workspace

if TYPE_CHECKING:
    from ..indexes.pages.colpali import ColpaliEncoder

_NEEDED = ("accelerate", "datasets", "peft")  # imported by the trainers
_FEWEST = 32  # pairs, below which nothing can be learned
TEXT = TrainingOptions()
RERANKER = TrainingOptions(epochs=1, rate=1e-4)  # whose last layer is new
PAGES = TrainingOptions(batch=8, rate=5e-5)

Kind = Literal["text", "reranker", "pages"]
_NAMES: dict[Kind, str] = {"text": "embedding model", "reranker": "reranker", "pages": "page-image model"}


@dataclass(frozen=True, slots=True)
class _Job:
    """The opened clusters, the generated questions and the folder of one training."""

    sessions: Sequence[Session]
    questions: Sequence[QuestionPair]
    work: Workspace


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
    """Fit the embedding model of `settings` to the papers of `clusters`, and write it to `folder` for `--embedding-model`.

    `questions` is a folder of `citehop make questions`. One paper in five is held out (`held_out`) to measure by. The same call
    continues an interrupted training with the same result, and returns the report of one that is over. Raises UsageError for a
    folder that holds something else, or clusters with too few pairs; ConfigurationError without a model; MissingExtraError.
    """
    _check_extra()
    from .text import fit_text_model

    base = _base_model(settings)

    def fit(job: _Job, options: TrainingOptions) -> TrainingReport:
        train, measured = job.work.pairs(lambda: _collect(job, held_out, progress))
        chosen = _limit_titles(_checked(train))
        steps = fit_text_model(base, chosen, folder, options, _follow("train", progress))
        scores = measure_text(measured, Encoder(base).encode, Encoder(folder).encode)
        return TrainingReport(settings.embedding_model, count_by_kind(chosen), steps, held_out=scores)

    return _run("text", clusters, folder, questions, base, options or TEXT, settings, fit)


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
    """As `train_text`, a cross-encoder for `--reranker`. It begins with the reranker of `settings`, or else with their embedding
    model."""
    _check_extra()
    from .reranker import fit_reranker

    name = settings.reranker if settings.reranker not in ("", "none") else settings.embedding_model
    base = _base_model(replace(settings, embedding_model=name))

    def fit(job: _Job, options: TrainingOptions) -> TrainingReport:
        def collect() -> PairSets:
            train, measured = _collect(job, held_out, progress)
            return widen_to_passages(train, job.sessions, _follow("passages", progress)), measured

        train, measured = job.work.pairs(collect)
        steps = fit_reranker(base, _checked(train), folder, options, _follow("train", progress))
        reranker = Reranker(folder.name, folder, settings.threads)
        scores = measure_reranker(measured, job.sessions, reranker)
        return TrainingReport(name, count_by_kind(train), steps, held_out=scores)

    # Negatives, and the order before, are those of the search alone.
    searched = replace(settings, reranker="none")
    return _run("reranker", clusters, folder, questions, base, options or RERANKER, searched, fit)


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
    """As `train_text`, the page-image model of `settings`, for `--visual`: captions and generated questions find their pages."""
    _check_extra()
    from ..indexes.pages.checkpoint import find_checkpoint
    from .page_pairs import collect_page_pairs
    from .pages import fit_page_model

    if settings.visual_model in ("", "auto", "off"):
        raise ConfigurationError("name the page-image model to begin with (visual_model, or --base)")
    checkpoint = find_checkpoint(settings.visual_model, settings.offline)

    def fit(job: _Job, options: TrainingOptions) -> TrainingReport:
        pairs, measured = collect_page_pairs(
            job.sessions, job.questions, job.work.page_images, held_out, _follow("pages", progress)
        )
        if len(pairs) < options.batch:
            raise UsageError(f"{len(pairs)} pages with captions are too few to train with; add papers")
        losses = fit_page_model(checkpoint, pairs, folder, options, _follow("train", progress))
        before, after = (_open_page_model(name, settings) for name in (settings.visual_model, str(folder)))
        tenth = max(1, len(losses) // 10)
        return TrainingReport(
            settings.visual_model,
            (("page", len(pairs)),),
            len(losses),
            held_out=measure_pages(measured, before, after),
            losses=(fmean(losses[:tenth]), fmean(losses[-tenth:])),
        )

    return _run("pages", clusters, folder, questions, checkpoint.folder, options or PAGES, settings, fit)


def _check_extra() -> None:
    """Raise MissingExtraError before the trainers are imported, which takes half a minute on a busy machine."""
    if any(importlib.util.find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError("training", "train")


def _run(
    kind: Kind,
    clusters: Sequence[str],
    folder: Path,
    questions: Path | None,
    base: Path,
    options: TrainingOptions,
    settings: Settings,
    fit: Callable[[_Job, TrainingOptions], TrainingReport],
) -> TrainingReport:
    """Open the clusters, begin or continue the training in `folder`, `fit`, and write data sheet and report."""
    with ExitStack() as stack:
        sessions = [stack.enter_context(open_session(name, settings)) for name in dict.fromkeys(clusters)]
        job = _Job(sessions, read_pairs(questions) if questions else [], Workspace(folder))
        job.work.begin(_request(kind, job, base, options))
        if (done := job.work.report()) is not None:
            return done
        started, processor = time.monotonic(), time.process_time()
        with quiet_libraries():
            report = fit(job, options)
        report = replace(
            report, seconds=time.monotonic() - started, processor_seconds=time.process_time() - processor
        )
        write_data_sheet(folder, _NAMES[kind], sessions, report, options)
        job.work.finish(report)
        return report


def _open_page_model(name: str, settings: Settings) -> ColpaliEncoder:
    from ..indexes.pages.checkpoint import find_checkpoint
    from ..indexes.pages.colpali import ColpaliEncoder

    return ColpaliEncoder(find_checkpoint(name, offline=True), settings.threads, settings.visual_untrained)


def _base_model(settings: Settings) -> Path:
    folder = find_model(settings.embedding_model)
    if folder is None:
        raise ConfigurationError(
            f"model {settings.embedding_model!r} is not on this machine; training begins with one (embedding_model)"
        )
    return folder


def _request(kind: Kind, job: _Job, base: Path, options: TrainingOptions) -> str:
    """A hash of everything that decides the trained model."""
    papers = sorted(f"{paper.id} {paper.sha256}" for s in job.sessions for paper in s.cluster.summaries)
    parts = (kind, papers, to_json(job.questions), model_key(str(base), base), options)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _collect(job: _Job, held_out: HeldOut, progress: Listener | None) -> PairSets:
    for session in job.sessions:
        if session.index.encoder() is None:
            raise ConfigurationError(
                f"cluster {session.cluster.name!r} has no vectors: index it with an embedding model first"
            )
    return collect_pairs(job.sessions, job.questions, held_out, _follow("pairs", progress))


def _checked(pairs: list[TrainingPair]) -> list[TrainingPair]:
    if len(pairs) < _FEWEST:
        raise UsageError(
            f"{len(pairs)} pairs are too few to train with ({_FEWEST} at least); add papers that cite each other"
        )
    return pairs


def _limit_titles(pairs: Sequence[TrainingPair]) -> list[TrainingPair]:
    """`pairs` with at most as many titles as others: every citing sentence has titles, and they are the easiest."""
    others = sum(pair.kind != "title" for pair in pairs)
    titles = sorted((p for p in pairs if p.kind == "title"), key=lambda p: _digest(p.query + p.positive))
    kept = set(map(id, titles[:others]))
    return [pair for pair in pairs if pair.kind != "title" or id(pair) in kept]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _follow(stage: str, progress: Listener | None) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if progress:
            progress(BuildProgress(stage, done, total))

    return report
