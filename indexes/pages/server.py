"""Page vectors on a Qdrant server, for libraries whose pages are too many for one machine. See `points` for the layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qdrant_client import QdrantClient, models

from ...settings import Settings
from ..stores.ordering import ranked
from ..stores.server import filter_by_papers, quantization_config
from ..stores.server_calls import call_server, connect
from ..types import Hit
from .files import PagesManifest
from .points import PAGE, POOLED, RESCORED, PagePoint, candidates_for, dimension_of, fill
from .types import Array


class ServerPages:
    """The pages in the collection `name`. Every call raises ConfigurationError when the server cannot do it."""

    def __init__(self, client: QdrantClient, name: str) -> None:
        self._client, self._name = client, name

    def create(self, dimension: int, quantization: str) -> None:
        """An empty collection in place of any of that name; vectors are kept as float16, see `quantization_config`."""
        whole = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
        pooled = models.VectorParams(
            size=dimension,
            distance=models.Distance.DOT,
            multivector_config=whole,
            hnsw_config=models.HnswConfigDiff(m=0),
            datatype=models.Datatype.FLOAT16,
        )
        page = pooled.model_copy(
            update={"on_disk": True, "quantization_config": quantization_config(quantization)}
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

    def upsert(self, pages: Sequence[PagePoint]) -> None:
        points = [
            models.PointStruct(id=p.id, vector={PAGE: p.vectors, POOLED: p.pooled}, payload=p.payload)
            for p in pages
        ]
        call_server(self._name, lambda: self._client.upsert(self._name, points, wait=True))

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The `k` pages with the largest MaxSim among the best of the first stage; ties by id, none below 0."""
        return ranked(lambda limit: self._best(query.tolist(), limit, papers), k) if len(query) else []

    def close(self) -> None:
        self._client.close()

    def drop(self) -> None:
        """Delete the collection."""
        call_server(self._name, lambda: self._client.delete_collection(self._name))

    def _best(self, query: list[list[float]], limit: int, papers: Sequence[str]) -> list[Hit]:
        only = filter_by_papers(papers) if papers else None
        first = models.Prefetch(
            query=query,
            using=POOLED,
            limit=candidates_for(limit),
            filter=only,
            params=models.SearchParams(exact=True),
        )
        found = call_server(
            self._name,
            lambda: self._client.query_points(
                self._name,
                prefetch=first,
                query=query,
                using=PAGE,
                limit=limit,
                with_payload=["page_id"],
                search_params=models.SearchParams(
                    quantization=models.QuantizationSearchParams(rescore=True, oversampling=RESCORED)
                ),
            ),
        )
        return [Hit((point.payload or {})["page_id"], point.score) for point in found.points]


def open_server_pages(manifest: PagesManifest, settings: Settings) -> ServerPages:
    """The pages on the server that `manifest` names. Raises ConfigurationError if `settings` do not name that server."""
    return ServerPages(connect(manifest.url, settings), manifest.collection)


def update_server(
    folder: Path, made: PagesManifest, previous: PagesManifest | None, settings: Settings
) -> None:
    """Make the collection of `made` hold its pages: those stored already under the same key stay."""
    store = open_server_pages(made, settings)
    exists = store.exists()
    if exists and made == previous and store.count() == sum(len(paper.pages) for paper in made.papers):
        return
    if previous is None or previous.place != made.place or not exists:
        store.create(dimension_of(folder, made), made.quantization)
    fill(store, folder, made)


def _made_under(keys: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key="key", match=models.MatchAny(any=list(keys)))
