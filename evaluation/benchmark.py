"""A benchmark's task made ready, and run: predictions, verdicts, scores, report, all kept in one folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..agent.llm.types import LLM
from ..agent.types import Usage
from .evaluate import Batch, Judge, Score, judge, predict_batch, score
from .judges.equivalence import JudgeScale, judge_with
from .reports.report import Report, ReportExtra, count_errors, summarise
from .runs.resumable_jsonl import OnProgress
from .runs.run_folder import RunFolder, RunManifest
from .types import Example, Prediction, Scores

Show = Callable[[Sequence[Example], Mapping[str, Prediction], Sequence[Scores]], ReportExtra]


def nothing_more(
    examples: Sequence[Example],  # noqa: ARG001  # a Show
    predictions: Mapping[str, Prediction],  # noqa: ARG001
    scores: Sequence[Scores],  # noqa: ARG001
) -> ReportExtra:
    """A benchmark that shows means alone."""
    return ReportExtra()


@dataclass(frozen=True, slots=True)
class Bench:
    """What one file per benchmark makes of the user's data and options.

    `score` needs no model; judges are given to `run`. `by` are the tags to break results down by, `headline` is the
    metric of plots and comparisons (a judge takes its place), `columns` are those of the main table, () for all. `show`
    adds tables and curves. `notes` are what a reader of the numbers must know.
    """

    title: str
    manifest: RunManifest
    examples: tuple[Example, ...]
    score: Score
    headline: str
    columns: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    show: Show = nothing_more
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A bench, what answers it given a model or None, and one line for all in the data that is not as it should be.

    `graders` are the benchmark's own, made of a judge, besides those that compare an answer with the right one.
    """

    bench: Bench
    batch: Callable[[LLM | None], Batch]
    warnings: tuple[str, ...] = ()
    graders: Callable[[LLM], Sequence[Grader]] | None = None


@dataclass(frozen=True, slots=True)
class Grader:
    """A judge, the metric that its verdicts become, the model that it asks and the score of an example that failed."""

    metric: str
    model: str
    ask: Judge
    lowest: float = 0.0


def grader_of(llm: LLM, scale: JudgeScale) -> Grader:
    """The judge that compares an answer with the right one on `scale`."""
    return Grader(str(scale), llm.model, judge_with(llm, scale), scale.grades[0])


def graders_of(make: Callable[[LLM], Sequence[Grader]], judges: Sequence[LLM]) -> list[Grader]:
    """The graders of every judge; where there are several judges, their metrics say whose they are."""
    found = [grader for judge in judges for grader in make(judge)]
    if len(judges) < 2:
        return found
    return [replace(grader, metric=f"{grader.metric} by {grader.model}") for grader in found]


def run(
    bench: Bench,
    folder: RunFolder,
    batch: Batch,
    graders: Sequence[Grader] = (),
    *,
    workers: int = 1,
    again: bool = False,
    progress: OnProgress | None = None,
) -> Report:
    """Whatever of `bench` is not in `folder` yet, then scores and report, from all that is there.

    `workers` verdicts are asked for at once. `again` tries failed examples once more. What stops a run (a budget, a wrong
    key, Ctrl-C) is raised; the same call goes on from there.
    """
    folder.begin(bench.manifest, bench.examples)
    predictions = predict_batch(
        folder.predictions_file, bench.examples, batch, again=again, progress=progress
    )
    verdicts = {
        grader.metric: judge(
            folder.verdicts_file(grader.metric, grader.model),
            bench.examples,
            predictions,
            grader.ask,
            lowest=grader.lowest,
            workers=workers,
            progress=progress,
        )
        for grader in graders
    }
    scores = score(bench.examples, predictions, bench.score, verdicts)
    judged = tuple((f"{grader.metric} by", grader.model) for grader in graders)
    report = Report(
        name=folder.name,
        title=bench.title,
        headline=graders[0].metric if graders else bench.headline,
        columns=bench.columns,
        settings=(*bench.manifest.options, *bench.manifest.models, *judged),
        parts=summarise(bench.examples, scores, bench.by),
        extra=bench.show(bench.examples, predictions, scores),
        notes=(*bench.notes, *_own_judges(bench, graders)),
        errors=count_errors([prediction.error for prediction in predictions.values()]),
        usage=sum((prediction.usage for prediction in predictions.values()), Usage()),
        judging=sum((v.usage for found in verdicts.values() for v in found.values()), Usage()),
        seconds=round(sum(prediction.seconds for prediction in predictions.values()), 3),
    )
    folder.end(scores, report)
    return report


def _own_judges(bench: Bench, graders: Sequence[Grader]) -> list[str]:
    """A warning for each judge that grades its own answers, which models tend to like."""
    answering = {model for _, model in bench.manifest.models}
    return [f"{g.metric}: {g.model} graded its own answers." for g in graders if g.model in answering]
