"""Trainings from clusters to a model that is used by its path."""

from __future__ import annotations

import hashlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

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
    from .text import fit_text_model

    options = options or TrainingOptions()
    base = _base_model(settings)
    with ExitStack() as stack:
        sessions = _open(clusters, settings, stack)
        made = read_pairs(questions) if questions else []
        work = _begin(folder, "text", sessions, made, base, options)
        if (done := work.report()) is not None:
            return done
        started = time.monotonic()
        train, measured = work.pairs(lambda: _collect(sessions, made, held_out, progress))
        chosen = _limit_titles(_checked(train))
        with quiet_libraries():
            steps = fit_text_model(base, chosen, folder, options, _follow("train", progress))
        scores = measure_text(measured, Encoder(base).encode, Encoder(folder).encode)
        report = _report(settings.embedding_model, chosen, steps, started)
        report = replace(report, held_out=scores)
        write_data_sheet(folder, "embedding model", sessions, report, options)
        work.finish(report)
        return report


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
    from .reranker import fit_reranker

    options = options or TrainingOptions()
    name = settings.reranker if settings.reranker not in ("", "none") else settings.embedding_model
    base = _base_model(replace(settings, embedding_model=name))
    settings = replace(
        settings, reranker="none"
    )  # negatives and the order before are those of the search alone
    with ExitStack() as stack:
        sessions = _open(clusters, settings, stack)
        made = read_pairs(questions) if questions else []
        work = _begin(folder, "reranker", sessions, made, base, options)
        if (done := work.report()) is not None:
            return done
        started = time.monotonic()

        def collect() -> PairSets:
            train, measured = _collect(sessions, made, held_out, progress)
            return widen_to_passages(train, sessions, _follow("passages", progress)), measured

        train, measured = work.pairs(collect)
        with quiet_libraries():
            steps = fit_reranker(base, _checked(train), folder, options, _follow("train", progress))
        scores = measure_reranker(measured, sessions, Reranker(folder.name, folder, settings.threads))
        report = replace(_report(name, train, steps, started), held_out=scores)
        write_data_sheet(folder, "reranker", sessions, report, options)
        work.finish(report)
        return report


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
    from ..indexes.pages.checkpoint import find_checkpoint
    from .page_pairs import collect_page_pairs
    from .pages import fit_page_model

    options = options or TrainingOptions(batch=8, rate=5e-5)
    if settings.visual_model in ("", "auto", "off"):
        raise ConfigurationError("name the page-image model to begin with (visual_model, or --base)")
    checkpoint = find_checkpoint(settings.visual_model, settings.offline)
    with ExitStack() as stack:
        sessions = _open(clusters, settings, stack)
        made = read_pairs(questions) if questions else []
        work = _begin(folder, "pages", sessions, made, checkpoint.folder, options)
        if (done := work.report()) is not None:
            return done
        started = time.monotonic()
        pairs, measured = collect_page_pairs(
            sessions, made, work.page_images, held_out, _follow("pages", progress)
        )
        if len(pairs) < options.batch:
            raise UsageError(f"{len(pairs)} pages with captions are too few to train with; add papers")
        with quiet_libraries():
            losses = fit_page_model(checkpoint, pairs, folder, options, _follow("train", progress))
        before, after = (_open_page_model(name, settings) for name in (settings.visual_model, str(folder)))
        tenth = max(1, len(losses) // 10)
        report = TrainingReport(
            settings.visual_model,
            (("page", len(pairs)),),
            len(losses),
            time.monotonic() - started,
            measure_pages(measured, before, after),
            (fmean(losses[:tenth]), fmean(losses[-tenth:])),
        )
        write_data_sheet(folder, "page-image model", sessions, report, options)
        work.finish(report)
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


def _open(clusters: Sequence[str], settings: Settings, stack: ExitStack) -> list[Session]:
    return [stack.enter_context(open_session(name, settings)) for name in dict.fromkeys(clusters)]


def _begin(
    folder: Path,
    kind: str,
    sessions: Sequence[Session],
    questions: Sequence[QuestionPair],
    base: Path,
    options: TrainingOptions,
) -> Workspace:
    if any(importlib.util.find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError("training", "train")
    papers = sorted(f"{paper.id} {paper.sha256}" for s in sessions for paper in s.cluster.summaries)
    parts = (kind, papers, to_json(questions), model_key(str(base), base), options)
    work = Workspace(folder)
    work.begin(hashlib.sha256(repr(parts).encode()).hexdigest())
    return work


def _collect(
    sessions: Sequence[Session],
    questions: Sequence[QuestionPair],
    held_out: HeldOut,
    progress: Listener | None,
) -> PairSets:
    for session in sessions:
        if session.index.encoder() is None:
            raise ConfigurationError(
                f"cluster {session.cluster.name!r} has no vectors: index it with an embedding model first"
            )
    return collect_pairs(sessions, questions, held_out, _follow("pairs", progress))


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


def _report(base: str, pairs: Sequence[TrainingPair], steps: int, started: float) -> TrainingReport:
    return TrainingReport(base, count_by_kind(pairs), steps, time.monotonic() - started)


def _follow(stage: str, progress: Listener | None) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if progress:
            progress(BuildProgress(stage, done, total))

    return report
