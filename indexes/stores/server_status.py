"""State of a Qdrant server: its version, the rights of the key, and its collections."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from qdrant_client import QdrantClient

from ...errors import ConfigurationError
from ...settings import Settings
from .server_calls import call_server, connect

_PREFIX = "citehop-"  # prefix of every collection that citehop makes
_NO_COLLECTION = "citehop-doctor-no-such-collection"


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The state of a Qdrant server.

    `may_write` is False for a key that may only read. `collections` are the collections made by citehop, and
    `foreign` are those of them that belong to no cluster of this home folder. Both are sorted.
    """

    version: str
    may_write: bool
    collections: tuple[str, ...]
    foreign: tuple[str, ...]


def inspect_server(settings: Settings, owned: Collection[str]) -> ServerStatus:
    """Return the state of the server of `settings`. `owned` are the collections and aliases in manifests of this home
    folder.

    Nothing is changed on the server. Raises what `connect` and `call_server` raise.
    """
    client = connect(settings.qdrant_url, settings)
    try:
        version = call_server("", client.info, patience=0.0).version
        names = {each.name for each in call_server("", client.get_collections, patience=0.0).collections}
        aliases = call_server("", client.get_aliases, patience=0.0).aliases
        behind = {each.collection_name for each in aliases if each.alias_name in owned}
        made = tuple(sorted(name for name in names if name.startswith(_PREFIX)))
        foreign = tuple(name for name in made if name not in behind and name not in owned)
        return ServerStatus(version, _may_write(client), made, foreign)
    finally:
        client.close()


def _may_write(client: QdrantClient) -> bool:
    """True if the key may change collections. It is tested by deleting a collection that does not exist, which
    changes nothing.
    """
    try:
        call_server(_NO_COLLECTION, lambda: client.delete_collection(_NO_COLLECTION), patience=0.0)
    except ConfigurationError:
        return False
    return True
