"""citehop's engine for benchmarks: clusters of their papers, failures of models, and the inputs that identify a run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from os import cpu_count
from typing import Any

from filelock import FileLock

from ...agent.llm.roles import Models
from ...agent.llm.types import Reply, ReplyDelta, Request
from ...agent.llm.wrapped import Wrapped
from ...agent.reader.trust import find_trust
from ...agent.session import Session, open_session
from ...agent.types import Answer
from ...errors import ConfigurationError, UnavailableError
from ...indexes.build.build import build
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.locate import open_cluster
from ...papers.files import write_atomic
from ...settings import Settings
from ..benchmarks.request import TaskRequest
from ..evaluate import Batch, one_by_one
from ..runs.resumable_jsonl import run_key
from ..types import Example, Prediction

_MARKERS = re.compile(r"\s*\[\d{1,3}\](?=[\s.,;:]|$)")  # citation markers in an answer


def answer_text(answer: Answer) -> str:
    """Return the answer without its citation markers; "" if the question was not answered."""
    return _MARKERS.sub("", answer.text).strip() if answer.status == "answered" else ""


@contextmanager
def raise_model_failures(models: Models | None) -> Iterator[Models | None]:
    """Yield `models` for use inside the block; at its end, raise the last failure of a model call, even if code
    inside caught it.
    """
    if models is None:
        yield None
        return
    text, vision = _FailureWatch(models.text), _FailureWatch(models.vision)
    yield replace(models, text=text, vision=vision)
    if failure := text.failure or vision.failure:
        raise failure


class _FailureWatch(Wrapped):
    """A model that remembers the last failure of a call, such as an exhausted budget."""

    failure: UnavailableError | None = None

    def complete(self, request: Request) -> Reply:
        try:
            return self._llm.complete(request)
        except UnavailableError as error:
            self.failure = error
            raise

    def stream(self, request: Request) -> Iterator[ReplyDelta]:
        try:
            yield from self._llm.stream(request)
        except UnavailableError as error:
            self.failure = error
            raise


ENGINE = ("papers", "figures", "retrieval", "indexes", "agent")  # packages whose code decides the results
_THREADS = 4  # images read at once if no model is asked; reading holds the interpreter lock most of the time


def engine_models(request: TaskRequest) -> tuple[tuple[str, str], ...]:
    """Return (role, name) of each model, search and store that the engine uses in addition to the answering model.

    "text model" is the model that writes answers if another one sees the figures; "trust" says what the model may do.
    """
    settings = request.settings
    text = (("text model", settings.model),) if settings.model not in ("", request.model) else ()
    trust = (("trust", find_trust(settings)),) if settings.model else ()
    return (
        *text,
        *trust,
        ("embedding model", settings.embedding_model),
        ("strategy", settings.strategy),
        ("reranker", settings.reranker),
        ("store", "server" if settings.qdrant_url else "embedded"),
    )


def engine_workers(settings: Settings, models: Models | None) -> int:
    """Return the number of questions that are asked at once."""
    return settings.model_concurrency if models else min(_THREADS, settings.workers or cpu_count() or 1)


Row = Mapping[str, Any]  # a paper, see `papers.parsing.json_lines`
ClusterSystem = Callable[[Session, Example], Prediction]


def build_corpus_cluster(rows: Sequence[Row], settings: Settings) -> Cluster:
    """Return the cluster of the papers `rows` in the cache of the home folder, and build it if it does not exist.

    Raises ConfigurationError for a row that cannot be indexed.
    """
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    name = f"corpus-{run_key(text)}"
    home = settings.home_path / "cache" / "corpora"
    apart = replace(settings, home=str(home), visual_model="off")
    source = home / f"{name}-papers" / "papers.jsonl"
    source.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(source.with_suffix(".lock")):  # another run may be building it: wait for it
        if not source.exists():
            write_atomic(source, text)
        report = build(source, name, None, apart)
    if report.problems:
        raise ConfigurationError(f"the corpus cannot be indexed: {report.problems[0]}")
    return open_cluster(name, apart)


def in_clusters(
    system: ClusterSystem, rows_of: Callable[[Example], Sequence[Row]], settings: Settings, workers: int = 1
) -> Batch:
    """Return a `Batch` that asks each example in the cluster of its papers.

    `rows_of` returns the papers of an example. Examples of one group with the same documents share a cluster, which
    is open only while they are asked; `workers` of them are asked at once. An example without papers gets an error as
    its prediction.
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
    """Return a `Batch` that asks all examples in the cluster of the papers `rows`, `workers` at once."""

    def batch(examples: Sequence[Example]) -> Iterator[Prediction]:
        cluster = build_corpus_cluster(rows, settings)
        with open_session(str(cluster.path), settings) as session:
            yield from one_by_one(partial(system, session), workers)(examples)

    return batch
