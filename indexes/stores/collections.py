"""Collections of a cluster on a Qdrant server: they are numbered, and readers use an alias.

A collection that must be created anew is filled under the next number while the old one is searched. Then the alias
is switched to the new collection in one operation, and the old collection is deleted.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from qdrant_client import QdrantClient, models

from ...errors import ConfigurationError

_POLL = 0.05  # seconds between two counts
_ARRIVAL = 120.0  # seconds after which all points that were sent must have arrived


def name_next_collection(client: QdrantClient, alias: str) -> str:
    """Return the name of the collection that will replace the one behind `alias`: its number plus one, or number 1."""
    current = _behind(client, alias)
    number = current.removeprefix(f"{alias}-")
    return f"{alias}-{int(number) + 1 if number.isdecimal() else 1}"


def publish_collection(client: QdrantClient, alias: str, name: str) -> None:
    """Switch `alias` to the collection `name` in one operation, then delete the collection behind it before."""
    current = _behind(client, alias)
    if current == name:
        return
    create = models.CreateAlias(collection_name=name, alias_name=alias)
    changes: list[models.AliasOperations] = [models.CreateAliasOperation(create_alias=create)]
    if current:
        delete = models.DeleteAlias(alias_name=alias)
        changes.insert(0, models.DeleteAliasOperation(delete_alias=delete))
    elif client.collection_exists(alias):  # a collection made by a version without aliases
        client.delete_collection(alias)
    client.update_collection_aliases(changes)
    if current:
        client.delete_collection(current)


def drop_collection(client: QdrantClient, alias: str) -> None:
    """Delete `alias` and the collection behind it, or the collection called `alias` if there is no such alias."""
    current = _behind(client, alias)
    if current:
        delete = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))
        client.update_collection_aliases([delete])
    client.delete_collection(current or alias)


def wait_for_points(name: str, count: Callable[[], int], points: int) -> None:
    """Wait until the collection `name` has all `points`, which were sent without waiting.

    Raises ConfigurationError if they do not arrive in time.
    """
    deadline = time.monotonic() + _ARRIVAL
    while (found := count()) != points:
        if time.monotonic() > deadline:
            raise ConfigurationError(
                f"Qdrant, collection {name}: {found} points arrived instead of {points}; index again"
            )
        time.sleep(_POLL)


def _behind(client: QdrantClient, alias: str) -> str:
    """Return the name of the collection behind `alias`; "" if there is no such alias."""
    aliases = client.get_aliases().aliases
    return next((each.collection_name for each in aliases if each.alias_name == alias), "")
