"""Qdrant Edge: the engine in this process, in a folder.

Shards are made without a write-ahead log. The log is what holds Edge's lock, so without it any number of processes may
read; and it has nothing to give here, since a shard is filled in a folder of its own and only counts once it is flushed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from ..text.sparse import SparseVector
from ..types import Hit
from .types import DENSE, EXACT_BELOW, SPARSE, UPSERT_BATCH, Point, Vector


class EdgeStore:
    """A `Store` in `folder`, which exists for no more than one writer at a time."""

    def __init__(self, shard: Any) -> None:
        self._shard = shard
        self._params = edge.SearchParams(exact=self.count() <= EXACT_BELOW)

    @classmethod
    def create(cls, folder: Path, dimension: int) -> EdgeStore:
        """An empty store in a new folder; `dimension` 0 leaves the dense vectors out."""
        folder.mkdir(parents=True)
        vectors = {DENSE: edge.EdgeVectorParams(size=dimension, distance=edge.Distance.Cosine)}
        config = edge.EdgeConfig(
            vectors=vectors if dimension else {},
            sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
            wal_enabled=False,
        )
        shard = edge.EdgeShard.create(str(folder), config)
        shard.update(edge.UpdateOperation.create_field_index("paper_id", edge.PayloadSchemaType.Keyword))
        return cls(shard)

    @classmethod
    def open(cls, folder: Path) -> EdgeStore:
        """The store in `folder`. Raises OSError when it is missing or damaged."""
        try:
            return cls(edge.EdgeShard.load(str(folder)))
        except Exception as error:  # the engine raises nothing more precise
            raise OSError(f"{folder}: {error}") from error

    def upsert(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), UPSERT_BATCH):
            batch = [edge.Point(p.id, _vectors(p), p.payload) for p in points[start : start + UPSERT_BATCH]]
            self._shard.update(edge.UpdateOperation.upsert_points(batch))

    def remove(self, paper_ids: Sequence[str]) -> None:
        if paper_ids:
            self._shard.update(edge.UpdateOperation.delete_points_by_filter(_of(paper_ids)))

    def count(self) -> int:
        return int(self._shard.count(edge.CountRequest(exact=True)))

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        return self._query(edge.Query.Nearest(vector.tolist(), using=DENSE), k, papers)

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        sparse = edge.SparseVector(indices=list(vector.indices), values=list(vector.values))
        return self._query(edge.Query.Nearest(sparse, using=SPARSE), k, papers)

    def close(self) -> None:
        self._shard.flush()
        self._shard.close()

    def _query(self, query: Any, k: int, papers: Sequence[str]) -> list[Hit]:
        request = edge.QueryRequest(
            limit=k,
            query=query,
            filter=_of(papers) if papers else None,
            with_payload=["chunk_id"],
            params=self._params,
        )
        return [Hit(found.payload["chunk_id"], found.score) for found in self._shard.query(request)]


def _vectors(point: Point) -> dict[str, Any]:
    vectors: dict[str, Any] = {}
    if point.sparse.indices:
        vectors[SPARSE] = edge.SparseVector(
            indices=list(point.sparse.indices), values=list(point.sparse.values)
        )
    if point.dense is not None:
        vectors[DENSE] = point.dense.tolist()
    return vectors


def _of(paper_ids: Sequence[str]) -> Any:
    return edge.Filter(must=[edge.FieldCondition(key="paper_id", match=edge.MatchAny(list(paper_ids)))])
