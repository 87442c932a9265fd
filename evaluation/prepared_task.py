"""A benchmark's task that is ready to run. Predictions, verdicts, scores and report are all kept in one run folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..agent.llm.roles import Models
from ..agent.llm.types import LLM
from ..agent.types import Usage
from ..errors import ConfigurationError
from .benchmarks.published import published_tables
from .evaluate import Batch, Judge, Score, System, judge, one_by_one, predict_batch, score
from .judges.equivalence import JudgeScale, judge_with
from .reports.report import Report, ReportExtra, count_errors, summarize
from .runs.resumable_jsonl import OnProgress
from .runs.run_folder import RunFolder, RunManifest
from .types import Example, Prediction, Scores

Show = Callable[[Sequence[Example], Mapping[str, Prediction], Sequence[Scores]], ReportExtra]


@dataclass(frozen=True, slots=True)
class Grader:
    """A judge of answers.

    `metric` is the name of its scores, `model` the model that it asks, and `lowest` the score of a failed example.
    """

    metric: str
    model: str
    ask: Judge
    lowest: float = 0.0


def show_nothing(
    examples: Sequence[Example],  # noqa: ARG001  # a Show
    predictions: Mapping[str, Prediction],  # noqa: ARG001
    scores: Sequence[Scores],  # noqa: ARG001
) -> ReportExtra:
    """Return no tables or curves in addition to the means."""
    return ReportExtra()


@dataclass(frozen=True, slots=True)
class PreparedTask:
    """The examples of a task and the functions that answer and score them.

    `answer` returns the system for the models that answer, or for None; it raises ConfigurationError if the system
    needs models. `score` needs no model. `graders` returns the task's judges for a model; it is None if nothing can
    be graded. Results are broken down by the tags `by`. `headline` is the metric of plots and comparisons, unless
    there is a judge. `columns` are the metrics in the main table (() for all). `show` adds tables and curves.
    `published` is the setting whose published rows the report shows, "" for none. `notes` qualify the numbers.
    `warnings` has one line for each fault of the data. `stage` names the work on an example in progress reports.
    """

    title: str
    manifest: RunManifest
    examples: tuple[Example, ...]
    answer: Callable[[Models | None], Batch]
    score: Score
    headline: str
    columns: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    show: Show = show_nothing
    graders: Callable[[LLM], Sequence[Grader]] | None = None
    published: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    stage: str = "predict"


def require_models(models: Models | None) -> Models:
    """Return `models`. Raises ConfigurationError if they are None."""
    if models is None:
        raise ConfigurationError("this task needs a model: set model (--model)")
    return models


def each_alone(system: Callable[[Models | None], System], workers: int) -> Callable[[Models | None], Batch]:
    """Return `system` as the `answer` of a task that runs examples separately, `workers` at once."""
    return lambda models: one_by_one(system(models), workers)


def scale_grader(llm: LLM, scale: JudgeScale) -> Grader:
    """Return the judge that compares an answer with the right answer on `scale`."""
    return Grader(str(scale), llm.model, judge_with(llm, scale), scale.grades[0])


def all_graders(make: Callable[[LLM], Sequence[Grader]], judges: Sequence[LLM]) -> list[Grader]:
    """Return the graders of every judge. If there are several judges, each metric also names its judge."""
    graders = [grader for judge in judges for grader in make(judge)]
    if len(judges) < 2:
        return graders
    return [replace(grader, metric=f"{grader.metric} by {grader.model}") for grader in graders]


def run_task(
    task: PreparedTask,
    folder: RunFolder,
    models: Models | None = None,
    graders: Sequence[Grader] = (),
    *,
    workers: int = 1,
    again: bool = False,
    progress: OnProgress | None = None,
) -> Report:
    """Run the part of `task` that `folder` does not hold yet, and return the report on all of it.

    `workers` verdicts are requested at once. `again` retries failed examples. An error that stops a run (a budget, a
    wrong key, Ctrl-C) is raised; calling again continues from there.
    """
    folder.begin(task.manifest, task.examples)
    predictions = predict_batch(
        folder.predictions_file,
        task.examples,
        task.answer(models),
        again=again,
        progress=progress,
        stage=task.stage,
    )
    verdicts = {
        grader.metric: judge(
            folder.verdicts_file(grader.metric, grader.model),
            task.examples,
            predictions,
            grader.ask,
            lowest=grader.lowest,
            workers=workers,
            progress=progress,
        )
        for grader in graders
    }
    scores = score(task.examples, predictions, task.score, verdicts)
    judged = tuple((f"{grader.metric} by", grader.model) for grader in graders)
    report = Report(
        name=folder.name,
        title=task.title,
        headline=graders[0].metric if graders else task.headline,
        columns=task.columns,
        settings=(*task.manifest.options, *task.manifest.models, *judged),
        parts=summarize(task.examples, scores, task.by),
        extra=_with_published(task, task.show(task.examples, predictions, scores)),
        notes=(*task.notes, *_part_notes(task), *_self_grading_notes(task, graders)),
        errors=count_errors([prediction.error for prediction in predictions.values()]),
        usage=sum((total_usage(prediction) for prediction in predictions.values()), Usage()),
        judging=sum((v.usage for by_id in verdicts.values() for v in by_id.values()), Usage()),
        seconds=round(sum(prediction.seconds for prediction in predictions.values()), 3),
    )
    folder.end(scores, report)
    return report


def _part_notes(task: PreparedTask) -> list[str]:
    """Return a note if published rows appear next to a run that is limited to the first examples."""
    limit = dict(task.manifest.options).get("limit", "0")
    alone = f"Published rows are of whole sets; this run is of the first {limit} examples alone."
    return [alone] if task.published and limit != "0" else []


def _with_published(task: PreparedTask, extra: ReportExtra) -> ReportExtra:
    if not task.published:
        return extra
    return replace(extra, tables=(*extra.tables, *published_tables(task.manifest.benchmark, task.published)))


def total_usage(prediction: Prediction) -> Usage:
    """Return the usage of a prediction, including that of the answer from the given gold paper."""
    return prediction.usage + (prediction.given_gold.usage if prediction.given_gold else Usage())


def _self_grading_notes(task: PreparedTask, graders: Sequence[Grader]) -> list[str]:
    """Return a note for each judge that graded its own answers, because models tend to prefer these."""
    answering = dict(task.manifest.models).get("model")
    return [f"{g.metric}: {g.model} graded its own answers." for g in graders if g.model == answering]
