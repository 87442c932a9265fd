"""Run one training: open its clusters, continue or begin in its folder, fit the model, and write the report."""

from __future__ import annotations

import hashlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ..agent.session import Session, open_session
from ..errors import ConfigurationError, MissingExtraError
from ..evaluation.question_generation.release import read_pairs
from ..evaluation.question_generation.types import QuestionPair
from ..indexes.build.report import BuildProgress, Listener
from ..indexes.embedding.locate import find_model, model_key
from ..papers.serialization import to_json
from ..settings import Settings
from .data_sheet import write_data_sheet
from .trainer import quiet_libraries
from .types import TrainingOptions, TrainingReport
from .workspace import Workspace

_NEEDED = ("accelerate", "datasets", "peft")  # imported by the trainers

Kind = Literal["text", "reranker", "pages"]
_NAMES: dict[Kind, str] = {"text": "embedding model", "reranker": "reranker", "pages": "page-image model"}


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """The opened clusters, the generated questions and the folder of a training."""

    sessions: Sequence[Session]
    questions: Sequence[QuestionPair]
    work: Workspace


def check_extra() -> None:
    """Raise MissingExtraError if a library of the extra `train` is missing.

    This check is fast, whereas importing the trainers takes half a minute on a busy machine.
    """
    if any(importlib.util.find_spec(name) is None for name in _NEEDED):
        raise MissingExtraError("training", "train")


def run_training(
    kind: Kind,
    clusters: Sequence[str],
    folder: Path,
    questions: Path | None,
    base: Path,
    options: TrainingOptions,
    settings: Settings,
    fit: Callable[[TrainingJob, TrainingOptions], TrainingReport],
) -> TrainingReport:
    """Open the clusters, begin or continue the training in `folder`, fit the model, and write its data sheet and
    report.

    Returns the report. If the training in `folder` is finished, only its report is read.
    """
    with ExitStack() as stack:
        sessions = [stack.enter_context(open_session(name, settings)) for name in dict.fromkeys(clusters)]
        job = TrainingJob(sessions, read_pairs(questions) if questions else [], Workspace(folder))
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


def find_base_model(settings: Settings) -> Path:
    """Return the folder of the embedding model of `settings`.

    Raises ConfigurationError if the model is not on this machine.
    """
    folder = find_model(settings.embedding_model)
    if folder is None:
        raise ConfigurationError(
            f"model {settings.embedding_model!r} is not on this machine; training begins with one (embedding_model)"
        )
    return folder


def _request(kind: Kind, job: TrainingJob, base: Path, options: TrainingOptions) -> str:
    """Return a hash of everything that determines the trained model."""
    papers = sorted(f"{paper.id} {paper.sha256}" for s in job.sessions for paper in s.cluster.summaries)
    parts = (kind, papers, to_json(job.questions), model_key(str(base), base), options)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def follow_stage(stage: str, progress: Listener | None) -> Callable[[int, int], None]:
    """Return a function that reports the number done and the total as the progress of `stage`."""

    def report(done: int, total: int) -> None:
        if progress:
            progress(BuildProgress(stage, done, total))

    return report
