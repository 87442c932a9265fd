"""Qdrant on a server or a Qdrant cluster, through qdrant-client."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException

from ...errors import ConfigurationError, UnreachableError
from ...settings import Settings
from ..text.sparse import SparseVector
from ..types import Hit
from .address import check_server
from .types import (
    DENSE,
    EXACT_BELOW,
    GRAPH_EF,
    SENTENCES,
    SPARSE,
    UPSERT_BATCH,
    PassageCandidate,
    Point,
    Vector,
    candidates_for,
    point_id,
)

T = TypeVar("T")
_SECONDS = 60  # for one call; an upsert of a batch on a busy server may take several


def connect(url: str, settings: Settings) -> QdrantClient:
    """A client of the server at `url`. Raises ConfigurationError if `url` is not an address, or if `check_server` refuses
    it."""
    check_server(url, settings)
    key = settings.qdrant_api_key or None
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "Api key is used with an insecure connection"
            )  # check_server decides
            return QdrantClient(url=url, api_key=key, timeout=_SECONDS, check_compatibility=False)
    except ValueError as error:
        raise ConfigurationError(f"qdrant_url {url!r} is not an address ({error})") from error


def check_connection(settings: Settings) -> None:
    """Ask the Qdrant server of `settings` for its collections. Raises what `connect` and `call_server` raise."""
    try:
        call_server("list", connect(settings.qdrant_url, settings).get_collections)
    except UnreachableError as error:
        raise UnreachableError(f"{settings.qdrant_url}: {error}") from error


class ServerStore:
    """A `Store` in the collection `name`. Every call raises ConfigurationError when the server cannot do it."""

    def __init__(self, client: QdrantClient, name: str) -> None:
        self._client = client
        self._name = name
        self._params = models.SearchParams(hnsw_ef=GRAPH_EF, exact=self.count() <= EXACT_BELOW)

    @classmethod
    def create(cls, client: QdrantClient, name: str, dimension: int) -> ServerStore:
        """An empty collection in place of any of that name; `dimension` 0 leaves the dense vectors out."""
        common: dict[str, Any] = {
            "size": dimension,
            "distance": models.Distance.COSINE,
            "datatype": models.Datatype.FLOAT16,
        }
        dense = {
            DENSE: models.VectorParams(**common),
            SENTENCES: models.VectorParams(
                **common,
                on_disk=True,
                multivector_config=models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM),
                hnsw_config=models.HnswConfigDiff(m=0),  # candidates are compared, no graph is needed
            ),
        }

        def recreate() -> None:
            client.delete_collection(name)
            client.create_collection(
                name,
                vectors_config=dense if dimension else {},
                sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
                on_disk_payload=True,
            )
            client.create_payload_index(name, "paper_id", models.PayloadSchemaType.KEYWORD)

        call_server(name, recreate)
        return cls(client, name)

    def upsert(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), UPSERT_BATCH):
            batch = [_point(point) for point in points[start : start + UPSERT_BATCH]]
            call_server(self._name, partial(self._client.upsert, self._name, batch, wait=True))

    def remove(self, paper_ids: Sequence[str]) -> None:
        if paper_ids:
            selector = models.FilterSelector(filter=filter_by_papers(paper_ids))
            call_server(self._name, lambda: self._client.delete(self._name, selector, wait=True))

    def count(self) -> int:
        return call_server(self._name, lambda: self._client.count(self._name, exact=True)).count

    def nearest(self, vector: Vector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        prefetch = [self._prefetch(vector.tolist(), DENSE, candidates_for(k), papers)]
        return self._hits([self._request([vector.tolist()], SENTENCES, k, prefetch=prefetch)])[0]

    def matching(self, vector: SparseVector, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        scope = filter_by_papers(papers) if papers else None
        return self._hits([self._request(_sparse(vector), SPARSE, k, scope)])[0]

    def candidates(
        self,
        dense: Vector,
        sparse: SparseVector,
        depth: int,
        papers: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[PassageCandidate]:
        prefetch = [self._prefetch(dense.tolist(), DENSE, depth, papers)]
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

    def build_graph(self) -> None:
        """The server builds it by itself."""

    def close(self) -> None:
        self._client.close()

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
        """The hits of each of `requests`, in one call."""
        responses = call_server(self._name, lambda: self._client.query_batch_points(self._name, requests))
        return [
            [Hit((found.payload or {})["chunk_id"], found.score) for found in response.points]
            for response in responses
        ]


def call_server(name: str, call: Callable[[], T]) -> T:
    """Return the result of `call`. Raises UnreachableError if no server replies, ConfigurationError for any other error."""
    try:
        return call()
    except ResponseHandlingException as error:
        raise UnreachableError(
            f"the Qdrant server does not reply ({error}); start it, or correct qdrant_url (--qdrant-url)"
        ) from error
    except Exception as error:  # its transport, the server and the client each raise their own
        cause = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ConfigurationError(
            f"Qdrant, collection {name}: {cause}; check qdrant_url and qdrant_api_key"
        ) from error


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
    """Points of these papers."""
    condition = models.FieldCondition(key="paper_id", match=models.MatchAny(any=list(paper_ids)))
    return models.Filter(must=[condition])
