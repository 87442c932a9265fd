"""A run made again from the replies recorded with it: no model, no network."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ...agent.llm.types import LLM
from ...settings import Settings
from ..ablations import Ablation
from ..benchmark import Grader, Prepared, grader_of, graders_of, run
from ..benchmarks.common.prepared import changed
from ..benchmarks.m3sciqa.benchmark import remake
from ..benchmarks.registry import find_benchmark
from ..judges.equivalence import SCALES
from ..reports.report import Report
from .recorded_replies import RecordedReplies, RecordingLLM
from .resumable_jsonl import OnProgress
from .run_folder import RunFolder, RunManifest


@dataclass(frozen=True, slots=True)
class Replayed:
    """The report of the run made again, in `folder`; of its `n` predictions, `same` came out as recorded."""

    report: Report
    folder: RunFolder
    n: int
    same: int


def replay(folder: RunFolder, settings: Settings, progress: OnProgress | None = None) -> Replayed:
    """Predictions, verdicts and scores of a complete run once more, below its own folder.

    Parsing and scoring are those of the code as it is now: this shows what a change of theirs does. A request that was
    never recorded, since a prompt or the data changed, becomes an error of its example.
    """
    manifest, report = folder.manifest, folder.report
    again = RunFolder(folder.path / "replay")
    if again.path.exists():
        shutil.rmtree(again.path)
    replies = RecordedReplies(folder.replies_file)
    prepared = _remade(manifest, settings, progress)
    model = dict(manifest.models).get("model", "")
    batch = prepared.batch(RecordingLLM(replies, None, model) if model else None)
    graders = _graders(prepared, dict(report.settings), replies)
    made = run(prepared.bench, again, batch, graders, progress=progress)
    before, after = folder.predictions, again.predictions
    same = sum(
        replace(before[key], seconds=0.0) == replace(line, seconds=0.0)
        for key, line in after.items()
        if key in before
    )
    return Replayed(made, again, len(after), same)


def _graders(prepared: Prepared, settings: Mapping[str, str], replies: RecordedReplies) -> list[Grader]:
    """The judges that the run had, which its settings name as "METRIC by": MODEL."""
    names = dict.fromkeys(model for name, model in settings.items() if name.endswith(" by"))
    judges = [RecordingLLM(replies, None, name) for name in names]

    def make(judge: LLM) -> list[Grader]:
        own = prepared.graders(judge) if prepared.graders else ()
        return [*own, *(grader_of(judge, scale) for scale in SCALES)]

    return [grader for grader in graders_of(make, judges) if f"{grader.metric} by" in settings]


def _remade(manifest: RunManifest, settings: Settings, progress: OnProgress | None) -> Prepared:
    if manifest.benchmark == "m3sciqa":
        return remake(manifest, settings, progress)
    options = dict(manifest.options)
    arm, limit = Ablation(options.pop("arm")), int(options.pop("limit"))
    given = [f"{name}={value}" for name, value in options.items()]
    prepare = find_benchmark(manifest.benchmark).prepare()
    model = dict(manifest.models).get("model", "")
    made: Prepared = prepare(Path(manifest.data), manifest.task, given, settings, model)
    return changed(made, arm, limit)
