"""Open a cluster for searching."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, UsageError
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.manifest import is_built_here
from ..settings import Settings, expand_user
from .build.write_store import open_store
from .cache_paths import read_cluster_chunks, read_summary_vectors, read_vectors, text_key
from .embedding.cross_encoder import Reranker, reranker_for_search
from .embedding.model import EmbeddingModel, model_for_search
from .page_passages import is_page_passage, read_page_passage
from .pages.index import PageIndex, open_pages
from .stores.generations import STORE
from .stores.ordering import ranked
from .stores.types import PassageCandidate, Store
from .subject_files import open_document_frequencies
from .text.analysis import analyze
from .text.sparse import query_vector
from .types import Chunk, Hit, Retriever, SearchQuery

if TYPE_CHECKING:
    from .embedding.answer_scorer import AnswerScorer
    from .embedding.encoder import Encoder

_RECENT = 64  # recent texts whose vectors are kept: a question is encoded for every search and comparison
_PAPERS = 64  # papers whose sentence vectors are kept, half a megabyte each
Vectors = npt.NDArray[np.float32]


class ClusterIndex:
    """The chunks of a cluster with the retrievers that find them.

    Any number of processes may have it open, also during a build.
    """

    def __init__(
        self,
        cluster: Cluster,
        store: Store,
        model: EmbeddingModel | None,
        settings: Settings,
        warning: str,
        reranker: Reranker | None = None,
    ) -> None:
        self._cluster, self._store, self._model = cluster, store, model
        self._chunks: dict[str, dict[str, Chunk]] = {}
        self._vectors: dict[str, Mapping[bytes, Vectors]] = {}
        self._recent: dict[bytes, Vectors] = {}
        self._page_passages: dict[str, Chunk] = {}
        self.section: tuple[str, ...] = ()
        self.settings = settings
        self.warnings: tuple[str, ...] = (warning,) if warning else ()
        self.reranker = reranker
        self.bm25: Retriever = Bm25(store)
        self.dense: Retriever | None = Dense(store, self.encode) if model else None

    def restrict(self, cluster: Cluster, section: str = "") -> ClusterIndex:
        """Return this index restricted to a view `cluster`, and to sections whose headings contain all words of
        `section`.
        """
        index = copy(self)
        index._cluster, index._chunks, index.section = cluster, {}, tuple(analyze(section))
        return index

    def chunk(self, chunk_id: str) -> Chunk:
        """Return the passage with the id `chunk_id`, which may stand for a whole page (see `page_passages`).

        Raises UsageError for an id that is not in the cluster.
        """
        if is_page_passage(chunk_id):
            if chunk_id not in self._page_passages:
                self._page_passages[chunk_id] = read_page_passage(self._cluster, chunk_id, self.settings)
            return self._page_passages[chunk_id]
        paper_id = chunk_id.rpartition(":")[0]
        known = self._chunks_of(paper_id) if self._cluster.has_paper(paper_id) else {}
        chunk = known.get(chunk_id)
        if chunk is None:
            raise UsageError(f"no passage {chunk_id!r} in cluster {self._cluster.name!r}")
        return chunk

    def within(self, query: SearchQuery) -> SearchQuery:
        """Return `query` restricted to the papers of the cluster if the store holds a whole library; otherwise
        `query` itself.
        """
        if query.papers or self._cluster.library is None:
            return query
        return replace(query, papers=self._cluster.paper_ids)

    def known(self, hits: list[Hit]) -> list[Hit]:
        """Return the `hits` that are passages of the opened cluster and of the section that the index is restricted
        to.

        A server may have passages of an older or newer build.
        """
        is_partial = self._cluster.manifest.store.url or self.section
        return [hit for hit in hits if self._has(hit.id)] if is_partial else hits

    def _has(self, chunk_id: str) -> bool:
        paper_id = chunk_id.rpartition(":")[0]
        if not self._cluster.has_paper(paper_id):
            return False
        return (is_page_passage(chunk_id) and not self.section) or chunk_id in self._chunks_of(paper_id)

    def chunks(self, paper_id: str) -> tuple[Chunk, ...]:
        """Return the passages of a paper in reading order. Raises UsageError for a paper that is not in the cluster."""
        return tuple(self._chunks_of(paper_id).values())

    def encode(self, texts: Sequence[str], papers: Sequence[str] = ()) -> Vectors:
        """Return the vectors of `texts`: (len(texts), dimension) float32 with rows of length 1, by the cluster's
        embedding model.

        Stored vectors are read instead of computed: those of the `paper_text` of any paper, and of the sentences of
        `papers`. Raises ConfigurationError without a model; `encoder` then returns None.
        """
        keys = [text_key(text) for text in texts]
        known: dict[bytes, Vectors] = {}
        if len(texts) > 1:
            for paper_id in dict.fromkeys(reversed(papers)):
                known |= self._sentence_vectors(paper_id)
            known |= self._paper_vectors
        known |= self._recent
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if new:
            computed = dict(zip(new, self._encoder.encode(list(new.values())), strict=True))
            known |= computed
            self._recent = dict([*self._recent.items(), *computed.items()][-_RECENT:])
        return np.stack([known[key] for key in keys])

    def candidates(self, query: SearchQuery, depth: int, also: Sequence[str] = ()) -> list[PassageCandidate]:
        """Return candidate passages for `query` with both scores, sorted by id.

        The candidates are the best `depth` passages by words, the best `depth` by meaning, and the passages with the
        ids `also`. Without a model the score for meaning is NaN.
        """
        if not query.text.strip():
            return []
        if self._model is None and self.dense is None:
            words = {hit.id: hit.score for hit in self.bm25.search(query, depth)}
            ids = sorted({*words, *also})
            return [PassageCandidate(i, words.get(i, 0.0), math.nan) for i in ids]
        vector = self.encode([query.text])[0]
        return self._store.candidates(vector, query_vector(query.text), depth, query.papers, also)

    def texts(self, chunk_ids: Sequence[str]) -> Mapping[str, str]:
        """Map the ids of passages to their texts, as the store has them: no file of a paper is read."""
        return self._store.texts(chunk_ids)

    def encoder(self, papers: Sequence[str] = ()) -> Callable[[Sequence[str]], Vectors] | None:
        """Return `encode` for texts that are mostly sentences of `papers`; None without a model."""
        return partial(self.encode, papers=papers) if self._model else None

    def score_answers(self, question: str, texts: Sequence[str]) -> Vectors | None:
        """Return the log odds that each text answers `question`, (len(texts),); None if the answer scorer is not
        available.
        """
        return self._answer_scorer.score(question, texts) if self._answer_scorer else None

    def close(self) -> None:
        """Close the stores."""
        self._store.close()
        pages = self.__dict__.get("pages")
        if pages is not None:
            pages.close()

    @cached_property
    def _paper_vectors(self) -> Mapping[bytes, Vectors]:
        manifest = self._cluster.manifest
        return read_summary_vectors(self._cluster.path, manifest.citations, manifest.vectors)

    def _sentence_vectors(self, paper_id: str) -> Mapping[bytes, Vectors]:
        if paper_id not in self._vectors:
            vectors = read_vectors(self._cluster.path, self._cluster.manifest.vectors, paper_id)
            self._vectors = dict([*self._vectors.items(), (paper_id, vectors)][-_PAPERS:])
        return self._vectors[paper_id]

    @cached_property
    def _encoder(self) -> Encoder:
        if self._model is None:
            raise ConfigurationError(f"cluster {self._cluster.name!r} has no embedding model at hand")
        from .embedding.encoder import Encoder

        return Encoder(self._model.folder, self.settings.threads)

    def can_score_answers(self) -> bool:
        """True if `score_answers` returns log odds and sentences can be chosen by their vectors."""
        return self._model is not None and self._answer_scorer is not None

    @cached_property
    def _answer_scorer(self) -> AnswerScorer | None:
        from .embedding.answer_scorer import find_answer_scorer

        return find_answer_scorer()

    @cached_property
    def pages(self) -> PageIndex | None:
        """The page images; None if the cluster was indexed without them. Raises ConfigurationError if they are
        damaged.
        """
        return open_pages(self._cluster.path, self._cluster.manifest, self.settings)

    def _chunks_of(self, paper_id: str) -> dict[str, Chunk]:
        if paper_id not in self._chunks:
            chunks = read_cluster_chunks(self._cluster, paper_id)
            self._chunks[paper_id] = {
                chunk.id: chunk for chunk in chunks if set(self.section) <= set(analyze(chunk.section))
            }
        return self._chunks[paper_id]


class Bm25:
    """Retriever by shared words (BM25)."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def search(self, query: SearchQuery, k: int) -> list[Hit]:
        vector = query_vector(query.text)
        if not vector.indices:
            return []
        return ranked(lambda limit: self._store.matching(vector, limit, query.papers), k)


class Dense:
    """Retriever by the largest cosine of a sentence to the query. Passages with a cosine of 0 or less are not hits."""

    def __init__(self, store: Store, encode: Callable[[Sequence[str]], Vectors]) -> None:
        self._store = store
        self._encode = encode

    def search(self, query: SearchQuery, k: int) -> list[Hit]:
        if not query.text.strip():
            return []
        vector = self._encode([query.text])[0]
        return ranked(lambda limit: self._store.nearest(vector, limit, query.papers), k)


def open_index(cluster: Cluster, settings: Settings, damage: Mapping[str, str] | None = None) -> ClusterIndex:
    """Open the index of `cluster`. The network is not used unless the store is on a Qdrant server.

    `damage` is the result of `Cluster.find_damage`; without it, the files of the store are checked. Raises
    ConfigurationError if the store is damaged or cannot be reached. If the cluster's embedding model is not on this
    machine, `dense` is None and `warnings` says so.
    """
    manifest = cluster.manifest
    _check_store_files(cluster, cluster.find_damage(STORE) if damage is None else damage)
    (model_name, distrust), (reranker_name, more) = (
        _drop_foreign_folder(cluster, manifest.model, settings.embedding_model),
        _drop_foreign_folder(cluster, manifest.reranker, settings.reranker),
    )
    model, warning = model_for_search(model_name, manifest.vectors, settings)
    reranker, missing = reranker_for_search(reranker_name, settings)
    frequencies = open_document_frequencies(cluster) if manifest.store.url else None
    store = open_store(cluster.path, manifest.store, settings, frequencies)
    index = ClusterIndex(cluster, store, model, settings, warning, reranker)
    index.warnings += tuple(
        each for each in (distrust, more, missing, _describe_difference(cluster, store)) if each
    )
    return index


def _drop_foreign_folder(cluster: Cluster, name: str, chosen: str) -> tuple[str, str]:
    """Return the model `name` of the manifest and "", or "" and a warning if `name` is a folder that must not be
    trusted.

    Not trusted is a folder that the manifest of a cluster from another machine names: a model is a program, and
    nobody else may choose which folder of this machine is loaded as one.
    """
    if not name or name == chosen or not expand_user(name).is_dir() or is_built_here(cluster.path):
        return name, ""
    return (
        "",
        f"this cluster was not built on this machine: the model in the folder {name}, which it names, is not used",
    )


def _describe_difference(cluster: Cluster, store: Store) -> str:
    """Return a warning if the number of points on a server differs from the number of passages of the cluster, else
    "".
    """
    state = cluster.manifest.store
    found = store.size if state.url else state.points
    if found == state.points:
        return ""
    restore = "citehop library add" if cluster.path.parent.name == "libraries" else "citehop index"
    return (
        f"the Qdrant server has {found} passages of cluster {cluster.name!r} instead of {state.points}: "
        f"it is being indexed, or others changed it; {restore} restores them"
    )


def _check_store_files(cluster: Cluster, damage: Mapping[str, str]) -> None:
    """Raise ConfigurationError if a file of the store is missing or has another size. The error names the file.

    The engine maps these files into memory, where a shortened file would end the process.
    """
    for name, cause in ((name, cause) for name, cause in damage.items() if name.startswith(STORE)):
        raise ConfigurationError(f"{cluster.path / name}: {cause}; index the folder again")
