"""Strategies compared on a corpus: each ranks the passages of every question; scores, intervals, paired differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..settings import Settings
from .bootstrap import Interval, cluster_bootstrap, paired_bootstrap
from .corpus import Corpus, Question
from .metrics import NDCG, Hit, Metric, Recall, ReciprocalRank, score_all
from .runs import Report, code_key, complete_run, run_key
from .strategies import strategy
from .types import Prediction
from .vectors import Vectors

METRICS: tuple[Metric, ...] = (ReciprocalRank(), Recall(5), Hit(5), NDCG(10), NDCG(20))
DEPTH = 100  # ids of a ranking that are kept


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy over all questions; `differences` are paired, against the first row, whose own are empty."""

    strategy: str
    n: int
    means: Mapping[str, Interval]
    differences: Mapping[str, Interval]
    path: Path


def compare(
    corpus: Corpus, names: Sequence[str], settings: Settings, progress: Report | None = None
) -> list[Row]:
    """A row for each strategy of `names`, in that order.

    Rankings are kept under the home folder, named after corpus, strategy, model and code, and only read the next time.
    Groups of questions (all of one paper) are resampled whole. Raises UsageError for an unknown strategy and
    ConfigurationError for a dense one without an embedding model.
    """
    vectors = cache(lambda: Vectors(settings))
    groups = [question.group for question in corpus.questions]
    rows: list[Row] = []
    first: list[dict[str, float]] = []
    for name in names:
        path, predictions = _rank_all(corpus, name, vectors, settings, progress)
        scores = [
            score_all(METRICS, predictions[question.id].ranking, dict(question.relevance))
            for question in corpus.questions
        ]
        columns = {str(metric): [score[str(metric)] for score in scores] for metric in METRICS}
        rows.append(
            Row(
                name,
                len(scores),
                {metric: cluster_bootstrap(column, groups) for metric, column in columns.items()},
                {
                    metric: paired_bootstrap(column, [score[metric] for score in first], groups)
                    for metric, column in (columns.items() if first else ())
                },
                path,
            )
        )
        first = first or scores
    return rows


def _rank_all(
    corpus: Corpus, name: str, vectors: Callable[[], Vectors], settings: Settings, progress: Report | None
) -> tuple[Path, dict[str, Prediction]]:
    retrieve = strategy(name, vectors)
    model = vectors().key if name.startswith(("dense", "hybrid")) else ""
    key = run_key(code_key(("indexes", "retrieval", "evaluation")), corpus.key, name, model)
    path = settings.home_path / "runs" / f"retrieval-{name}-{key}.jsonl"

    def predict(ids: Sequence[str]) -> Iterator[Prediction]:
        wanted = set(ids)
        by_collection: dict[str, list[Question]] = {}
        for question in corpus.questions:
            if question.id in wanted:
                by_collection.setdefault(question.collection, []).append(question)
        for collection, questions in by_collection.items():
            ranker = retrieve(corpus.collections[collection])
            for question in questions:
                yield Prediction(question.id, tuple(hit.id for hit in ranker(question.text)[:DEPTH]))

    return path, complete_run(path, [question.id for question in corpus.questions], predict, progress, name)


def row_fields(row: Row) -> dict[str, Any]:
    """A row as plain values for JSON: means by metric, then bounds of intervals and of paired differences."""
    return {
        "strategy": row.strategy,
        "n": row.n,
        **{metric: interval.mean for metric, interval in row.means.items()},
        "intervals": {metric: (interval.low, interval.high) for metric, interval in row.means.items()},
        "differences": {
            metric: {"mean": interval.mean, "low": interval.low, "high": interval.high}
            for metric, interval in row.differences.items()
        },
    }
