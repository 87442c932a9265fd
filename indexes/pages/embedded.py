"""Page vectors in Qdrant Edge, the engine in this process. Every state of the pages has a folder of its own.

A folder is filled under another name and renamed when it is complete. Its existence therefore means that it is
complete, and readers keep the folder that they opened.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from ...errors import ConfigurationError
from ..stores.embedded import engine_errors, load_shard, quantization_config
from ..stores.generations import copy_generation
from ..stores.ordering import ranked
from ..types import Hit
from .files import PagesManifest, store_folder
from .points import PAGE, POOLED, RESCORED, PagePoint, candidates_for, dimension_of, fill
from .types import Array

_ANY = 10_000  # full-scan threshold, which has no effect because these vectors have no graph


class EdgePages:
    """A `PageStore` in a folder. At most one process writes to the folder."""

    def __init__(self, shard: Any, folder: Path, cleanup: Callable[[], None] = lambda: None) -> None:
        self._shard, self._folder, self._cleanup = shard, folder, cleanup
        self._written = False

    @classmethod
    def create(cls, folder: Path, dimension: int, quantization: str = "off") -> EdgePages:
        """Create an empty store in a new folder. `quantization` is one of `stores.types.QUANTIZATIONS`."""
        folder.mkdir(parents=True)

        def vectors(*, on_disk: bool, quantization: Any = None) -> Any:
            return edge.EdgeVectorParams(
                dimension,
                edge.Distance.Dot,
                on_disk=on_disk,
                datatype=edge.VectorStorageDatatype.Float16,
                multivector_config=edge.MultiVectorConfig(edge.MultiVectorComparator.MaxSim),
                hnsw_config=edge.HnswIndexConfig(0, 4, _ANY),  # m = 0: no graph
                quantization_config=quantization,
            )

        config = edge.EdgeConfig(
            vectors={
                PAGE: vectors(on_disk=True, quantization=quantization_config(quantization)),
                POOLED: vectors(on_disk=False),
            },
            optimizers=edge.EdgeOptimizersConfig(indexing_threshold=1),
            on_disk_payload=True,
            wal_enabled=False,
        )
        with engine_errors(folder):
            shard = edge.EdgeShard.create(str(folder), config)
            for key in ("paper_id", "key"):
                shard.update(edge.UpdateOperation.create_field_index(key, edge.PayloadSchemaType.Keyword))
        store = cls(shard, folder)
        store._written = True
        return store

    @classmethod
    def open(cls, folder: Path) -> EdgePages:
        """Open the store in `folder`. This and all methods raise ConfigurationError if the store is missing or
        damaged.
        """
        if not folder.is_dir():
            raise ConfigurationError(f"{folder}: missing; index the folder again")
        shard, cleanup = load_shard(folder)
        return cls(shard, folder, cleanup)

    def upsert(self, pages: Sequence[PagePoint]) -> None:
        self._written = True
        points = [edge.Point(p.id, {PAGE: p.vectors, POOLED: p.pooled}, p.payload) for p in pages]
        with engine_errors(self._folder):
            self._shard.update(edge.UpdateOperation.upsert_points(points))

    def keep_only(self, keys: Sequence[str]) -> None:
        self._written = True
        others = edge.Filter(must_not=[_match("key", keys)])
        with engine_errors(self._folder):
            self._shard.update(edge.UpdateOperation.delete_points_by_filter(others))

    def count(self, keys: Sequence[str] = ()) -> int:
        made = edge.Filter(must=[_match("key", keys)]) if keys else None
        with engine_errors(self._folder):
            return int(self._shard.count(edge.CountRequest(exact=True, filter=made)))

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        return ranked(lambda limit: self._best(query.tolist(), limit, papers), k) if len(query) else []

    def quantize(self) -> None:
        """Optimize the collection so that the engine quantizes the added vectors; it does this only during optimization."""
        with engine_errors(self._folder):
            self._shard.optimize()

    def close(self) -> None:
        with engine_errors(self._folder):
            if self._written:
                self._shard.flush()
            self._shard.close()
        self._cleanup()

    def _best(self, query: list[list[float]], limit: int, papers: Sequence[str]) -> list[Hit]:
        first = edge.Prefetch(
            candidates_for(limit),
            edge.Query.Nearest(query, using=POOLED),
            params=edge.SearchParams(exact=True),
            filter=edge.Filter(must=[_match("paper_id", papers)]) if papers else None,
        )
        request = edge.QueryRequest(
            limit=limit,
            query=edge.Query.Nearest(query, using=PAGE),
            prefetches=[first],
            params=edge.SearchParams(
                quantization=edge.QuantizationSearchParams(rescore=True, oversampling=RESCORED)
            ),
            with_payload=["page_id"],
        )
        with engine_errors(self._folder):
            return [Hit(found.payload["page_id"], found.score) for found in self._shard.query(request)]


def update_embedded(folder: Path, made: PagesManifest, previous: PagesManifest | None) -> None:
    """Make the store of `made` exist. If pages were only added, they are written to a copy of the previous store."""
    target = store_folder(folder, made)
    if holds_pages(target, made):
        return
    part = target.with_name(f"{target.name}.part")
    for path in (target, part):
        shutil.rmtree(path, ignore_errors=True)
    before = store_folder(folder, previous) if previous else None
    if previous and before and before.is_dir() and _extends(made, previous):
        copy_generation(before, part)
        store = EdgePages.open(part)
    else:
        store = EdgePages.create(part, dimension_of(folder, made), made.quantization)
    fill(store, folder, made)
    if made.quantization != "off":
        store.quantize()
    store.close()
    part.replace(target)


def holds_pages(target: Path, made: PagesManifest) -> bool:
    """True if the store in `target` can be opened and its number of pages is that of `made`."""
    if not target.is_dir():
        return False
    try:
        store = EdgePages.open(target)
        whole = store.count() == sum(len(paper.pages) for paper in made.papers)
        store.close()
    except ConfigurationError:
        return False
    return whole


def _extends(made: PagesManifest, previous: PagesManifest) -> bool:
    """True if `made` has all pages of `previous`, so that none must be deleted: deleted points keep their space."""
    same = made.vectors == previous.vectors and made.quantization == previous.quantization
    return same and set(previous.papers) <= set(made.papers)


def _match(key: str, values: Sequence[str]) -> Any:
    return edge.FieldCondition(key=key, match=edge.MatchAny(list(values)))
