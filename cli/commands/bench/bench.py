"""citehop bench: benchmarks, each printed as a table or as one JSON object."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ....errors import UsageError
from ....evaluation.ablations import Ablation
from ....evaluation.benchmarks.registry import find_benchmark
from ....settings import Settings
from ...bench_options import AgainFlag
from ...options import JsonFlag, with_judge_settings, with_settings
from ...output.console import print_json, progress_bars
from . import generic as bench_others
from . import m3sciqa as bench_m3sciqa
from . import make as bench_make
from . import runs as bench_runs

bench = typer.Typer(help="Measure citehop on benchmarks.", no_args_is_help=True)


def register(cli: typer.Typer) -> None:
    bench_m3sciqa.register(bench)
    bench_others.register(bench)
    bench_make.register(bench)
    bench_runs.register(bench)
    cli.add_typer(bench, name="bench")


@bench.command("scidqa", help=bench_others.help_of(find_benchmark("scidqa")))
@with_judge_settings
def scidqa(
    responses: Annotated[
        Path | None,
        typer.Option(help="Score only the ROUGE of a response file (.xlsx) of the SciDQA repository."),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="Column of its answers; default: the one that ends in _ans_single or _ans."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the download, as it is.")] = None,
    task: bench_others.TaskOption = "",
    option: bench_others.MoreOption = None,
    arm: bench_others.ArmOption = Ablation.NONE,
    limit: bench_others.LimitOption = 0,
    judge: bench_others.JudgeFlag = False,
    again: AgainFlag = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    if data is not None and responses is None:
        asked = bench_others.BenchmarkRequest(data, task, option or (), arm, limit, judge, again, json)
        return bench_others.run_entry(find_benchmark("scidqa"), asked, settings)
    if responses is None or data is not None:
        raise UsageError("give --data FOLDER to run a task, or --responses FILE to score answers")

    from ....evaluation.benchmarks.scidqa.responses import load_responses, score_responses
    from ...output.terminal import reports as bench_tables

    loaded = load_responses(responses, column)
    scores = score_responses(loaded)
    if json:
        rouge = {"precision": scores.precision, "recall": scores.recall, "f1": scores.f1}
        print_json({"n": len(loaded.pairs), "column": loaded.column, "empty": loaded.empty, "rouge": rouge})
    else:
        bench_tables.scidqa(loaded, scores)
    return 0


@bench.command("retrieval")
@with_settings
def retrieval(
    data: Annotated[
        str | None,
        typer.Option(help="Folder of a corpus, or the name of one under HOME/data: qasper_mini, csfcube."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Instead of --data: a cluster of your own, with --questions.")
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option(
            help='JSONL of {"question", "gold_papers": [id]} or {"question", "gold_pages": ["id:page"]}.'
        ),
    ] = None,
    strategies: Annotated[
        str,
        typer.Option(
            help="Comma-separated: bm25, bm25-stems, dense, hybrid, hybrid[unit=50,k=20], MODULE:NAME."
        ),
    ] = "bm25,dense,hybrid",
    units: Annotated[
        str,
        typer.Option(help="What gets a vector: sentence, passage, words per chunk.", rich_help_panel="Grid"),
    ] = "",
    contexts: Annotated[
        str,
        typer.Option(help="Put before each text: heading, title, both, none.", rich_help_panel="Grid"),
    ] = "",
    models: Annotated[
        str, typer.Option(help="Embedding models, by name or folder.", rich_help_panel="Grid")
    ] = "",
    fusions: Annotated[
        str, typer.Option(help="rrf, rrf:K, sum:W (W the weight of dense).", rich_help_panel="Grid")
    ] = "",
    ks: Annotated[
        str, typer.Option("--ks", help="How much of a ranking is kept.", rich_help_panel="Grid")
    ] = "",
    rerankers: Annotated[
        str,
        typer.Option(help="none, sentences, or cross-encoders by name or folder.", rich_help_panel="Grid"),
    ] = "",
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Choose on one half of the groups, confirm on the other.")
    ] = False,
    json: JsonFlag = False,
    *,
    settings: Settings,
) -> int:
    """Compare retrieval strategies, with intervals and paired differences from the first of them.

    Options of the grid are comma-separated and multiply; each configuration is run once and kept.
    """
    from ....evaluation.benchmarks.retrieval.corpus import find_corpus, load_corpus
    from ....evaluation.benchmarks.retrieval.run import halves, rank_all, row_fields, rows_of
    from ....evaluation.benchmarks.retrieval.strategy_spec import grid, split_names
    from ...output.terminal import reports as bench_tables

    if cluster is not None and questions is not None and data is None:
        from ....evaluation.benchmarks.retrieval.cluster_corpus import cluster_corpus
        from ....papers.clusters.cluster import open_cluster

        corpus = cluster_corpus(open_cluster(cluster, settings), questions)
    elif data is not None and cluster is None and questions is None:
        corpus = load_corpus(find_corpus(data, _data_folders(settings)))
    else:
        raise UsageError("give --data CORPUS, or --cluster NAME with --questions FILE")
    given = {
        "unit": units, "context": contexts, "model": models, "fusion": fusions, "k": ks, "rerank": rerankers,
    }  # fmt: skip
    setups = grid(split_names(strategies), {name: split_names(text) for name, text in given.items()})
    with progress_bars() as update:
        ranked = rank_all(corpus, setups, settings, update)
    if confirm:
        chosen, kept = (rows_of(corpus.questions, ranked, groups) for groups in halves(corpus.questions))
        if json:
            print_json({"rows": [row_fields(r) for r in chosen], "confirmed": [row_fields(r) for r in kept]})
        else:
            bench_tables.halves(chosen, kept)
        return 0
    rows = rows_of(corpus.questions, ranked)
    if json:
        print_json({"rows": [row_fields(row) for row in rows]})
    else:
        bench_tables.strategies(rows)
    return 0


@bench.command("agreement")
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
    """Cohen's kappa between two raters, plain and weighted."""
    from dataclasses import asdict

    from ....evaluation.statistics.rater_agreement import agreement as compare
    from ....evaluation.statistics.rater_agreement import load_ratings
    from ...output.terminal import reports as bench_tables

    try:
        grades = [float(grade) for grade in scale.split(",")] if scale else None
    except ValueError:
        raise UsageError(f"--scale: {scale!r} is no list of numbers; write it as 0,0.5,1") from None
    found = compare(load_ratings(first), load_ratings(second), grades)
    if json:
        print_json(asdict(found))
    else:
        bench_tables.agreement(found)
    return 0


def _data_folders(settings: Settings) -> list[Path]:
    """Where corpora go by name: the home folder, and where a checkout keeps its development data."""
    beside_checkout = Path(__file__).resolve().parents[3] / "shared" / "data"
    given = os.environ.get("CITEHOP_SHARED")
    return [settings.home_path / "data", *([Path(given)] if given else []), beside_checkout]
