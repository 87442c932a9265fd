"""citehop bench NAME: the benchmarks of the table, all with the same options; what there is, and what others measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ...errors import UsageError
from ...evaluation.arms import Arm
from ...evaluation.benchmarks.table import TABLE, Entry
from ..bench_options import AgainFlag
from ..console import print_json, warn
from ..options import MODEL_PANEL, JsonFlag, Settings, with_judge_settings


def register(bench: typer.Typer) -> None:
    for entry in TABLE:
        if entry.module:
            help_text = (
                f"{entry.paper}: {', '.join(entry.tasks)}. Runs again only what changed or is missing."
            )
            bench.command(entry.name, help=help_text)(_command(entry))
    bench.command("list")(list_benchmarks)


def _command(entry: Entry) -> Any:
    @with_judge_settings
    def command(
        data: Annotated[Path, typer.Option(help="Folder of the download, as it is.")],
        task: Annotated[str, typer.Option(help="What is run; default: the first task.")] = "",
        option: Annotated[
            list[str] | None, typer.Option("--option", help="NAME=VALUE, as often as needed; see bench list.")
        ] = None,
        arm: Annotated[
            Arm, typer.Option(help="Control: the same with something taken away or given.")
        ] = Arm.NONE,
        limit: Annotated[int, typer.Option(help="The first examples alone; 0: all.", min=0)] = 0,
        judge: Annotated[
            bool,
            typer.Option("--judge", help="Let a model grade the answers.", rich_help_panel=MODEL_PANEL),
        ] = False,
        again: AgainFlag = False,
        json: JsonFlag = False,
        *,
        settings: Settings,
    ) -> int:
        from ...evaluation.benchmarks.prepared import changed
        from ...evaluation.flow import one_by_one
        from ..bench_output import run_and_print

        chosen = task or entry.tasks[0]
        if chosen not in entry.tasks:
            raise UsageError(f"{entry.name} has no task {chosen!r}; it has {', '.join(entry.tasks)}")
        name = settings.vision_model or settings.model
        prepared = changed(entry.prepare()(data, chosen, option or (), settings, name), arm, limit)
        for warning in prepared.warnings:
            warn(warning)
        run_and_print(
            prepared.bench,
            lambda llm: one_by_one(prepared.system(llm), settings.model_concurrency),
            settings,
            graders=prepared.graders if judge or settings.judge_model else None,
            sees=True,
            again=again,
            json=json,
        )
        return 0

    return command


def list_benchmarks(
    json: JsonFlag = False,
) -> int:
    """Benchmarks: their tasks, metrics and options, what must be downloaded, under which licence."""
    from dataclasses import asdict

    from ...evaluation.benchmarks.options import describe_options
    from .. import bench_tables

    options = {entry.name: describe_options(entry.options()) if entry.module else "" for entry in TABLE}
    if json:
        fields = [asdict(entry) | {"options": options[entry.name]} for entry in TABLE]
        print_json({"benchmarks": [{k: v for k, v in row.items() if k != "module"} for row in fields]})
    else:
        bench_tables.benchmarks(TABLE, options)
    return 0
