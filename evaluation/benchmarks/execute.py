"""Run a requested task with the models of the settings, recording every reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...agent.llm.roles import Models, open_judge, open_models
from ...agent.llm.types import LLM
from ...errors import ConfigurationError, UsageError
from ...settings import Settings
from ..prepared_task import PreparedTask, all_graders, run_task
from ..reports.report import Report
from ..runs.replay import RecordedReplies, RecordingLLM
from ..runs.run_folder import RunFolder
from .definition import BenchmarkTask
from .options import flag
from .request import HELPER, TaskRequest

_MODEL_SETTINGS = ("model", "api_base", "max_cost", "max_calls", "no_cache")
_SERVICE_SETTINGS = ("api_base", "max_cost", "max_calls")  # used by embedding models behind an API


@dataclass(frozen=True, slots=True)
class CompletedRun:
    """The report of a completed run and the folder that holds it."""

    report: Report
    folder: RunFolder


def execute_all(
    requests: Sequence[TaskRequest],
    *,
    judge: bool = False,
    again: bool = False,
    given: Sequence[str] = (),
    on_warning: Callable[[str], None] = lambda _: None,
) -> list[CompletedRun]:
    """Run or continue `requests`, which are the systems to compare on one task.

    Each run has its own folder in the home folder. With `judge`, the judge models grade the answers; without judge
    models, the answering model does. `again` retries failed examples. `given` names the settings that the user chose
    for this run; a setting that no system uses raises UsageError.
    """
    _check_settings(requests, judge, given)
    _check_model(requests[0])
    tasks = [request.benchmark.prepare(request) for request in requests]
    _check_settings(requests, judge, given, tasks)
    for warning in dict.fromkeys(warning for task in tasks for warning in task.warnings):
        on_warning(warning)
    return [
        _execute_one(request, task, judge=judge, again=again)
        for request, task in zip(requests, tasks, strict=True)
    ]


def _check_model(request: TaskRequest) -> None:
    """Raise ConfigurationError if the task needs a model and has none; the message names the tasks that need no
    model.
    """
    benchmark = request.benchmark
    if benchmark.task(request.task).model == "required" and not request.settings.model:
        others = [task.name for task in benchmark.tasks if task.model != "required"]
        without = f"; without one, --task {' or '.join(others)}" if others else ""
        raise ConfigurationError(f"task {request.task} needs a model: set model (--model){without}")


def _execute_one(request: TaskRequest, task: PreparedTask, *, judge: bool, again: bool) -> CompletedRun:
    settings = request.settings
    folder = RunFolder(settings.home_path / "runs" / task.manifest.name)
    replies = RecordedReplies(folder.replies_file)
    models = _open_models(settings, dict(task.manifest.models))
    judges = _open_judges(settings, models) if judge and task.graders else []
    recorded = [RecordingLLM(replies, llm) for llm in judges]
    report = run_task(
        task,
        folder,
        _recording(replies, models) if models else None,
        all_graders(task.graders, recorded) if task.graders else (),
        workers=settings.model_concurrency,
        again=again,
        progress=request.progress,
    )
    return CompletedRun(report, folder)


def _open_models(settings: Settings, named: Mapping[str, str]) -> Models | None:
    """Open the answering models, with the helper model that the manifest names; None if no model answers."""
    models = open_models(settings) if "model" in named else None
    if models is None or HELPER not in named:
        return models
    return replace(models, helper=open_judge(replace(settings, judge_model=named[HELPER]), models.meter))


def _recording(replies: RecordedReplies, models: Models) -> Models:
    return replace(
        models,
        text=RecordingLLM(replies, models.text),
        vision=RecordingLLM(replies, models.vision),
        helper=RecordingLLM(replies, models.helper) if models.helper else None,
    )


def _check_settings(
    requests: Sequence[TaskRequest], judge: bool, given: Sequence[str], tasks: Sequence[PreparedTask] = ()
) -> None:
    """Raise UsageError for a setting that the user chose and that no run would use; the message names the tasks that
    use it.

    Before the `tasks` are prepared, only settings are refused that no preparation could make use of.
    """
    request = requests[0]
    prepared: Sequence[PreparedTask | None] = tasks or [None]
    used = set.union(*(_used_settings(request, judge, task) for task in prepared))
    if ignored := [name for name in given if name not in used]:
        raise _not_used(request, flag(ignored[0]), _USERS.get(ignored[0]))
    if judge and "judge_model" not in used:
        raise _not_used(request, "--judge", _is_judged)


def _used_settings(request: TaskRequest, judge: bool, prepared: PreparedTask | None) -> set[str]:
    """Return the names of the settings that decide a run of the task, or could decide it if the task is not
    `prepared` yet.
    """
    task = request.benchmark.task(request.task)
    models = dict(prepared.manifest.models) if prepared else None
    answered = task.model != "unused" if models is None else "model" in models
    judged = judge and task.judged and (prepared is None or prepared.graders is not None)
    used = {
        ("home", "offline"): True,
        _MODEL_SETTINGS: answered or judged,
        _SERVICE_SETTINGS: models is not None and "embedding service" in models,
        ("vision_model",): answered and task.images,
        ("judge_model",): judged,
        ("qdrant_url",): request.benchmark.uses_store and (models is None or "store" in models),
        ("embedding_model",): models is None or "embedding model" in models,
    }
    return {name for names, applies in used.items() if applies for name in names}


def _not_used(request: TaskRequest, name: str, uses: Callable[[BenchmarkTask], bool] | None) -> UsageError:
    benchmark = request.benchmark
    tasks = [task.name for task in benchmark.tasks if uses is not None and uses(task)]
    others = f"; tasks that can: {', '.join(tasks)}" if tasks else ""
    return UsageError(
        f"{name}: this run of bench {benchmark.name} --task {request.task} does not use it{others}"
    )


def _is_judged(task: BenchmarkTask) -> bool:
    return task.judged


def _is_answered(task: BenchmarkTask) -> bool:
    return task.model != "unused"


_USERS: dict[str, Callable[[BenchmarkTask], bool]] = {
    **dict.fromkeys(_MODEL_SETTINGS, _is_answered),
    "vision_model": lambda task: task.images and task.model != "unused",
    "judge_model": _is_judged,
}


def _open_judges(settings: Settings, models: Models | None) -> list[LLM]:
    """Open the models that grade: those in the comma-separated judge_model, or else the model. They share the budget
    of `models`.
    """
    meter = models.meter if models else None
    names = [name.strip() for name in settings.judge_model.split(",") if name.strip()] or [""]
    judges: list[LLM] = []
    for name in names:
        judge = open_judge(replace(settings, judge_model=name), meter)
        if judge is None:
            raise UsageError("no model is named to grade; set judge_model (--judge-model) or model (--model)")
        meter = judge.meter
        judges.append(judge)
    return judges
