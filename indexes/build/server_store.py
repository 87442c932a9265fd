"""The store of a cluster on a Qdrant server: names, layouts and checks that a build needs."""

from __future__ import annotations

import platform
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ConfigurationError
from ...papers.clusters.manifest import StoreState
from ...settings import Settings
from ..stores.types import check_quantization

if TYPE_CHECKING:
    from ..stores.server import CollectionOptions, ServerStore

# Version of the layout of a collection on a server; raise it when points are stored differently
_LAYOUT = "1"


def collection_name(folder: Path) -> str:
    """Return a collection name that is unique to a cluster folder and machine.

    Two users of a server may both have a cluster "papers".
    """
    place = f"{platform.node()}\n{folder.resolve()}".encode()
    name = folder.name.encode("ascii", "ignore").decode()  # the collection name becomes part of a URL
    return f"citehop-{name}-{blake2b(place, digest_size=4).hexdigest()}"


def page_collection_name(name: str) -> str:
    """Return the name of the collection with the page images of a cluster. Collection `name` has the cluster's
    passages.
    """
    return f"{name}-pages"


def check_server_replies(settings: Settings) -> None:
    """Raise what `check_connection` raises if `settings` name a server that does not reply. Call it before papers are
    parsed.
    """
    if settings.qdrant_url:
        from ..stores.server_calls import check_connection

        check_connection(settings)


def describe_server_layout(dimension: int, settings: Settings) -> str:
    """Return the layout of a collection as one text. A collection with another layout is created anew."""
    options = collection_options(settings)
    parts = (options.shards, options.replicas, int(options.payload_on_disk), options.quantization)
    return "/".join(map(str, (f"server {_LAYOUT}", dimension, *parts)))


def has_layout(state: StoreState, settings: Settings) -> bool:
    """True if the collection of `state` was made with the options of `settings`."""
    dimension = state.layout.split("/")[1]
    return state.layout == describe_server_layout(int(dimension), settings)


def create_server_store(state: StoreState, dimension: int, settings: Settings) -> ServerStore:
    """Create an empty collection that will replace the collection of `state`. Raises what `call_server` raises."""
    from ..stores.server import ServerStore
    from ..stores.server_calls import connect

    client = connect(state.url, settings)
    return ServerStore.create(client, state.location, dimension, collection_options(settings))


def server_holds(state: StoreState, settings: Settings) -> bool:
    """True if the server has exactly the points of `state`, compared by their number and the keys of their content.

    False only if the server replies that the points differ or the collection is missing. Raises what `call_server`
    raises if the server does not reply or refuses.
    """
    from ..stores.server import ServerStore
    from ..stores.server_calls import MissingCollectionError, connect

    wanted: Counter[str] = Counter()
    for _, key, count in state.papers:
        wanted[key] += count
    try:
        store = ServerStore(connect(state.url, settings), state.location)
        whole = store.size == state.points and store.contents(len(wanted) + 1) == +wanted
        store.close()
    except MissingCollectionError:
        return False
    return whole


def collection_options(settings: Settings) -> CollectionOptions:
    """Return the options of collections of passages. Raises ConfigurationError for an invalid value."""
    from ..stores.server import CollectionOptions

    check_quantization("qdrant_quantization", settings.qdrant_quantization)
    if settings.qdrant_shards < 0 or settings.qdrant_replicas < 0:
        raise ConfigurationError("qdrant_shards and qdrant_replicas must be 0 (the server's default) or more")
    return CollectionOptions(
        settings.qdrant_shards,
        settings.qdrant_replicas,
        not settings.qdrant_payload_in_memory,
        settings.qdrant_quantization,
    )
