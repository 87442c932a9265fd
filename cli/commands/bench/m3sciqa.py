"""citehop bench m3sciqa: from a figure to a cited paper, and on to an answer."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ....evaluation.ablations import Ablation
from ....evaluation.benchmarks.m3sciqa.options import Candidates, Options, Questions, Ranking, Search, Task
from ...bench_options import AgainFlag
from ...options import JsonFlag, Settings, with_judge_settings
from ...output.console import progress_bars, warn


class Grades(StrEnum):
    """The scales of a judge."""

    THREE = "0-1"
    FIVE = "1-5"


def register(bench: typer.Typer) -> None:
    bench.command("m3sciqa")(m3sciqa)


@with_judge_settings
def m3sciqa(
    data: Annotated[Path, typer.Option(help="Folder of the M3SciQA release.")],
    task: Annotated[
        Task, typer.Option(help="rank: figure to paper; answer: from ranked papers; end-to-end: both.")
    ] = Task.RANK,
    questions: Annotated[
        Questions | None, typer.Option(help="Which; default: locality to rank, val to answer.")
    ] = None,
    ranking: Annotated[Ranking, typer.Option(help="Whose ranking of the papers.")] = Ranking.OURS,
    candidates: Annotated[
        Candidates, typer.Option(help="Papers to rank: all, or 20 as the reference code.")
    ] = Candidates.FULL,
    search: Annotated[
        Search | None, typer.Option(help="Rank by the visual question, or by the combined one, which leaks.")
    ] = None,
    papers: Annotated[int, typer.Option(help="Best papers that are read for an answer, 1 to 5.")] = 3,
    arm: Annotated[
        Ablation, typer.Option(help="Control: the same with something taken away or given.")
    ] = Ablation.NONE,
    scale: Annotated[Grades, typer.Option(help="The judge's: 0, .5, 1 or 1 to 5.")] = Grades.THREE,
    bertscore: Annotated[
        str,
        typer.Option(
            help="Score answers by BERTScore with this model of transformers, on this machine, too."
        ),
    ] = "",
    gold: Annotated[
        Path | None,
        typer.Option(
            help="JSON map of gold arXiv ids to Semantic Scholar ids; default: gold_s2.json beside the data."
        ),
    ] = None,
    again: AgainFlag = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Rank the cited papers of each figure, answer from them, score. Runs again only what changed or is missing."""
    from ....evaluation.benchmarks.m3sciqa.benchmark import prepare
    from ....evaluation.judges.equivalence import FIVE_POINTS, SAME_MEANING
    from ...output.bench_report import run_and_print

    whole = task is Task.END_TO_END
    options = Options(
        task,
        questions or (Questions.LOCALITY if task is Task.RANK else Questions.VAL),
        ranking,
        candidates,
        search or (Search.COMBINED if whole else Search.VISUAL),
        papers,
        arm,
    )
    with progress_bars() as update:
        prepared = prepare(data, gold, options, settings, settings.model, bertscore, update)
    for warning in prepared.warnings:
        warn(warning)
    grades = FIVE_POINTS if scale is Grades.FIVE else SAME_MEANING
    run_and_print(
        prepared.bench,
        prepared.batch,
        settings,
        None if task is Task.RANK or questions is Questions.TEST else grades,
        again=again,
        json=json,
    )
    return 0
