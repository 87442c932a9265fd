"""citehop bench runs, show, compare, replay, agreement: commands on runs that exist."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ....errors import UsageError
from ...options import JsonFlag, Settings, with_settings
from ...output.console import err, print_json, progress_bars, warn

_RUN = "Folder of a run, or the beginning of its name below HOME/runs."


def register(bench: typer.Typer) -> None:
    bench.command("runs")(print_runs)
    for command in (show, compare, replay, agreement):
        bench.command()(command)


@with_settings
def print_runs(
    benchmark: Annotated[
        str, typer.Argument(help="Only runs whose names begin so, such as m3sciqa-rank.")
    ] = "",
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """List the stored runs: what was measured, by which model, how far it got and its headline."""
    from ....evaluation.runs.run_folder import list_runs
    from ...output.terminal import reports as terminal

    found = [run for run in list_runs(settings) if run.name.startswith(benchmark)]
    if json:
        print_json({"runs": [asdict(run) for run in found]})
    else:
        terminal.print_runs(found)
    return 0


@with_settings
def show(
    runs: Annotated[list[str], typer.Argument(help=f"{_RUN} Others appear beside it in the plot of costs.")],
    html: Annotated[Path | None, typer.Option(help="Write one self-contained HTML file here.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables as Markdown here.")] = None,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Print the report of a run again, or write it as HTML or Markdown."""
    from ....evaluation.runs.run_folder import find_run
    from ....papers.files import write_atomic
    from ...output.bench_report import print_report

    folder, *others = (find_run(name, settings) for name in runs)
    if html:
        from ....evaluation.reports.page import html_page

        write_atomic(html, html_page(folder, others))
        err().print(f"written: {html}", soft_wrap=True)
    if markdown:
        from ....evaluation.reports.formats import markdown as as_markdown

        write_atomic(markdown, as_markdown(folder.report))
        err().print(f"written: {markdown}", soft_wrap=True)
    if json or not (html or markdown):
        print_report(folder.report, folder.path, json=json)
    return 0


@with_settings
def compare(
    run_a: Annotated[str, typer.Argument(help=_RUN)],
    run_b: Annotated[str, typer.Argument(help=_RUN)],
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Compare RUN_B with RUN_A, example by example: paired bootstrap intervals and randomization tests."""
    from ....evaluation.runs.run_folder import find_run
    from ....evaluation.statistics.comparison import compare_runs, judge_warnings
    from ...output.terminal import reports as terminal

    first, second = find_run(run_a, settings), find_run(run_b, settings)
    found = compare_runs(first, second)
    for warning in judge_warnings(first, second):
        warn(warning)
    if json:
        differences = {difference.metric: asdict(difference) for difference in found}
        print_json({"first": first.name, "second": second.name, "differences": differences})
    else:
        terminal.print_differences(first.name, second.name, found)
    return 0


@with_settings
def replay(
    run: Annotated[str, typer.Argument(help=_RUN)],
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Repeat a run from its recorded replies, without any model, and print its report."""
    from ....evaluation.runs.replay import replay as replay_run
    from ....evaluation.runs.run_folder import find_run
    from ...output.bench_report import print_report

    with progress_bars() as update:
        made = replay_run(find_run(run, settings), settings, update)
    print_report(made.report, made.folder.path, json=json)
    err().print(f"{made.same} of {made.n} predictions came out as recorded", soft_wrap=True)
    return 0


@with_settings
def agreement(
    first: Annotated[
        Path, typer.Argument(help="Ratings by id (.jsonl or .csv), such as the verdicts of a run.")
    ],
    second: Annotated[Path, typer.Argument(help="Ratings of the same answers, such as people's.")],
    scale: Annotated[
        str, typer.Option(help="All grades in order, such as 0,0.5,1; default: those that occur.")
    ] = "",
    json: JsonFlag = False,
    *,
    settings: Settings,  # noqa: ARG001  # every command takes the shared options
) -> int:
    """Compute Cohen's kappa between two raters, plain and weighted."""
    from ....evaluation.statistics.rater_agreement import load_ratings, rater_agreement
    from ...output.terminal import reports as terminal

    try:
        grades = [float(grade) for grade in scale.split(",")] if scale else None
    except ValueError:
        raise UsageError(f"--scale: {scale!r} is no list of numbers; write it as 0,0.5,1") from None
    result = rater_agreement(load_ratings(first), load_ratings(second), grades)
    if json:
        print_json(asdict(result))
    else:
        terminal.print_agreement(result)
    return 0
