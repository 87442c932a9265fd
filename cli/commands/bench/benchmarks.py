"""citehop bench NAME: a command for each benchmark with its own options, the list of benchmarks, and published
results.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Annotated, Any, get_type_hints

import typer

from ....errors import UsageError
from ....evaluation.ablations import Ablation
from ....evaluation.benchmarks.definition import Benchmark
from ....evaluation.benchmarks.options import flag, option_uses
from ....evaluation.benchmarks.registry import BENCHMARKS, find_benchmark
from ...options import MODEL_PANEL, JsonFlag, Settings, escape_markup, with_judge_settings, with_settings
from ...output.console import print_json, progress_bars, warn
from ...preflight import check_model_server

_JUDGE = Annotated[
    bool, typer.Option("--judge", help="Let a model grade the answers.", rich_help_panel=MODEL_PANEL)
]
_ABLATION = Annotated[
    Ablation, typer.Option(help="Control: the same with something taken away or handed over.")
]
_LIMIT = Annotated[int, typer.Option(help="The first examples alone; 0: all.", min=0)]
_AGAIN = Annotated[bool, typer.Option("--again", help="Try examples that failed once more.")]


def register(bench: typer.Typer) -> None:
    for benchmark in BENCHMARKS:
        bench.command(benchmark.name, help=_describe(benchmark))(_build_command(benchmark))
    bench.command("list")(list_benchmarks)
    bench.command("published")(published)


def _describe(benchmark: Benchmark) -> str:
    return (
        f"{benchmark.paper}: {', '.join(benchmark.task_names)}. Runs again only what changed or is missing."
    )


def _build_command(benchmark: Benchmark) -> Any:
    """Return the command of `benchmark`, with the options that all benchmarks share and a flag for each of its own
    options.
    """

    def command(settings: Settings, given_settings: frozenset[str], **values: Any) -> int:
        return _run(benchmark, values, settings, given_settings)

    own = _own_options(benchmark)
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in (_shared_options(benchmark) | own).items()
    ]
    for name in ("settings", "given_settings"):
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY))
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by with_settings
    command.__name__ = benchmark.name
    return with_judge_settings(command) if benchmark.uses_models else with_settings(command)


def _shared_options(benchmark: Benchmark) -> dict[str, tuple[Any, Any]]:
    """Map the names of shared options that concern `benchmark` to (annotation, default)."""
    task_help = "; ".join(f"{task.name}: {task.help}" for task in benchmark.tasks)
    data_type = str if benchmark.needs_data else str | None
    shared: dict[str, tuple[Any, Any]] = {
        "data": (
            Annotated[data_type, typer.Option(help=escape_markup(benchmark.data_help))],
            inspect.Parameter.empty if benchmark.needs_data else None,
        ),
        "task": (Annotated[str, typer.Option(help=escape_markup(f"{task_help}. Default: the first."))], ""),
        "limit": (_LIMIT, 0),
        "again": (_AGAIN, False),
        "json": (JsonFlag, False),
    }
    if benchmark.ablations:
        shared["ablation"] = (_ABLATION, Ablation.NONE)
    if any(task.judged for task in benchmark.tasks):
        shared["judge"] = (_JUDGE, False)
    return shared


def _own_options(benchmark: Benchmark) -> dict[str, tuple[Any, Any]]:
    """Map the names of the options of `benchmark` to (annotation, None). None means that the option was not given."""
    hints, uses = get_type_hints(benchmark.options), option_uses(benchmark.options)
    own = {}
    for field in fields(benchmark.options):
        use = uses[field.name]
        tasks = f" Tasks: {', '.join(use.tasks)}." if use.tasks else ""
        default = "" if field.default in (None, "") else f" Default: {field.default}."
        shown = typer.Option(
            flag(field.name), help=escape_markup(f"{use.help}{default}{tasks}"), rich_help_panel=f"Options of {benchmark.name}",
            show_default=False,
        )  # fmt: skip
        own[field.name] = (Annotated[hints[field.name] | None, shown], None)
    return own


def _run(
    benchmark: Benchmark, values: Mapping[str, Any], settings: Settings, given_settings: frozenset[str]
) -> int:
    """Run the benchmark as the command line asks, and print the report."""
    from ....evaluation.benchmarks.execute import execute_all
    from ....evaluation.benchmarks.request import task_requests
    from ...output.bench_report import print_comparison, print_report

    names = option_uses(benchmark.options)
    # A judge model in the configuration grades tasks that can be graded; one on the command line always grades.
    chosen = benchmark.task(values["task"])
    judge = values.get("judge", False) or bool(
        settings.judge_model and (chosen.judged or "judge_model" in given_settings)
    )
    with progress_bars() as update:
        requests = task_requests(
            benchmark,
            values["data"] or "",
            settings,
            task=values["task"],
            given={name: values[name] for name in names if values[name] is not None},
            ablation=values.get("ablation", Ablation.NONE),
            limit=values["limit"],
            judge=judge,
            progress=update,
        )
        check_model_server(requests[0].settings)
        runs = execute_all(
            requests, judge=judge, again=values["again"], given=sorted(given_settings), on_warning=warn
        )
    if benchmark.compares or len(requests) > 1:
        print_comparison(
            [(request.label, run.folder) for request, run in zip(requests, runs, strict=True)],
            json=values["json"],
        )
    else:
        print_report(runs[0].report, runs[0].folder.path, json=values["json"])
    return 0


def list_benchmarks(json: JsonFlag = False) -> int:
    """List the benchmarks: their tasks, metrics and options, what must be downloaded, and what is covered of their
    papers.
    """
    from ....evaluation.benchmarks.options import describe_options
    from ....evaluation.benchmarks.published import load_coverage
    from ...output.terminal import benchmarks as terminal

    options = {one.name: describe_options(one.options) for one in BENCHMARKS}
    if json:
        coverage = load_coverage()
        rows = [
            {
                "name": one.name,
                "paper": one.paper,
                "tasks": one.task_names,
                "metrics": one.metrics,
                "download": one.download,
                "license": one.license,
                "options": options[one.name],
                "coverage": [asdict(part) for part in coverage.get(one.name, ())],
            }
            for one in BENCHMARKS
        ]
        print_json({"benchmarks": rows})
    else:
        terminal.print_benchmarks(BENCHMARKS, options)
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
    """Show published results with their source, next to a run; warns if other judges gave the scores."""
    from ....evaluation.benchmarks.published import in_setting, judge_warnings, load_published, run_row
    from ....evaluation.runs.run_folder import find_run
    from ...output.terminal import benchmarks as terminal

    results = load_published(find_benchmark(name).name)
    folder = find_run(run, settings) if run else None
    if folder and folder.manifest.benchmark != name:
        raise UsageError(f"{folder.name} is a run of {folder.manifest.benchmark}, not of {name}")
    rows = in_setting(results, setting or (folder.manifest.task if folder else ""))
    if folder:
        for warning in judge_warnings(results, rows, folder.report):
            warn(warning)
        rows = (run_row(results, folder.report), *rows)
    if json:
        about = ("table", "place", "comparable", "reason")
        values = [
            {"setting": r.setting, "model": r.model, **r.values}
            | ({name: getattr(r, name) for name in about} if r.table else {})
            for r in rows
        ]
        print_json({"source": results.source, "notes": results.notes, "rows": values})
    else:
        terminal.print_published(results, rows)
    return 0
