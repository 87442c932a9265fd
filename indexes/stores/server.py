"""A store on a Qdrant server or Qdrant cluster, through qdrant-client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from qdrant_client import QdrantClient, models

from ..text.document_frequencies import DocumentFrequencies, count_documents
from ..text.sparse import SparseVector
from ..types import Hit
from .collections import name_next_collection, publish_collection, wait_for_points
from .server_calls import call_server
from .types import (
    DENSE,
    EXACT_BELOW,
    GRAPH_EF,
    RESCORED,
    SENTENCES,
    SPARSE,
    UPSERT_BATCH,
    PassageCandidate,
    Point,
    Vector,
    candidates_for,
    point_id,
)

_SENDERS = 4  # batches that are sent at the same time


@dataclass(frozen=True, slots=True)
class CollectionOptions:
    """The layout of a collection on a server.

    `shards` and `replicas` are numbers (0: the server's default). The payload is on disk or in memory. `quantization`
    of the mean vectors is "off", "int8" or "binary"; the best hits are compared again in full precision.
    """

    shards: int = 0
    replicas: int = 0
    payload_on_disk: bool = True
    quantization: str = "off"


class ServerStore:
    """A `Store` in the collection (or alias) `name`. Methods raise what `call_server` raises.

    `frequencies` are the document frequencies of the cluster, by which `matching` and `candidates` weight words.
    """

    def __init__(
        self, client: QdrantClient, name: str, frequencies: DocumentFrequencies | None = None, alias: str = ""
    ) -> None:
        self._client, self._name, self._alias = client, name, alias
        self.frequencies = frequencies or count_documents([])
        self._size = self.count()
        self._params = models.SearchParams(
            hnsw_ef=GRAPH_EF,
            exact=self._size <= EXACT_BELOW,
            quantization=models.QuantizationSearchParams(rescore=True, oversampling=RESCORED),
        )

    @classmethod
    def create(
        cls, client: QdrantClient, alias: str, dimension: int, options: CollectionOptions | None = None
    ) -> ServerStore:
        """Create an empty collection that will replace the one behind `alias` once it is filled (see `finish`).

        `dimension` 0 leaves the dense vectors out.
        """
        name = call_server(alias, lambda: name_next_collection(client, alias))
        call_server(name, lambda: _create_collection(client, name, dimension, options or CollectionOptions()))
        return cls(client, name, alias=alias)

    @property
    def size(self) -> int:
        return self._size

    def upsert(self, points: Sequence[Point]) -> None:
        batches = [points[start : start + UPSERT_BATCH] for start in range(0, len(points), UPSERT_BATCH)]
        if len(batches) == 1:
            self._send(batches[0])
            return
        with ThreadPoolExecutor(_SENDERS) as senders:
            list(senders.map(self._send, batches))

    def remove(self, paper_ids: Sequence[str]) -> None:
        if paper_ids:
            selector = models.FilterSelector(filter=filter_by_papers(paper_ids))
            call_server(self._name, lambda: self._client.delete(self._name, selector, wait=True))

    def count(self) -> int:
        return call_server(self._name, lambda: self._client.count(self._name, exact=True)).count

    def contents(self, most: int) -> dict[str, int]:
        """Map the content keys of points to the number of points, for at most `most` keys. Points without a key are
        not counted.
        """
        found = call_server(self._name, lambda: self._client.facet(self._name, "key", limit=most, exact=True))
        return {str(hit.value): hit.count for hit in found.hits}

    def finish(self, points: int) -> None:
        """Wait until all `points` have arrived. A new collection then replaces the one behind its alias."""
        wait_for_points(self._name, self.count, points)
        if self._alias:
            call_server(self._alias, lambda: publish_collection(self._client, self._alias, self._name))

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        prefetch = [self._prefetch(vector.tolist(), DENSE, candidates_for(k), papers)]
        return self._hits([self._request([vector.tolist()], SENTENCES, k, prefetch=prefetch)])[0]

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        scope = filter_by_papers(papers) if papers else None
        return self._hits([self._request(_sparse(self.frequencies.weigh(vector)), SPARSE, k, scope)])[0]

    def candidates(
        self,
        dense: Vector,
        sparse: SparseVector,
        depth: int,
        papers: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[PassageCandidate]:
        prefetch = [self._prefetch(dense.tolist(), DENSE, depth, papers)]
        sparse = self.frequencies.weigh(sparse)
        if sparse.indices:
            prefetch.append(self._prefetch(_sparse(sparse), SPARSE, depth, papers))
        if also:
            chosen = models.Filter(must=[models.HasIdCondition(has_id=[point_id(i) for i in also])])
            prefetch.append(models.Prefetch(filter=chosen, limit=len(also)))
        most = 2 * depth + len(also)
        requests = [self._request([dense.tolist()], SENTENCES, most, prefetch=prefetch)]
        if sparse.indices:
            requests.append(self._request(_sparse(sparse), SPARSE, most, prefetch=prefetch))
        meaning, words = ({hit.id: hit.score for hit in hits} for hits in (*self._hits(requests), [])[:2])
        ids = sorted(meaning.keys() | words.keys())
        return [PassageCandidate(i, words.get(i, 0.0), meaning.get(i, -1.0)) for i in ids]

    def texts(self, chunk_ids: Sequence[str]) -> Mapping[str, str]:
        ids: list[int | str] = [point_id(chunk_id) for chunk_id in chunk_ids]
        records = call_server(
            self._name,
            lambda: self._client.retrieve(self._name, ids, with_payload=["chunk_id", "text"]),
        )
        payloads = [record.payload or {} for record in records]
        return {payload["chunk_id"]: payload["text"] for payload in payloads}

    def close(self) -> None:
        self._client.close()

    def _send(self, points: Sequence[Point]) -> None:
        """Send points without waiting until they can be searched. `finish` waits for them."""
        batch = [_point(point) for point in points]
        call_server(self._name, lambda: self._client.upsert(self._name, batch, wait=False))

    def _prefetch(self, query: Any, using: str, limit: int, papers: Sequence[str]) -> models.Prefetch:
        scope = filter_by_papers(papers) if papers else None
        return models.Prefetch(query=query, using=using, limit=limit, filter=scope, params=self._params)

    def _request(
        self,
        query: Any,
        using: str,
        limit: int,
        scope: models.Filter | None = None,
        prefetch: list[models.Prefetch] | None = None,
    ) -> models.QueryRequest:
        return models.QueryRequest(
            query=query,
            using=using,
            limit=limit,
            filter=scope,
            prefetch=prefetch,
            params=self._params,
            with_payload=["chunk_id"],
        )

    def _hits(self, requests: Sequence[models.QueryRequest]) -> list[list[Hit]]:
        """Return the hits of each request, fetched in one call."""
        responses = call_server(self._name, lambda: self._client.query_batch_points(self._name, requests))
        return [
            [Hit((found.payload or {})["chunk_id"], found.score) for found in response.points]
            for response in responses
        ]


def _create_collection(client: QdrantClient, name: str, dimension: int, options: CollectionOptions) -> None:
    """Create an empty collection, replacing any of the same name."""
    common: dict[str, Any] = {
        "size": dimension,
        "distance": models.Distance.COSINE,
        "datatype": models.Datatype.FLOAT16,
    }
    dense = {
        DENSE: models.VectorParams(
            **common,
            on_disk=options.quantization != "off",
            quantization_config=quantization_config(options.quantization),
        ),
        SENTENCES: models.VectorParams(
            **common,
            on_disk=True,
            multivector_config=models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM),
            hnsw_config=models.HnswConfigDiff(m=0),  # candidates are compared, no graph is needed
        ),
    }
    client.delete_collection(name)
    client.create_collection(
        name,
        vectors_config=dense if dimension else {},
        sparse_vectors_config={SPARSE: models.SparseVectorParams()},
        on_disk_payload=options.payload_on_disk,
        shard_number=options.shards or None,
        replication_factor=options.replicas or None,
    )
    for key in ("paper_id", "key"):
        client.create_payload_index(name, key, models.PayloadSchemaType.KEYWORD)


def quantization_config(name: str) -> models.QuantizationConfig | None:
    """Return the configuration of a quantization. It decides what the server keeps in memory of a vector.

    "off" keeps all of it, "int8" one byte per value, and "binary" one bit per value. The best hits found this way are
    compared again by the vectors on disk.
    """
    if name == "int8":
        scalar = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, always_ram=True)
        return models.ScalarQuantization(scalar=scalar)
    if name == "binary":
        return models.BinaryQuantization(binary=models.BinaryQuantizationConfig(always_ram=True))
    return None


def _point(point: Point) -> models.PointStruct:
    vectors: dict[str, Any] = {}
    if point.sparse.indices:
        vectors[SPARSE] = _sparse(point.sparse)
    if point.vectors is not None:
        vectors[DENSE] = point.dense
        vectors[SENTENCES] = point.vectors.tolist()
    return models.PointStruct(id=point.id, vector=vectors, payload=dict(point.payload))


def _sparse(vector: SparseVector) -> models.SparseVector:
    return models.SparseVector(indices=list(vector.indices), values=list(vector.values))


def filter_by_papers(paper_ids: Sequence[str]) -> models.Filter:
    """Return a filter for the points of the papers `paper_ids`."""
    condition = models.FieldCondition(key="paper_id", match=models.MatchAny(any=list(paper_ids)))
    return models.Filter(must=[condition])
