"""Repeat a run from its recorded replies: no model, no network."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from ...agent.llm.meter import Meter
from ...agent.llm.roles import Models
from ...agent.reader.trust import Trust
from ...settings import Settings
from ..ablations import Ablation
from ..benchmarks.options import parse_options
from ..benchmarks.registry import find_benchmark
from ..benchmarks.request import HELPER, TaskRequest
from ..prepared_task import Grader, PreparedTask, all_graders, run_task
from ..reports.report import Report
from ..types import Prediction
from .recorded_replies import RecordedReplies, RecordingLLM
from .resumable_jsonl import OnProgress
from .run_folder import RunFolder, RunManifest


@dataclass(frozen=True, slots=True)
class Replayed:
    """The report of the repeated run, in `folder`; of its `n` predictions, `same` equal the recorded ones."""

    report: Report
    folder: RunFolder
    n: int
    same: int


def replay(folder: RunFolder, settings: Settings, progress: OnProgress | None = None) -> Replayed:
    """Predictions, verdicts and scores of a complete run once more, below its own folder.

    Parsing and scoring are those of the current code, so a replay shows the effect of a change in them. A request
    without a recorded reply, since a prompt or the data changed, becomes an error of its example.
    """
    manifest, report = folder.manifest, folder.report
    again = RunFolder(folder.path / "replay")
    if again.path.exists():
        shutil.rmtree(again.path)
    replies = RecordedReplies(folder.replies_file)
    task = _prepare_again(folder, settings, progress)
    named = dict(manifest.models)
    models = None
    if model := named.get("model", ""):
        vision = RecordingLLM(replies, None, named.get("vision model", model))
        text = RecordingLLM(replies, None, named.get("text model", model))
        helper = RecordingLLM(replies, None, named[HELPER]) if HELPER in named else None
        trust = msgspec.convert(named.get("trust", "lead"), Trust)
        models = Models(text, vision, Meter(), helper, trust)
    graders = _recorded_graders(task, dict(report.settings), replies)
    repeated = run_task(task, again, models, graders, progress=progress)
    before, after = folder.predictions, again.predictions
    same = sum(_untimed(before[key]) == _untimed(line) for key, line in after.items() if key in before)
    return Replayed(repeated, again, len(after), same)


def _untimed(prediction: Prediction) -> Prediction:
    """`prediction` without the seconds that it took, which differ from run to run."""
    gold = prediction.given_gold and replace(prediction.given_gold, seconds=0.0)
    return replace(prediction, seconds=0.0, given_gold=gold)


def _prepare_again(folder: RunFolder, settings: Settings, progress: OnProgress | None) -> PreparedTask:
    request = request_of(folder.manifest, settings, progress)
    return request.benchmark.prepare(request)


def _recorded_graders(
    task: PreparedTask, settings: Mapping[str, str], replies: RecordedReplies
) -> list[Grader]:
    """The judges that the run had, which its settings name as "METRIC by": MODEL."""
    names = dict.fromkeys(model for name, model in settings.items() if name.endswith(" by"))
    judges = [RecordingLLM(replies, None, name) for name in names]
    graders = all_graders(task.graders, judges) if task.graders else []
    return [grader for grader in graders if f"{grader.metric} by" in settings]


def request_of(manifest: RunManifest, settings: Settings, progress: OnProgress | None = None) -> TaskRequest:
    """The request that led to a run with `manifest`, on its data as they are now."""
    benchmark = find_benchmark(manifest.benchmark)
    values = dict(manifest.options) | dict(manifest.unkeyed)
    ablation, limit = Ablation(values.pop("ablation")), int(values.pop("limit"))
    named = dict(manifest.models)
    model = named.get("model", "")
    text = named.get("text model", model)
    recorded = replace(
        settings,
        model=text,
        vision_model="" if text == model else model,
        embedding_model=named.get("embedding model", settings.embedding_model),
        strategy=named.get("strategy", settings.strategy),
        reranker=named.get("reranker", settings.reranker),
    )
    options = parse_options(benchmark.options, values)
    return TaskRequest(benchmark, manifest.task, options, recorded, manifest.data, ablation, limit, progress)
