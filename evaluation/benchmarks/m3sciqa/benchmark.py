"""A task of M3SciQA put together, ready to run."""

from __future__ import annotations

from pathlib import Path

from ....settings import Settings
from ...benchmark import Prepared
from ...runs.resumable_jsonl import OnProgress
from ...runs.run_folder import RunManifest
from .context import M3SciQAContext
from .first_hop import rank_task
from .options import Options, Task, options_of
from .release import open_release
from .second_hop import answer_task


def prepare(
    data: Path,
    gold: Path | None,
    options: Options,
    settings: Settings,
    model: str = "",
    bertscore: str = "",
    progress: OnProgress | None = None,
) -> Prepared:
    """The task that `options` describe, on the release in folder `data`; `gold` replaces its map of gold papers.

    A task that answers first ranks, in a run of its own, unless the ranking is given; it answers with `model`, the client
    of which `batch` is given, or, where that is "", with a sentence of the papers. `bertscore` names a
    model on this machine that scores answers as well. Raises UsageError for a folder that is no release.
    """
    job = M3SciQAContext(open_release(data, gold), gold, options, settings)
    if options.task is Task.RANK:
        return rank_task(job)
    return answer_task(job, model, bertscore, progress)


def remake(manifest: RunManifest, settings: Settings, progress: OnProgress | None = None) -> Prepared:
    """The task that `manifest` tells of, from its data as they are now."""
    gold = Path(manifest.gold) if manifest.gold else None
    options = options_of(manifest.options)
    model = dict(manifest.models).get("model", "")
    return prepare(Path(manifest.data), gold, options, settings, model, progress=progress)
