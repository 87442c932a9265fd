"""What every benchmark command does with a prepared task: run it, and print its report in the form asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ...agent.llm.roles import Models, open_judge, open_models
from ...agent.llm.types import LLM
from ...evaluation.benchmark import Bench, Grader, grader_of, graders_of, run
from ...evaluation.evaluate import Batch
from ...evaluation.judges.equivalence import JudgeScale
from ...evaluation.reports.json_report import report_fields
from ...evaluation.reports.report import Report
from ...evaluation.runs.recorded_replies import RecordedReplies, RecordingLLM
from ...evaluation.runs.run_folder import RunFolder
from ...settings import Settings
from .console import err, print_json, progress_bars, warn
from .terminal import reports as bench_tables


def run_and_print(
    bench: Bench,
    batch: Callable[[LLM | None], Batch],
    settings: Settings,
    scale: JudgeScale | None = None,
    *,
    graders: Callable[[LLM], Sequence[Grader]] | None = None,
    sees: bool = False,
    again: bool = False,
    json: bool = False,
) -> None:
    """Run `bench` in its folder below the home folder, or go on with it, and print the report.

    `batch` gets the model of the settings, if `bench` names one: that for text, or, if it `sees`, that for figures. With a
    `scale` or `graders` their judge grades the answers. All replies are recorded.
    """
    folder = RunFolder(settings.home_path / "runs" / bench.manifest.name)
    replies = RecordedReplies(folder.replies_file)
    models = open_models(settings) if bench.manifest.models else None
    wanted = graders or ((lambda judge: [grader_of(judge, scale)]) if scale else None)
    judges = _judges(settings, models) if wanted else []
    answering = (models.vision if sees else models.text) if models else None
    with progress_bars() as update:
        report = run(
            bench,
            folder,
            batch(RecordingLLM(replies, answering) if answering else None),
            graders_of(wanted, [RecordingLLM(replies, judge) for judge in judges]) if wanted else (),
            workers=settings.model_concurrency,
            again=again,
            progress=update,
        )
    print_report(report, folder.path, json=json)


def _judges(settings: Settings, models: Models | None) -> list[LLM]:
    """The models that grade: those of a comma-separated judge_model, or the model; they share the budget with `models`."""
    meter = models.meter if models else None
    names = [name.strip() for name in settings.judge_model.split(",") if name.strip()] or [""]
    found: list[LLM] = []
    for name in names:
        judge = open_judge(replace(settings, judge_model=name), meter)
        if judge:
            meter = judge.meter
            found.append(judge)
    return found


def print_report(
    report: Report,
    path: Path,
    *,
    json: bool = False,
) -> None:
    """A report as tables or one JSON object on stdout; what failed and where the run is, on stderr."""
    for error, count in report.errors:
        warn(f"{error}; counted as wrong" + (f" ({count} times)" if count > 1 else ""))
    err().print(f"run: {path}", soft_wrap=True)
    if json:
        print_json(report_fields(report))
    else:
        bench_tables.report(report)
