"""Retrieval strategies on a corpus or on a cluster: each ranks the passages, pages or papers of every question."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from ...agent.llm.roles import Models
from ...errors import UsageError
from ...papers.clusters.locate import open_cluster
from ...retrieval.types import Strategy
from ...settings import Settings
from ..baselines.rankers import Encode, plugin_code, ranker
from ..benchmarks.request import TaskRequest
from ..common.pretrained import CrossEncoderModel
from ..common.text_vectors import text_vectors
from ..evaluate import Batch
from ..metrics.ranking import score_ranking
from ..prepared_task import PreparedTask
from ..runs.resumable_jsonl import code_key, run_key
from ..types import Document, Example, Prediction
from .corpus import Corpus, CorpusQuestion, cluster_corpus, find_corpus, load_corpus
from .engine import rank_by_search
from .options import RetrievalOptions, StrategySpec, parse_strategy

METRICS = ("MRR", "MAP", "recall@5", "hit@5", "nDCG@10", "nDCG@20")
_TITLE = 80  # characters of a relevant passage that a report shows


def prepare(request: TaskRequest) -> PreparedTask:
    """The requested strategy on the user's corpus.

    Raises UsageError for a corpus that cannot be read, ConfigurationError where the strategy needs a model that is not on
    this machine.
    """
    options: RetrievalOptions = request.options
    settings = request.settings
    spec = parse_strategy(options.strategies)
    corpus = _open_corpus(request)
    keys, models = [("corpus", corpus.key)], []
    encode = None
    if spec.needs_vectors:
        name = spec.model or settings.embedding_model
        encode = text_vectors(replace(settings, embedding_model=name))
        keys.append(("embedding model", encode.key))
        models.append(("embedding model", settings.embedding_model))
    code = code_key(("indexes", "retrieval", "evaluation"))
    if spec.is_product:
        models.append(("embedding model", settings.embedding_model))
        models.append(("reranker", spec.rerank))
        models.append(("store", "server" if settings.qdrant_url else "embedded"))
    if spec.is_plugin:
        code = run_key(code, plugin_code(spec.strategy))
    relevance = {question.id: dict(question.relevance) for question in corpus.questions}
    return PreparedTask(
        title=f"Retrieval by {spec}",
        manifest=request.manifest(code=code, keys=keys, models=models),
        examples=request.select(_examples(corpus)),
        answer=_searcher(corpus, spec, settings) if spec.is_product else _ranker(corpus, spec, encode),
        score=lambda example, prediction: score_ranking(METRICS, prediction.ranking, relevance[example.id]),
        headline="MRR",
    )


def _open_corpus(request: TaskRequest) -> Corpus:
    options: RetrievalOptions = request.options
    if options.cluster and options.questions and not request.data:
        return cluster_corpus(open_cluster(options.cluster, request.settings), Path(options.questions))
    if request.data and not options.cluster and not options.questions:
        return load_corpus(find_corpus(request.data, _corpus_folders(request.settings)))
    raise UsageError("give --data CORPUS, or --cluster NAME with --questions FILE")


def _corpus_folders(settings: Settings) -> list[Path]:
    """Folders in which a corpus is found by its name."""
    shared = os.environ.get("CITEHOP_SHARED")
    return [settings.home_path / "data", *([Path(shared)] if shared else [])]


def _examples(corpus: Corpus) -> list[Example]:
    """The questions, with the beginning of each relevant passage for a reader of the report."""
    texts = {
        name: {passage.id: passage.text for passage in passages}
        for name, passages in corpus.collections.items()
    }
    return [
        Example(
            question.id,
            question.text,
            gold=tuple(key for key, _ in question.relevance),
            oracle=tuple(
                Document(key, " ".join(texts[question.collection][key].split())[:_TITLE])
                for key, _ in question.relevance
            ),
            group=question.group,
        )
        for question in corpus.questions
    ]


def _searcher(corpus: Corpus, spec: StrategySpec, settings: Settings) -> Callable[[Models | None], Batch]:
    def search(examples: Sequence[Example]) -> Iterator[Prediction]:
        required = {example.id for example in examples}
        questions = [question for question in corpus.questions if question.id in required]
        strategy = cast(Strategy, spec.strategy)  # a name of PRODUCT
        chosen = replace(settings, reranker=spec.rerank)
        for question, ranking in rank_by_search(corpus, questions, strategy, chosen):
            yield Prediction(question.id, tuple(ranking[: spec.k]))

    return lambda _: search


def _ranker(corpus: Corpus, spec: StrategySpec, encode: Encode | None) -> Callable[[Models | None], Batch]:
    def rank(examples: Sequence[Example]) -> Iterator[Prediction]:
        rate = None if spec.rerank in ("none", "sentences") else CrossEncoderModel(spec.rerank, "reranking")
        required = {example.id for example in examples}
        by_collection: dict[str, list[CorpusQuestion]] = {}
        for question in corpus.questions:
            if question.id in required:
                by_collection.setdefault(question.collection, []).append(question)
        for collection, questions in by_collection.items():
            best = ranker(spec, corpus.collections[collection], encode, rate)
            for question in questions:
                yield Prediction(question.id, tuple(hit.id for hit in best(question.text)))

    return lambda _: rank
