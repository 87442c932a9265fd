"""Training by `citehop train` on real papers: passages found before and after, on questions of people.

    python benchmarks/training.py DATA --home HOME --out DIR [--clusters sentemb scisumm misc] [--epochs N] [--reranker]

HOME holds the clusters, as indexed. Nothing is learned about the cited papers of the confirming half of CL-SciSumm (see
`retrieval_choice`), whose citing sentences are then searched for, nor from QASPER. Rows are MRR (with --reranker: the share of
questions whose first passage is right) before and after, with the interval of the difference, resampled by paper.
An interrupted run continues: the model in DIR/text or DIR/reranker is kept, and so are the clusters of the sets.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from retrieval_choice import SETS, ChoiceQuestion, ChoiceSet, half_of, rank, unit  # type: ignore[import-not-found]  # found beside this script

from citehop.evaluation.metrics.ranking import score_ranking
from citehop.evaluation.statistics.bootstrap import paired_bootstrap
from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildProgress
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.files import write_atomic
from citehop.papers.titles import fold_title
from citehop.papers.types import Paper
from citehop.settings import Settings, load_settings
from citehop.training.run import RERANKER, TEXT, train_reranker, train_text

_SETS = ("scisumm", "qasper")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--clusters", nargs="+", default=["sentemb", "scisumm", "misc"])
    parser.add_argument("--epochs", type=int, default=0, help="0: the default of the command")
    parser.add_argument("--rate", type=float, default=0.0, help="0: the default of the command")
    parser.add_argument("--base", default="", help="model to begin with, in place of the default")
    parser.add_argument("--reranker", action="store_true")
    options = parser.parse_args()
    sets = {name: SETS[name](options.data) for name in _SETS}
    settings = Settings(home=str(options.home), offline=True)
    folder = options.out / ("reranker" if options.reranker else "text")
    trained = RERANKER if options.reranker else TEXT
    trained = replace(trained, epochs=options.epochs or trained.epochs, rate=options.rate or trained.rate)
    if options.base:
        settings = replace(settings, **{"reranker" if options.reranker else "embedding_model": options.base})
    started, processor = time.monotonic(), time.process_time()
    report = (train_reranker if options.reranker else train_text)(
        options.clusters, folder, options=trained, held_out=in_tested_half(sets["scisumm"]), settings=settings,
        progress=report_steps(),
    )  # fmt: skip
    print(
        f"{dict(report.pairs)}, {report.steps} steps, {time.monotonic() - started:.0f} s, "
        f"{(time.process_time() - processor) / 60:.1f} processor minutes"
    )
    name, metric = ("reranker", "hit@1") if options.reranker else ("embedding_model", "MRR")
    changed = load_settings({name: str(folder), "offline": True}, environ={})
    strategies = ["hybrid"] if options.reranker else ["dense", "hybrid"]
    print(f"| set | n | strategy | {metric} before | after | difference (95%) |\n|---|---|---|---|---|---|")
    for set_name, data in sets.items():
        befores = scores(
            data, set_name, Settings(home=str(options.out / "before"), offline=True), strategies, metric
        )
        afters = scores(data, set_name, replace(changed, home=str(options.out / "after")), strategies, metric)
        groups = [question.group for question in tested(data)]
        for strategy, before, after in zip(strategies, befores, afters, strict=True):
            d = paired_bootstrap(after, before, groups)
            means = [sum(values) / len(values) for values in (before, after)]
            print(
                f"| {set_name} in | {len(groups)} | {strategy} | {means[0]:.3f} | {means[1]:.3f} | "
                f"{d.mean:+.3f} ({d.low:+.3f} to {d.high:+.3f}) |",
                flush=True,
            )


def in_tested_half(data: ChoiceSet) -> Callable[[Paper], bool]:
    """True for the papers of the confirming half, which are found in the clusters by their titles."""
    titles = {fold_title(row["title"]) for row in data.papers if half_of(row["id"]) == "confirm"}
    return lambda paper: fold_title(paper.title) in titles


def tested(data: ChoiceSet) -> list[ChoiceQuestion]:
    """The questions of the confirming half, in order."""
    return [question for question in data.questions if half_of(question.group) == "confirm"]


def scores(
    data: ChoiceSet, name: str, settings: Settings, strategies: Sequence[str], metric: str
) -> list[list[float]]:
    """The scores of the tested questions by strategy, in order, by the passages of the paper that each is about. The cluster
    stays in the home of `settings`."""
    file = settings.home_path / f"{name}.jsonl"
    write_atomic(file, "\n".join(map(json.dumps, data.papers)))
    build(file, name, None, settings)
    cluster = open_cluster(name, settings)
    index = open_index(cluster, settings)
    found = [
        [_score(data, cluster, index, question, strategy, metric) for question in tested(data)]
        for strategy in strategies
    ]
    index.close()
    return found


def _score(
    data: ChoiceSet,
    cluster: Cluster,
    index: ClusterIndex,
    question: ChoiceQuestion,
    strategy: str,
    metric: str,
) -> float:
    hits = rank(cluster, index, question.text, strategy, (question.paper,))
    chunks = [index.chunk(hit.id) for hit in hits]
    units: Sequence[str] = list(dict.fromkeys(map(unit, chunks)))
    relevant = {unit(chunk) for chunk in chunks if data.is_relevant(chunk, question)}
    return score_ranking([metric], units, dict.fromkeys(relevant, 1.0))[metric]


def report_steps() -> Callable[[BuildProgress], None]:
    """Print a line every minute."""
    last = time.monotonic()

    def listen(report: BuildProgress) -> None:
        nonlocal last
        if time.monotonic() - last > 60:
            last = time.monotonic()
            print(f"{report.stage}: {report.done} of {report.total}", flush=True)

    return listen


if __name__ == "__main__":
    main()
