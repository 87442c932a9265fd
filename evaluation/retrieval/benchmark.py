"""Retrieval strategies on a corpus or on a cluster: each ranks the passages, pages or papers for every question.

citehop's own search runs as in `citehop search`, in a cluster in the real store. Its passages are mapped to the units
that the corpus ranks. A paper has the rank of its best passage, a page the rank of the best passage on it. Paragraphs
in one passage share its rank; the paragraph with the most characters in the passage comes first.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

from ...agent.llm.roles import Models
from ...errors import ConfigurationError, UsageError
from ...indexes.cluster_index import ClusterIndex, open_index
from ...indexes.types import Chunk, SearchQuery
from ...papers.clusters.locate import open_cluster
from ...retrieval.search import search_chunks
from ...retrieval.types import Strategy
from ...settings import Settings
from ..baselines.rankers import Encode, plugin_code, ranker
from ..benchmarks.request import TaskRequest
from ..common.engine import Row, build_corpus_cluster
from ..common.text_vectors import cross_encoder, text_vectors
from ..evaluate import Batch
from ..metrics.ranking import score_ranking
from ..prepared_task import PreparedTask
from ..runs.resumable_jsonl import code_key, run_key
from ..types import Document, Example, Prediction
from .corpus import Corpus, CorpusPassage, CorpusQuestion, cluster_corpus, find_corpus, load_corpus
from .options import RetrievalOptions, StrategySpec, parse_strategy

DEPTH = 100  # passages that are searched for each question


def rank_by_search(
    corpus: Corpus, questions: Sequence[CorpusQuestion], strategy: Strategy, settings: Settings
) -> Iterator[tuple[CorpusQuestion, list[str]]]:
    """Yield each question with ranked ids, best first, by `strategy` of `retrieval.search`.

    Raises ConfigurationError if the strategy needs an embedding model or page images that the cluster lacks.
    """
    cluster = (
        open_cluster(corpus.cluster, settings)
        if corpus.cluster
        else build_corpus_cluster(corpus.papers, settings)
    )
    with closing(open_index(cluster, settings)) as index:
        _check_vectors(index, strategy)
        units = _units(corpus, index)
        for question in questions:
            papers = corpus.scopes.get(question.collection, ())
            query = SearchQuery(question.text, tuple(sorted({corpus.paper_id(paper) for paper in papers})))
            hits = search_chunks(index, query, DEPTH, strategy)
            of = units(question.collection)
            ranking = dict.fromkeys(unit for hit in hits for unit in of(index.chunk(hit.id)))
            yield question, list(ranking)


def search_corpus(
    rows: Sequence[Row],
    queries: Sequence[tuple[str, tuple[str, ...]]],
    strategy: Strategy,
    count: int,
    settings: Settings,
) -> list[list[Chunk]]:
    """Return the best `count` passages for each query in the cluster of the papers `rows`.

    A query is (text, ids of the papers to search in). Raises ConfigurationError as `rank_by_search` does.
    """
    if not queries:
        return []
    with closing(open_index(build_corpus_cluster(rows, settings), settings)) as index:
        _check_vectors(index, strategy)
        return [
            [index.chunk(hit.id) for hit in search_chunks(index, SearchQuery(text, papers), count, strategy)]
            for text, papers in queries
        ]


def _check_vectors(index: ClusterIndex, strategy: Strategy) -> None:
    if strategy in ("dense", "hybrid") and index.dense is None:
        raise ConfigurationError(index.warnings[0] if index.warnings else f"{strategy}: no embedding model")


def _units(corpus: Corpus, index: ClusterIndex) -> Callable[[str], Callable[[Chunk], Sequence[str]]]:
    """Return a function that takes a collection and returns a function from a passage of the engine to the ids it
    stands for.
    """
    names = {corpus.paper_id(paper): paper for papers in corpus.scopes.values() for paper in papers}

    def for_collection(collection: str) -> Callable[[Chunk], Sequence[str]]:
        kind = corpus.kinds[collection]
        if kind == "papers":
            return lambda chunk: [names.get(chunk.paper_id, chunk.paper_id)]
        if kind == "pages":
            return lambda chunk: [
                f"{chunk.paper_id}:{page}" for page, _ in chunk.spans or ((chunk.page, None),)
            ]
        by_chunk = paragraphs(collection)
        return lambda chunk: by_chunk.get(chunk.id, ())

    @cache
    def paragraphs(collection: str) -> dict[str, tuple[str, ...]]:
        return paragraphs_of(index.chunks(corpus.paper_id(collection)), corpus.collections[collection])

    return for_collection


def paragraphs_of(chunks: Sequence[Chunk], passages: Sequence[CorpusPassage]) -> dict[str, tuple[str, ...]]:
    """Map the id of each chunk to the ids of the paragraphs in it, the paragraph with the most characters first.

    Ties keep the order of the paragraphs. Each line of a chunk is a verbatim part of one paragraph. If several
    paragraphs contain it, the next one in reading order counts.
    """
    texts = [(passage.id, " ".join(passage.text.split())) for passage in passages if not passage.is_heading]
    order = {key: n for n, (key, _) in enumerate(texts)}
    found = {}
    at = 0  # chunks come in reading order, and overlap
    for chunk in chunks:
        shares: Counter[str] = Counter()
        for line in (" ".join(line.split()) for line in chunk.text.split("\n")):
            places = [*range(at, len(texts)), *range(at)]
            n = next((n for n in places if line and line in texts[n][1]), None)
            if n is not None:
                shares[texts[n][0]] += len(line)
                at = n
        found[chunk.id] = tuple(sorted(shares, key=lambda key: (-shares[key], order[key])))
    return found


METRICS = ("MRR", "MAP", "recall@5", "hit@5", "nDCG@10", "nDCG@20")
_TITLE = 80  # characters of a relevant passage that a report shows at most


def prepare(request: TaskRequest) -> PreparedTask:
    """Prepare the requested strategy on the user's corpus.

    Raises UsageError for a corpus that cannot be read, and ConfigurationError if the strategy needs a model that is
    not on this machine.
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
    """Return the folders in which a corpus is searched by its name."""
    shared = os.environ.get("CITEHOP_SHARED")
    return [settings.home_path / "data", *([Path(shared)] if shared else [])]


def _examples(corpus: Corpus) -> list[Example]:
    """Return the questions as examples, with the beginning of each relevant passage for readers of the report."""
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
        rate = None if spec.rerank in ("none", "sentences") else cross_encoder(spec.rerank).rate
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
