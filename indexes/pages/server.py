"""Page vectors on a Qdrant server, for libraries whose pages are too many for the memory of one process.

A point is a page: id from paper, page and content key; the multivectors "page" (every vector, compared by MaxSim) and
"pooled" (the few of the first stage); payload `page_id`, `paper_id`, `page`, `key`, `model`, `revision`. Neither has an
HNSW graph: pooled vectors are compared all, those of a page only for the best of the first stage, both in one query.
The files in the cluster's folder stay the original: a collection that is lost is filled again from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from qdrant_client import QdrantClient, models

from ...settings import Settings
from ..stores.ordering import ranked
from ..stores.server import call_server, connect, filter_by_papers
from ..types import Hit
from .files import PagedPaper, PagesManifest, open_pack
from .types import Array

PAGE, POOLED = "page", "pooled"
CANDIDATES = 100  # of the first stage, or four times as many as are asked for
_BATCH = 8  # pages per call: 10 MB as JSON, of the 32 that a server takes


class ServerPages:
    """The pages in the collection `name`. Every call raises ConfigurationError when the server cannot do it."""

    def __init__(self, client: QdrantClient, name: str) -> None:
        self._client, self._name = client, name

    def create(self, dimension: int, quantization: str) -> None:
        """An empty collection in place of any of that name; vectors are kept as float16, see `_quantized`."""
        whole = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
        pooled = models.VectorParams(
            size=dimension,
            distance=models.Distance.DOT,
            multivector_config=whole,
            hnsw_config=models.HnswConfigDiff(m=0),
            datatype=models.Datatype.FLOAT16,
        )
        page = pooled.model_copy(
            update={"on_disk": True, "quantization_config": _quantized(quantization)}
        )  # read for a hundred pages a query

        def recreate() -> None:
            self._client.delete_collection(self._name)
            self._client.create_collection(self._name, vectors_config={PAGE: page, POOLED: pooled})
            for key in ("paper_id", "key"):
                self._client.create_payload_index(self._name, key, models.PayloadSchemaType.KEYWORD)

        call_server(self._name, recreate)

    def exists(self) -> bool:
        return call_server(self._name, lambda: self._client.collection_exists(self._name))

    def count(self, keys: Sequence[str] = ()) -> int:
        """Pages stored, those made under `keys` if any are given."""
        wanted = models.Filter(must=[_made_under(keys)]) if keys else None
        return call_server(
            self._name, lambda: self._client.count(self._name, count_filter=wanted, exact=True)
        ).count

    def keep_only(self, keys: Sequence[str]) -> None:
        """Delete the pages made under any other key."""
        others = models.FilterSelector(filter=models.Filter(must_not=[_made_under(keys)]))
        call_server(self._name, lambda: self._client.delete(self._name, others, wait=True))

    def upsert(self, pages: Sequence[models.PointStruct]) -> None:
        call_server(self._name, lambda: self._client.upsert(self._name, list(pages), wait=True))

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The `k` pages with the largest MaxSim among the best of the first stage; ties by id, none below 0."""
        return ranked(lambda limit: self._best(query.tolist(), limit, papers), k) if len(query) else []

    def drop(self) -> None:
        """Delete the collection."""
        call_server(self._name, lambda: self._client.delete_collection(self._name))

    def _best(self, query: list[list[float]], limit: int, papers: Sequence[str]) -> list[Hit]:
        only = filter_by_papers(papers) if papers else None
        first = models.Prefetch(
            query=query,
            using=POOLED,
            limit=max(CANDIDATES, 4 * limit),
            filter=only,
            params=models.SearchParams(exact=True),
        )
        found = call_server(
            self._name,
            lambda: self._client.query_points(
                self._name, prefetch=first, query=query, using=PAGE, limit=limit, with_payload=["page_id"]
            ),
        )
        return [Hit((point.payload or {})["page_id"], point.score) for point in found.points]


def open_server_pages(manifest: PagesManifest, settings: Settings) -> ServerPages:
    """The pages where `manifest` says they are. Raises ConfigurationError if `settings` do not name that server."""
    return ServerPages(connect(manifest.url, settings), manifest.collection)


def bring_up_to_date(
    folder: Path, made: PagesManifest, previous: PagesManifest | None, settings: Settings, revision: str
) -> None:
    """Make the collection of `made` hold its pages: what is there already under the same key stays."""
    store = open_server_pages(made, settings)
    there = store.exists()
    if there and made == previous and store.count() == sum(len(paper.pages) for paper in made.papers):
        return
    keys = [paper.key for paper in made.papers]
    if previous is None or previous.place != made.place or not there:
        store.create(_dimension(folder, made), made.quantization)
    store.keep_only(keys)
    for paper in made.papers:
        if store.count([paper.key]) != len(paper.pages):
            for batch in _batches(_points(folder, made, paper, revision)):
                store.upsert(batch)


def _points(
    folder: Path, made: PagesManifest, paper: PagedPaper, revision: str
) -> Iterator[models.PointStruct]:
    with open_pack(folder, made, paper) as file:
        vectors, offsets = file.get_slice("vectors"), file.get_tensor("offsets").tolist()
        pooled, pooled_offsets = file.get_tensor("pooled"), file.get_tensor("pooled_offsets").tolist()
        for n, page in enumerate(file.get_tensor("pages").tolist()):
            payload = {"page_id": f"{paper.paper_id}#page={page}", "paper_id": paper.paper_id, "page": page}
            payload |= {"key": paper.key, "model": made.model, "revision": revision}
            yield models.PointStruct(
                id=_id(paper, page),
                vector={
                    PAGE: _rows(vectors[offsets[n] : offsets[n + 1]]),
                    POOLED: _rows(pooled[pooled_offsets[n] : pooled_offsets[n + 1]]),
                },
                payload=payload,
            )


def _rows(vectors: Any) -> list[list[float]]:
    rows: list[list[float]] = np.asarray(vectors, dtype=np.float32).tolist()
    return rows


def _id(paper: PagedPaper, page: int) -> int:
    """64 bits of a hash: storing a page again replaces it."""
    name = f"{paper.paper_id}#{page}#{paper.key}".encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big")


def _batches(points: Iterator[models.PointStruct]) -> Iterator[list[models.PointStruct]]:
    batch: list[models.PointStruct] = []
    for point in points:
        batch.append(point)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _made_under(keys: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key="key", match=models.MatchAny(any=list(keys)))


def _quantized(name: str) -> models.QuantizationConfig | None:
    """Configure what the server keeps in memory of a page's vectors: all, one byte each ("int8"), or one bit each.

    The best of what these find are compared again by the vectors on disk, which is the server's default.
    """
    if name == "int8":
        scalar = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, always_ram=True)
        return models.ScalarQuantization(scalar=scalar)
    if name == "binary":
        return models.BinaryQuantization(binary=models.BinaryQuantizationConfig(always_ram=True))
    return None


def _dimension(folder: Path, made: PagesManifest) -> int:
    with open_pack(folder, made, made.papers[0]) as file:
        return int(file.get_slice("vectors").get_shape()[1])
