"""Page vectors on a Qdrant server, for libraries with too many pages for one machine. `points` describes the layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qdrant_client import QdrantClient, models

from ...settings import Settings
from ..stores.collections import drop_collection, name_next_collection, publish_collection, wait_for_points
from ..stores.ordering import ranked
from ..stores.server import filter_by_papers, quantization_config
from ..stores.server_calls import MissingCollectionError, call_server, connect
from ..types import Hit
from .files import PagesManifest
from .points import PAGE, POOLED, RESCORED, PagePoint, candidates_for, dimension_of, fill
from .types import Array


class ServerPages:
    """The pages in the collection (or alias) `name`. Methods raise what `call_server` raises."""

    def __init__(self, client: QdrantClient, name: str, alias: str = "") -> None:
        self._client, self._name, self._alias = client, name, alias

    @classmethod
    def create(cls, client: QdrantClient, made: PagesManifest, dimension: int) -> ServerPages:
        """Create an empty collection that will replace the collection of `made` once it is filled (see `finish`)."""
        alias = made.collection
        name = call_server(alias, lambda: name_next_collection(client, alias))
        call_server(name, lambda: _create_collection(client, name, made, dimension))
        return cls(client, name, alias)

    def finish(self, pages: int) -> None:
        """Wait until all `pages` have arrived. A new collection then replaces the one behind its alias."""
        wait_for_points(self._name, self.count, pages)
        if self._alias:
            call_server(self._alias, lambda: publish_collection(self._client, self._alias, self._name))

    def count(self, keys: Sequence[str] = ()) -> int:
        """Return the number of stored pages. If `keys` are given, only pages with these keys are counted."""
        wanted = models.Filter(must=[_made_under(keys)]) if keys else None
        return call_server(
            self._name, lambda: self._client.count(self._name, count_filter=wanted, exact=True)
        ).count

    def keep_only(self, keys: Sequence[str]) -> None:
        """Delete the pages whose key is not in `keys`."""
        others = models.FilterSelector(filter=models.Filter(must_not=[_made_under(keys)]))
        call_server(self._name, lambda: self._client.delete(self._name, others, wait=True))

    def upsert(self, pages: Sequence[PagePoint]) -> None:
        points = [
            models.PointStruct(id=p.id, vector={PAGE: p.vectors, POOLED: p.pooled}, payload=p.payload)
            for p in pages
        ]
        call_server(self._name, lambda: self._client.upsert(self._name, points, wait=False))

    def search(self, query: Array, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """Return the `k` pages with the largest MaxSim among the candidates of the first stage.

        If `papers` are given, only their pages are searched. Ties are sorted by id; no page has a score of 0 or
        less.
        """
        return ranked(lambda limit: self._best(query.tolist(), limit, papers), k) if len(query) else []

    def close(self) -> None:
        self._client.close()

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
    """Open the pages on the server that `manifest` names. Raises ConfigurationError if `settings` do not name that
    server.
    """
    return ServerPages(connect(manifest.url, settings), manifest.collection)


def drop_server_pages(manifest: PagesManifest, settings: Settings) -> None:
    """Delete the collection that `manifest` names. Raises what `open_server_pages` and `call_server` raise."""
    client = connect(manifest.url, settings)
    call_server(manifest.collection, lambda: drop_collection(client, manifest.collection))
    client.close()


def update_server(
    folder: Path, made: PagesManifest, previous: PagesManifest | None, settings: Settings
) -> None:
    """Make the collection of `made` hold its pages. Pages that are stored under the same key stay.

    If the collection is missing or must have another layout than that of `previous`, a new one is filled next to the
    old one.
    """
    pages = sum(len(paper.pages) for paper in made.papers)
    store = open_server_pages(made, settings)
    try:
        stored = store.count()
    except MissingCollectionError:
        previous = None
    else:
        if made == previous and stored == pages:
            store.close()
            return
    if previous is None or previous.place != made.place:
        store.close()
        store = ServerPages.create(connect(made.url, settings), made, dimension_of(folder, made))
    fill(store, folder, made)
    store.finish(pages)
    store.close()


def _create_collection(client: QdrantClient, name: str, made: PagesManifest, dimension: int) -> None:
    """Create an empty collection, replacing any of the same name. Vectors are stored as float16 (see
    `quantization_config`).
    """
    whole = models.MultiVectorConfig(comparator=models.MultiVectorComparator.MAX_SIM)
    pooled = models.VectorParams(
        size=dimension,
        distance=models.Distance.DOT,
        multivector_config=whole,
        hnsw_config=models.HnswConfigDiff(m=0),
        datatype=models.Datatype.FLOAT16,
    )
    page = pooled.model_copy(
        update={"on_disk": True, "quantization_config": quantization_config(made.quantization)}
    )  # a query reads the vectors of a hundred pages
    shards, _, replicas = made.copies.partition("/")
    client.delete_collection(name)
    client.create_collection(
        name,
        vectors_config={PAGE: page, POOLED: pooled},
        shard_number=int(shards or 0) or None,
        replication_factor=int(replicas or 0) or None,
    )
    for key in ("paper_id", "key"):
        client.create_payload_index(name, key, models.PayloadSchemaType.KEYWORD)


def _made_under(keys: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key="key", match=models.MatchAny(any=list(keys)))
