"""Collections of a cluster on a Qdrant server: numbered, behind an alias that readers use.

A collection that has to be made anew is filled under the next number while the old one is searched. Then the alias changes
hands in one step, and the old collection is deleted.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from qdrant_client import QdrantClient, models

from ...errors import ConfigurationError

_POLL = 0.05  # seconds between two counts
_ARRIVAL = 120.0  # seconds in which points that were sent must have arrived


def name_next_collection(client: QdrantClient, alias: str) -> str:
    """The name of the collection that is to replace the one behind `alias`: its number plus one, or 1."""
    current = _behind(client, alias)
    number = current.removeprefix(f"{alias}-")
    return f"{alias}-{int(number) + 1 if number.isdecimal() else 1}"


def publish_collection(client: QdrantClient, alias: str, name: str) -> None:
    """Let `alias` stand for the collection `name`, in one step; then delete the collection that it stood for."""
    current = _behind(client, alias)
    if current == name:
        return
    create = models.CreateAlias(collection_name=name, alias_name=alias)
    changes: list[models.AliasOperations] = [models.CreateAliasOperation(create_alias=create)]
    if current:
        delete = models.DeleteAlias(alias_name=alias)
        changes.insert(0, models.DeleteAliasOperation(delete_alias=delete))
    elif client.collection_exists(alias):  # of a version that had no aliases
        client.delete_collection(alias)
    client.update_collection_aliases(changes)
    if current:
        client.delete_collection(current)


def drop_collection(client: QdrantClient, alias: str) -> None:
    """Delete `alias` and the collection that it stands for, or the collection of that name."""
    current = _behind(client, alias)
    if current:
        delete = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))
        client.update_collection_aliases([delete])
    client.delete_collection(current or alias)


def wait_for_points(name: str, count: Callable[[], int], points: int) -> None:
    """Wait until the collection `name` has all `points`, which were sent without waiting for them. Raises
    ConfigurationError if they do not arrive."""
    deadline = time.monotonic() + _ARRIVAL
    while (found := count()) != points:
        if time.monotonic() > deadline:
            raise ConfigurationError(
                f"Qdrant, collection {name}: {found} points arrived instead of {points}; index again"
            )
        time.sleep(_POLL)


def _behind(client: QdrantClient, alias: str) -> str:
    """The collection that `alias` stands for, or ""."""
    aliases = client.get_aliases().aliases
    return next((each.collection_name for each in aliases if each.alias_name == alias), "")
