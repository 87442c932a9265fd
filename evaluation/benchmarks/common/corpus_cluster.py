"""Clusters of benchmarks: papers as JSON lines, indexed by the product and opened as users open theirs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from filelock import FileLock

from ....agent.session import Session, open_session
from ....errors import ConfigurationError
from ....indexes.build.build import build
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.locate import open_cluster
from ....papers.files import write_atomic
from ....settings import Settings
from ...evaluate import Batch, one_by_one
from ...runs.resumable_jsonl import run_key
from ...types import Example, Prediction

Row = Mapping[str, Any]  # a paper, see `papers.parsing.json_lines`
ClusterSystem = Callable[[Session, Example], Prediction]


def build_corpus_cluster(rows: Sequence[Row], settings: Settings) -> Cluster:
    """The cluster of the papers `rows` below the cache of the home folder, built unless it is there.

    Raises ConfigurationError for a row that cannot be indexed.
    """
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    name = f"corpus-{run_key(text)}"
    home = settings.home_path / "cache" / "corpora"
    apart = replace(settings, home=str(home), visual_model="off")
    source = home / f"{name}-papers" / "papers.jsonl"
    source.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(source.with_suffix(".lock")):  # another run may be at it: wait for it
        if not source.exists():
            write_atomic(source, text)
        report = build(source, name, None, apart)
    if report.problems:
        raise ConfigurationError(f"the corpus cannot be indexed: {report.problems[0]}")
    return open_cluster(name, apart)


def in_clusters(
    system: ClusterSystem, rows_of: Callable[[Example], Sequence[Row]], settings: Settings, workers: int = 1
) -> Batch:
    """A `Batch` that asks each example in the cluster of its papers.

    Examples of one group with the same documents share a cluster, which is open only while they are asked; `workers`
    of them are asked at once. An example without papers is an error of its own.
    """

    def batch(examples: Sequence[Example]) -> Iterator[Prediction]:
        shared: dict[object, list[Example]] = {}
        for example in examples:
            shared.setdefault((example.group, example.documents), []).append(example)
        for together in shared.values():
            rows = rows_of(together[0])
            if not rows:
                yield from (Prediction(example.id, error="no papers to ask") for example in together)
                continue
            yield from in_one_cluster(system, rows, settings, workers)(together)

    return batch


def in_one_cluster(system: ClusterSystem, rows: Sequence[Row], settings: Settings, workers: int = 1) -> Batch:
    """A `Batch` that asks all examples in the cluster of the papers `rows`, `workers` at once."""

    def batch(examples: Sequence[Example]) -> Iterator[Prediction]:
        cluster = build_corpus_cluster(rows, settings)
        with open_session(str(cluster.path), settings) as session:
            yield from one_by_one(partial(system, session), workers)(examples)

    return batch
