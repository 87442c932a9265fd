"""citehop's own search as a retrieval strategy: a cluster in the real store, searched as `citehop search` does.

Passages of the engine are mapped to what a corpus ranks. A paper is ranked by its best passage, a page by its best
passage on it. The paragraphs of a passage share its rank, those with the larger part of it first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache

from ...errors import ConfigurationError
from ...indexes.cluster_index import ClusterIndex, open_index
from ...indexes.types import Chunk, SearchQuery
from ...papers.clusters.locate import open_cluster
from ...retrieval.search import search_chunks
from ...retrieval.types import Strategy
from ...settings import Settings
from ..common.engine import Row, build_corpus_cluster
from .corpus import Corpus, CorpusPassage, CorpusQuestion

DEPTH = 100  # passages that are searched for each question


def rank_by_search(
    corpus: Corpus, questions: Sequence[CorpusQuestion], strategy: Strategy, settings: Settings
) -> Iterator[tuple[CorpusQuestion, list[str]]]:
    """Each question with the ids of its ranking, best first, by `strategy` of `retrieval.search`.

    Raises ConfigurationError where the strategy needs an embedding model or page images that the cluster lacks.
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
    """The best `count` passages for each query (text, ids of papers to search in) in the cluster of the papers `rows`.

    Raises ConfigurationError as `rank_by_search` does.
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
    """For a collection, the function from a passage of the engine to the ids that it represents."""
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
    """The paragraphs (ids) in each chunk, by its id; those with more of its characters first, ties in their order.

    A line of a chunk is part of one paragraph, verbatim; of equal paragraphs it is the next one.
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
