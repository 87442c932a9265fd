"""citehop bench NAME: the benchmarks of the table, all with the same options; what there is, and what others measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ....errors import UsageError
from ....evaluation.ablations import Ablation
from ....evaluation.benchmarks.registry import TABLE, Entry
from ...bench_options import AgainFlag
from ...options import MODEL_PANEL, JsonFlag, Settings, with_judge_settings, with_settings
from ...output.console import print_json, warn

DataOption = Annotated[Path, typer.Option(help="Folder of the download, as it is.")]
TaskOption = Annotated[str, typer.Option(help="What is run; default: the first task.")]
MoreOption = Annotated[
    list[str] | None, typer.Option("--option", help="NAME=VALUE, as often as needed; see bench list.")
]
ArmOption = Annotated[Ablation, typer.Option(help="Control: the same with something taken away or given.")]
LimitOption = Annotated[int, typer.Option(help="The first examples alone; 0: all.", min=0)]
JudgeFlag = Annotated[
    bool, typer.Option("--judge", help="Let a model grade the answers.", rich_help_panel=MODEL_PANEL)
]


@dataclass(frozen=True, slots=True)
class BenchmarkRequest:
    """What the command line says about a run of a benchmark of the table."""

    data: Path
    task: str
    option: Sequence[str]
    arm: Ablation
    limit: int
    judge: bool
    again: bool
    json: bool


def register(bench: typer.Typer) -> None:
    for entry in TABLE:
        if entry.module and entry.name != "scidqa":
            bench.command(entry.name, help=help_of(entry))(_command(entry))
    bench.command("list")(list_benchmarks)
    bench.command("published")(published)


def help_of(entry: Entry) -> str:
    """One line on a benchmark's command."""
    return f"{entry.paper}: {', '.join(entry.tasks)}. Runs again only what changed or is missing."


def _command(entry: Entry) -> Any:
    @with_judge_settings
    def command(
        data: DataOption,
        task: TaskOption = "",
        option: MoreOption = None,
        arm: ArmOption = Ablation.NONE,
        limit: LimitOption = 0,
        judge: JudgeFlag = False,
        again: AgainFlag = False,
        json: JsonFlag = False,
        *,
        settings: Settings,
    ) -> int:
        return run_entry(
            entry, BenchmarkRequest(data, task, option or (), arm, limit, judge, again, json), settings
        )

    return command


def run_entry(entry: Entry, asked: BenchmarkRequest, settings: Settings) -> int:
    """Prepare what was asked for, run it and print its report."""
    from ....evaluation.benchmarks.common.prepared import changed
    from ...output.bench_report import run_and_print

    task = asked.task or entry.tasks[0]
    if task not in entry.tasks:
        raise UsageError(f"{entry.name} has no task {task!r}; it has {', '.join(entry.tasks)}")
    name = settings.vision_model or settings.model
    made = entry.prepare()(asked.data, task, asked.option, settings, name)
    prepared = changed(made, asked.arm, asked.limit)
    for warning in prepared.warnings:
        warn(warning)
    run_and_print(
        prepared.bench,
        prepared.batch,
        settings,
        graders=prepared.graders if asked.judge or settings.judge_model else None,
        sees=True,
        again=asked.again,
        json=asked.json,
    )
    return 0


def list_benchmarks(
    json: JsonFlag = False,
) -> int:
    """Benchmarks: their tasks, metrics and options, what must be downloaded, under which licence."""
    from dataclasses import asdict

    from ....evaluation.benchmarks.common.options import describe_options
    from ...output.terminal import benchmarks as bench_listing

    options = {entry.name: describe_options(entry.options()) if entry.module else "" for entry in TABLE}
    if json:
        fields = [asdict(entry) | {"options": options[entry.name]} for entry in TABLE]
        print_json({"benchmarks": [{k: v for k, v in row.items() if k != "module"} for row in fields]})
    else:
        bench_listing.benchmarks(TABLE, options)
    return 0


@with_settings
def published(
    name: Annotated[str, typer.Argument(help="Name of a benchmark; see bench list.")],
    setting: Annotated[str, typer.Option(help="Only rows whose setting begins so.")] = "",
    run: Annotated[
        str | None, typer.Option(help="Put this run beside them: its folder, or the beginning of its name.")
    ] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """What others measured, with its source, beside a run; warns where other judges gave the scores."""
    from ....evaluation.benchmarks.published import in_setting, judge_warnings, load_published, run_row
    from ....evaluation.runs.run_folder import find_run
    from ...output.terminal import benchmarks as bench_listing

    found = load_published(name)
    folder = find_run(run, settings) if run else None
    if folder and folder.manifest.benchmark != name:
        raise UsageError(f"{folder.name} is a run of {folder.manifest.benchmark}, not of {name}")
    rows = in_setting(found, setting or (folder.manifest.task if folder else ""))
    if folder:
        for warning in judge_warnings(found, rows, folder.report):
            warn(warning)
        rows = (run_row(found, folder.report), *rows)
    if json:
        fields = [{"setting": r.setting, "model": r.model, **r.values} for r in rows]
        print_json({"source": found.source, "notes": found.notes, "rows": fields})
    else:
        bench_listing.published(found, rows)
    return 0
