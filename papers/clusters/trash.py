"""Keep deleted clusters so that they can be restored. <home>/trash/TIME/ holds a cluster's folder and its
conversations.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ...errors import ConfigurationError, UsageError
from ...settings import Settings
from .locate import cluster_folder
from .manage import CHATS, LOCK_SUFFIXES, existing_folder, hold_locks

FOLDER = "trash"
_ID = re.compile(r"\d{8}-\d{6}-\d{6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeletedCluster:
    """A deleted cluster; `id` is the time when it was deleted (UTC)."""

    id: str
    name: str


def delete_cluster(name: str, settings: Settings) -> DeletedCluster:
    """Move the cluster `name` and its conversations to the trash.

    Raises UsageError if there is no such cluster, UnavailableError while another process changes it, ConfigurationError
    if the folder cannot be moved.
    """
    folder = existing_folder(name, settings)
    deleted = DeletedCluster(f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}", folder.name)
    target = _trash(settings) / deleted.id
    chats = settings.home_path / CHATS / folder.name
    with hold_locks(folder):
        try:
            target.mkdir(parents=True)
            folder.rename(target / folder.name)
            if chats.is_dir():
                chats.rename(target / ".chats")
        except OSError as error:
            raise ConfigurationError(f"{folder}: cannot be moved ({error.strerror})") from error
    for suffix in LOCK_SUFFIXES:
        Path(f"{folder}{suffix}").unlink(missing_ok=True)
    return deleted


def restore_cluster(deleted_id: str, settings: Settings) -> str:
    """Move a deleted cluster back and return its name.

    Raises UsageError if there is no such deleted cluster, or if its name is taken.
    """
    deleted = _find(deleted_id, settings)
    source, target = _trash(settings) / deleted.id, cluster_folder(deleted.name, settings)
    with hold_locks(target):
        if target.exists():
            raise UsageError(
                f"cluster {deleted.name!r} exists again; rename it, then restore the deleted one"
            )
        try:
            (source / deleted.name).rename(target)
            chats = settings.home_path / CHATS / deleted.name
            if (source / ".chats").is_dir() and not chats.exists():
                (source / ".chats").rename(chats)
            shutil.rmtree(source, ignore_errors=True)
        except OSError as error:
            raise ConfigurationError(f"{target}: cannot be restored ({error.strerror})") from error
    return deleted.name


def purge_cluster(deleted_id: str, settings: Settings) -> str:
    """Delete a cluster in the trash permanently and return its former name. Raises UsageError if it is not in the
    trash.
    """
    deleted = _find(deleted_id, settings)
    try:
        shutil.rmtree(_trash(settings) / deleted.id)
    except OSError as error:
        raise ConfigurationError(f"{deleted.name}: cannot be deleted ({error.strerror})") from error
    return deleted.name


def list_deleted(settings: Settings) -> list[DeletedCluster]:
    """Return the clusters in the trash, the latest first."""
    found = []
    for path in sorted(_trash(settings).glob("*/*/"), reverse=True):
        if _ID.fullmatch(path.parent.name) and not path.name.startswith(".") and not path.is_symlink():
            found.append(DeletedCluster(path.parent.name, path.name))
    return found


def _find(deleted_id: str, settings: Settings) -> DeletedCluster:
    found = next((one for one in list_deleted(settings) if one.id == deleted_id), None)
    if found is None:
        raise UsageError("there is no such deleted cluster")
    return found


def _trash(settings: Settings) -> Path:
    return settings.home_path / FOLDER
