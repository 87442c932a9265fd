"""Qdrant Edge: the engine in this process, with its data in a folder.

Shards are created without a write-ahead log. Edge locks the log, so without it any number of processes may read a
shard. The log is not needed here, because a shard is filled in a folder of its own and is used only after it was
flushed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from ...errors import ConfigurationError
from ...papers.clusters.checksums import notice_damage
from ...papers.fault_points import fault_point
from ...papers.files import check_free_space
from ...papers.scratch import scratch_folder
from ..text.sparse import SparseVector
from ..types import Hit
from .generations import allocated_bytes, can_write, copy_generation
from .types import (
    DENSE,
    EXACT_BELOW,
    GRAPH_EF,
    RESCORED,
    SENTENCES,
    SPARSE,
    PassageCandidate,
    Point,
    Vector,
    candidates_for,
    point_id,
)

# Opening rewrites small files and pages of mapped files. If the disk has no space for a page, the process is killed.
# This is the space on a tmpfs, where sparse files take space once they are read; it is less on other file systems.
_OPENING_BYTES = 8_000_000


class EdgeStore:
    """A `Store` in `folder`. At most one process writes to the folder.

    The engine writes when it opens a folder. A folder that is not writable or has no space is therefore opened as a
    temporary copy.
    """

    def __init__(self, shard: Any, folder: Path, cleanup: Callable[[], None] = lambda: None) -> None:
        self._shard, self._folder, self._cleanup = shard, folder, cleanup
        self._written = False
        self._size = self.count()
        self._params = edge.SearchParams(
            hnsw_ef=GRAPH_EF,
            exact=self._size <= EXACT_BELOW,
            quantization=edge.QuantizationSearchParams(rescore=True, oversampling=RESCORED),
        )

    @classmethod
    def create(cls, folder: Path, dimension: int, quantization: str = "off") -> EdgeStore:
        """Create an empty store in a new folder. `dimension` 0 leaves the dense vectors out.

        `quantization` of the mean vectors, one of `QUANTIZATIONS`, takes effect above `EXACT_BELOW` points (see
        `finish`).
        """
        folder.mkdir(parents=True)
        half = edge.VectorStorageDatatype.Float16
        cosine = edge.Distance.Cosine
        vectors = {
            DENSE: edge.EdgeVectorParams(
                dimension,
                cosine,
                on_disk=quantization != "off",
                datatype=half,
                quantization_config=quantization_config(quantization),
            ),
            SENTENCES: edge.EdgeVectorParams(
                dimension,
                cosine,
                on_disk=True,
                datatype=half,
                multivector_config=edge.MultiVectorConfig(edge.MultiVectorComparator.MaxSim),
                hnsw_config=edge.HnswIndexConfig(
                    0, 4, EXACT_BELOW
                ),  # m = 0: candidates are compared, no graph
            ),
        }
        config = edge.EdgeConfig(
            vectors=vectors if dimension else {},
            sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
            on_disk_payload=True,
            wal_enabled=False,
            optimizers=edge.EdgeOptimizersConfig(indexing_threshold=1),  # `finish` starts the optimizer
        )
        with engine_errors(folder):
            shard = edge.EdgeShard.create(str(folder), config)
            shard.update(edge.UpdateOperation.create_field_index("paper_id", edge.PayloadSchemaType.Keyword))
            store = cls(shard, folder)
        store._written = True
        return store

    @classmethod
    def open(cls, folder: Path) -> EdgeStore:
        """Open the store in `folder`. This and all methods raise ConfigurationError if the store is missing or
        damaged.
        """
        shard, cleanup = load_shard(folder)
        with engine_errors(folder):
            return cls(shard, folder, cleanup)

    @property
    def size(self) -> int:
        return self._size

    def upsert(self, points: Sequence[Point]) -> None:
        """Add `points` as `Store` describes.

        Points are added one by one, which is as fast: the engine stores a batch in random order, and the last digits
        of BM25 scores depend on the order in which the engine sees the terms.
        """
        self._written = True
        for point in points:
            stored = edge.Point(point.id, _vectors(point), point.payload)
            with engine_errors(self._folder):
                self._shard.update(edge.UpdateOperation.upsert_points([stored]))

    def remove(self, paper_ids: Sequence[str]) -> None:
        if paper_ids:
            self._written = True
            with engine_errors(self._folder):
                self._shard.update(edge.UpdateOperation.delete_points_by_filter(_of(paper_ids)))

    def count(self) -> int:
        with engine_errors(self._folder):
            return int(self._shard.count(edge.CountRequest(exact=True)))

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        first = edge.Prefetch(
            candidates_for(k), _nearest(vector), params=self._params, filter=_of(papers) if papers else None
        )
        return self._query(_closest(vector), k, prefetches=[first])

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        return self._query(_matching(vector), k, _of(papers) if papers else None)

    def candidates(
        self,
        dense: Vector,
        sparse: SparseVector,
        depth: int,
        papers: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[PassageCandidate]:
        scope = _of(papers) if papers else None
        near = self._query(_nearest(dense), depth, scope)
        same = self._query(_matching(sparse), depth, scope) if sparse.indices else []
        ids = sorted({hit.id for hit in (*near, *same)} | set(also))
        if not ids:
            return []
        chosen = edge.Filter(must=[edge.HasIdCondition({point_id(chunk_id) for chunk_id in ids})])
        meaning = {hit.id: hit.score for hit in self._query(_closest(dense), len(ids), chosen)}
        words: dict[str, float] = {}
        if sparse.indices:
            words = {hit.id: hit.score for hit in self._query(_matching(sparse), len(ids), chosen)}
        return [PassageCandidate(i, words.get(i, 0.0), meaning.get(i, -1.0)) for i in ids]

    def texts(self, chunk_ids: Sequence[str]) -> Mapping[str, str]:
        ids = [point_id(chunk_id) for chunk_id in chunk_ids]
        with engine_errors(self._folder):
            records = self._shard.retrieve(ids, with_payload=["chunk_id", "text"], with_vector=False)
            return {record.payload["chunk_id"]: record.payload["text"] for record in records}

    def finish(self, points: int) -> None:
        found = self.count()
        if found != points:
            raise ConfigurationError(
                f"{self._folder}: {found} points were stored instead of {points}; index again"
            )
        if found > EXACT_BELOW:
            self._written = True
            with engine_errors(self._folder):
                self._shard.optimize()

    def close(self) -> None:
        with engine_errors(self._folder):
            if self._written:  # a reader does not wait for the disk
                self._shard.flush()
            self._shard.close()
        self._cleanup()

    def _query(self, query: Any, k: int, scope: Any = None, prefetches: Any = None) -> list[Hit]:
        request = edge.QueryRequest(
            limit=k,
            query=query,
            prefetches=prefetches,
            filter=scope,
            with_payload=["chunk_id"],
            params=self._params,
        )
        with engine_errors(self._folder):
            return [Hit(found.payload["chunk_id"], found.score) for found in self._shard.query(request)]


def quantization_config(name: str) -> Any:
    """Return the engine's configuration of the quantization `name`, one of `QUANTIZATIONS`; None for "off"."""
    if name == "int8":
        return edge.ScalarQuantizationConfig(edge.ScalarType.Int8, always_ram=True)
    return edge.BinaryQuantizationConfig(always_ram=True) if name == "binary" else None


def load_shard(folder: Path) -> tuple[Any, Callable[[], None]]:
    """Open the shard in `folder`. Return it with a function that deletes its temporary copy.

    Raises ConfigurationError if the shard is missing or damaged.
    """
    with ExitStack() as stack:
        path = folder
        if not can_write(folder, _OPENING_BYTES):
            path = stack.enter_context(scratch_folder()) / folder.name
            check_free_space(path, allocated_bytes(folder) + _OPENING_BYTES)
            copy_generation(folder, path)
        with engine_errors(folder):
            return edge.EdgeShard.load(str(path)), stack.pop_all().close


@contextmanager
def engine_errors(folder: Path) -> Iterator[None]:
    """Turn any failure of the engine, including a panic, into a ConfigurationError that names `folder` in one line."""
    try:
        fault_point("engine", folder)
        yield
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        # A panic is not an Exception, and damaged data raise KeyError and TypeError.
        cause = " ".join(str(error).split())[:200] or type(error).__name__
        notice_damage(folder.parent.parent)
        raise ConfigurationError(
            f"{folder}: damaged, or the disk is full ({cause}); index the folder again"
        ) from error


def _nearest(vector: Vector) -> Any:
    return edge.Query.Nearest(vector.tolist(), using=DENSE)


def _closest(vector: Vector) -> Any:
    return edge.Query.Nearest([vector.tolist()], using=SENTENCES)


def _matching(vector: SparseVector) -> Any:
    sparse = edge.SparseVector(indices=list(vector.indices), values=list(vector.values))
    return edge.Query.Nearest(sparse, using=SPARSE)


def _vectors(point: Point) -> dict[str, Any]:
    vectors: dict[str, Any] = {}
    if point.sparse.indices:
        vectors[SPARSE] = edge.SparseVector(
            indices=list(point.sparse.indices), values=list(point.sparse.values)
        )
    if point.vectors is not None:
        vectors[DENSE] = point.dense
        vectors[SENTENCES] = point.vectors.tolist()
    return vectors


def _of(paper_ids: Sequence[str]) -> Any:
    return edge.Filter(must=[edge.FieldCondition(key="paper_id", match=edge.MatchAny(list(paper_ids)))])
