"""Strategies compared on a corpus: each ranks the passages of every question; scores, intervals, paired differences."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ....settings import Settings
from ...metrics.ranking import NDCG, AveragePrecision, HitRate, Metric, Recall, ReciprocalRank, score_all
from ...models.cross_encoder import CrossEncoderModel
from ...models.text_vectors import TextVectors
from ...runs.resumable_jsonl import OnProgress, code_key, complete_run, run_key
from ...statistics.bootstrap import Interval, cluster_bootstrap, paired_bootstrap
from ...statistics.randomisation import randomisation_test
from ...types import Prediction
from .corpus import Corpus, CorpusQuestion
from .plugins import code_of
from .strategies import ranker
from .strategy_spec import StrategySpec

METRICS: tuple[Metric, ...] = (
    ReciprocalRank(),
    AveragePrecision(),
    Recall(5),
    HitRate(5),
    NDCG(10),
    NDCG(20),
)


@dataclass(frozen=True, slots=True)
class StrategyRanking:
    """One setup over all questions of a corpus: each question's scores by metric, in order, and where the rankings lie."""

    setup: StrategySpec
    scores: tuple[Mapping[str, float], ...]
    path: Path


@dataclass(frozen=True, slots=True)
class StrategyScores:
    """One setup over `n` questions; `differences` and `p_values` (paired randomisation test) are against the first row.

    The first row's own are empty.
    """

    strategy: str
    n: int
    means: Mapping[str, Interval]
    differences: Mapping[str, Interval]
    p_values: Mapping[str, float]
    path: Path


def compare(
    corpus: Corpus, setups: Sequence[StrategySpec], settings: Settings, progress: OnProgress | None = None
) -> list[StrategyScores]:
    """A row for each of `setups`, in that order, over all questions. Raises as `rank_all` does."""
    return rows_of(corpus.questions, rank_all(corpus, setups, settings, progress))


def rank_all(
    corpus: Corpus, setups: Sequence[StrategySpec], settings: Settings, progress: OnProgress | None = None
) -> list[StrategyRanking]:
    """The rankings of each setup, scored.

    They are kept under the home folder, named after corpus, setup, models and code, and only read the next time. Raises
    ConfigurationError where a setup needs a model that is not on this machine.
    """
    vectors = cache(
        lambda model: TextVectors(replace(settings, embedding_model=model or settings.embedding_model))
    )
    found = []
    for setup in setups:
        path, predictions = _rank(corpus, setup, vectors, settings, progress)
        scores = [
            score_all(METRICS, predictions[question.id].ranking, dict(question.relevance))
            for question in corpus.questions
        ]
        found.append(StrategyRanking(setup, tuple(scores), path))
    return found


def rows_of(
    questions: Sequence[CorpusQuestion], ranked: Sequence[StrategyRanking], groups: set[str] | None = None
) -> list[StrategyScores]:
    """Rows over the questions of `groups` (all, where it is None). Whole groups are resampled, as are those of one paper."""
    kept = [n for n, question in enumerate(questions) if groups is None or question.group in groups]
    names = [questions[n].group for n in kept]
    rows: list[StrategyScores] = []
    first: dict[str, list[float]] = {}
    for one in ranked:
        columns = {str(metric): [one.scores[n][str(metric)] for n in kept] for metric in METRICS}
        rows.append(
            StrategyScores(
                str(one.setup),
                len(kept),
                {metric: cluster_bootstrap(column, names) for metric, column in columns.items()},
                {m: paired_bootstrap(columns[m], base, names) for m, base in first.items()},
                {m: randomisation_test(columns[m], base, names) for m, base in first.items()},
                one.path,
            )
        )
        first = first or columns
    return rows


def halves(questions: Sequence[CorpusQuestion]) -> tuple[set[str], set[str]]:
    """The groups of `questions` in two parts of equal size (the first larger by one at most), by a hash of their names."""
    names = {question.group for question in questions}
    ordered = sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())
    return set(ordered[::2]), set(ordered[1::2])


def _rank(
    corpus: Corpus,
    setup: StrategySpec,
    vectors: Callable[[str], TextVectors],
    settings: Settings,
    progress: OnProgress | None,
) -> tuple[Path, dict[str, Prediction]]:
    encode = vectors(setup.model) if setup.needs_vectors else None
    own = [code_of(setup.strategy)] if ":" in setup.strategy else []
    code = code_key(("indexes", "retrieval", "evaluation"))
    key = run_key(code, corpus.key, str(setup), encode.key if encode else "", *own)
    path = settings.home_path / "runs" / f"retrieval-{setup.strategy.replace(':', '.')}-{key}.jsonl"

    def predict(ids: Sequence[str]) -> Iterator[Prediction]:
        rate = None if setup.rerank in ("none", "sentences") else CrossEncoderModel(setup.rerank, "reranking")
        wanted = set(ids)
        by_collection: dict[str, list[CorpusQuestion]] = {}
        for question in corpus.questions:
            if question.id in wanted:
                by_collection.setdefault(question.collection, []).append(question)
        for collection, questions in by_collection.items():
            best = ranker(setup, corpus.collections[collection], encode, rate)
            for question in questions:
                yield Prediction(question.id, tuple(hit.id for hit in best(question.text)))

    ids = [question.id for question in corpus.questions]
    return path, complete_run(path, ids, predict, progress, str(setup))


def row_fields(row: StrategyScores) -> dict[str, Any]:
    """A row as plain values for JSON: means by metric, then bounds of intervals and of paired differences."""
    return {
        "strategy": row.strategy,
        "n": row.n,
        **{metric: interval.mean for metric, interval in row.means.items()},
        "intervals": {metric: (interval.low, interval.high) for metric, interval in row.means.items()},
        "differences": {
            metric: {"mean": gain.mean, "low": gain.low, "high": gain.high, "p": row.p_values[metric]}
            for metric, gain in row.differences.items()
        },
    }
