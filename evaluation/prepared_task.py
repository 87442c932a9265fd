"""A benchmark's task ready to run: predictions, verdicts, scores and report, all kept in one run folder."""

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
    """A judge, the metric that its verdicts become, the model that it asks and the score of an example that failed."""

    metric: str
    model: str
    ask: Judge
    lowest: float = 0.0


def show_nothing(
    examples: Sequence[Example],  # noqa: ARG001  # a Show
    predictions: Mapping[str, Prediction],  # noqa: ARG001
    scores: Sequence[Scores],  # noqa: ARG001
) -> ReportExtra:
    """No tables or curves besides the means."""
    return ReportExtra()


@dataclass(frozen=True, slots=True)
class PreparedTask:
    """The examples of a task with what answers and scores them.

    `answer` gives the system for the models that answer (None: without any); it raises ConfigurationError where it
    cannot do without. `score` needs no model; `graders` makes the task's judges out of a model, None where nothing
    can be graded. `by` are the tags to break results down by, `headline` is the metric of plots and comparisons (a
    judge takes its place), `columns` are those of the main table, () for all. `show` adds tables and curves.
    `published` is the setting whose published rows the report shows, "" for none. `notes` qualify the numbers;
    `warnings` are one line for each fault of the data. `stage` names the work on an example in the progress.
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
    """`models`. Raises ConfigurationError where there are none."""
    if models is None:
        raise ConfigurationError("this task needs a model: set model (--model)")
    return models


def each_alone(system: Callable[[Models | None], System], workers: int) -> Callable[[Models | None], Batch]:
    """`system` as the `answer` of a task: example by example, `workers` at once."""
    return lambda models: one_by_one(system(models), workers)


def scale_grader(llm: LLM, scale: JudgeScale) -> Grader:
    """The judge that compares an answer with the right one on `scale`."""
    return Grader(str(scale), llm.model, judge_with(llm, scale), scale.grades[0])


def all_graders(make: Callable[[LLM], Sequence[Grader]], judges: Sequence[LLM]) -> list[Grader]:
    """The graders of every judge; where there are several judges, their metrics name the judge."""
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
    """Run the part of `task` that is not in `folder` yet; scores and report are computed from all of it.

    `workers` verdicts are requested at once. `again` retries failed examples. An error that stops a run (a budget, a
    wrong key, Ctrl-C) is raised; the same call continues from there.
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
    """A note where published rows stand beside a run of the first examples alone."""
    limit = dict(task.manifest.options).get("limit", "0")
    alone = f"Published rows are of whole sets; this run is of the first {limit} examples alone."
    return [alone] if task.published and limit != "0" else []


def _with_published(task: PreparedTask, extra: ReportExtra) -> ReportExtra:
    if not task.published:
        return extra
    return replace(extra, tables=(*extra.tables, *published_tables(task.manifest.benchmark, task.published)))


def total_usage(prediction: Prediction) -> Usage:
    """Usage of a prediction, the answer from given documents included."""
    return prediction.usage + (prediction.given_gold.usage if prediction.given_gold else Usage())


def _self_grading_notes(task: PreparedTask, graders: Sequence[Grader]) -> list[str]:
    """A note for each judge that grades its own answers, which models tend to prefer."""
    answering = dict(task.manifest.models).get("model")
    return [f"{g.metric}: {g.model} graded its own answers." for g in graders if g.model == answering]
