"""Remove clusters and libraries, rename clusters, and set anchors, under the locks that indexing and adding hold."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from ...errors import ConfigurationError, UnavailableError, UsageError
from ...settings import Settings
from ..files import write_atomic
from ..plural import list_some
from ..records import Ledger
from ..serialization import to_json
from .ledger import ledger_path, read_ledger
from .library import VIEWS, library_folder, list_libraries
from .links import refuse_links
from .locate import cluster_folder, open_cluster, suggest_clusters
from .manifest import MANIFEST, read_manifest, write_manifest

CHATS = "chats"  # below the home folder: conversations, in a folder for each cluster
LOCK_SUFFIXES = (".lock", ".add.lock")  # locks of indexing and of adding, next to the cluster's folder


def remove_cluster(name: str, settings: Settings) -> Path:
    """Delete the cluster `name` and its locks, and return its former folder.

    Vectors on a Qdrant server stay there. Raises UsageError if there is no such cluster, UnavailableError while another
    process changes it, ConfigurationError if the folder cannot be deleted.
    """
    folder = existing_folder(name, settings)
    _delete(folder)
    return folder


def remove_library(name: str, settings: Settings) -> Path:
    """Delete the library `name` with its views and locks, and return its former folder.

    Vectors on a Qdrant server stay there. Raises the same errors as `remove_cluster`.
    """
    folder = existing_library(name, settings)
    _delete(folder)
    return folder


def existing_library(name: str, settings: Settings) -> Path:
    """Return the folder of the library `name`. Raises UsageError if there is no such library."""
    folder = library_folder(name, settings)
    if not (folder / VIEWS).exists():
        known = list_libraries(settings)
        raise UsageError(f"no library {name!r}; there are: {list_some(known) if known else 'none yet'}")
    return folder


def _delete(folder: Path) -> None:
    """Delete the folder of a cluster or library with its locks."""
    with hold_locks(folder):
        try:
            # Without these files the folder is no cluster or library, so a kill from here on leaves nothing broken.
            (folder / VIEWS).unlink(missing_ok=True)
            (folder / MANIFEST).unlink(missing_ok=True)
            if not ledger_path(folder).parent.is_symlink():
                ledger_path(folder).unlink(missing_ok=True)
            shutil.rmtree(folder)
        except OSError as error:
            raise ConfigurationError(f"{folder}: cannot be deleted ({error.strerror})") from error
    for suffix in LOCK_SUFFIXES:
        Path(f"{folder}{suffix}").unlink(missing_ok=True)


def rename_cluster(name: str, new_name: str, settings: Settings) -> Path:
    """Rename the cluster `name` to `new_name` and return its new folder. After a kill, the same call completes the
    renaming.

    Raises UsageError if there is no such cluster, or if `new_name` is taken or not portable. Raises UnavailableError
    while another process changes either cluster. Raises ConfigurationError for a link out of the folder, or if the
    folder cannot be renamed.
    """
    folder, target = existing_folder(name, settings), cluster_folder(new_name, settings)
    if target.exists():
        raise UsageError(f"cluster {new_name!r} exists already; choose another name")
    with hold_locks(folder), hold_locks(target):
        refuse_links(folder)
        manifest, ledger = read_manifest(folder), read_ledger(folder)
        try:
            if ledger is not None:
                write_atomic(ledger_path(folder), to_json(replace(ledger, name=new_name)) + "\n")
            if manifest is not None:
                write_manifest(folder, replace(manifest, name=new_name))
            folder.rename(target)
            _rename_chats(name, target.name, settings)
        except OSError as error:
            raise ConfigurationError(f"{folder}: cannot be renamed ({error.strerror})") from error
    for suffix in LOCK_SUFFIXES:
        Path(f"{folder}{suffix}").unlink(missing_ok=True)
    return target


def _rename_chats(name: str, new_name: str, settings: Settings) -> None:
    """Move the conversations about a cluster, so that they can be resumed under its new name."""
    chats = settings.home_path / CHATS
    if (chats / name).is_dir() and not (chats / new_name).exists():
        (chats / name).rename(chats / new_name)


def existing_folder(name: str, settings: Settings) -> Path:
    """Return the folder of the cluster `name`, which may be incomplete. Raises UsageError if there is no folder."""
    folder = cluster_folder(name, settings)
    if not folder.is_dir():
        if name in list_libraries(settings):
            raise UsageError(f"{name} is a library, not a cluster; see citehop library --help")
        raise UsageError(f"no cluster {name!r}; {suggest_clusters(name, settings)}")
    return folder


@contextmanager
def hold_locks(folder: Path, *, to_read: bool = False) -> Iterator[None]:
    """Hold both locks of the cluster in `folder`. With `to_read`, locks that cannot be written are skipped.

    Raises UnavailableError while another process holds a lock. Raises ConfigurationError if a lock cannot be written,
    unless `to_read` is true.
    """
    with ExitStack() as stack:
        for suffix in LOCK_SUFFIXES:
            try:
                stack.enter_context(FileLock(f"{folder}{suffix}", timeout=0))
            except Timeout:
                raise UnavailableError(
                    f"another process is changing cluster {folder.name!r}; try again later"
                ) from None
            except OSError as error:
                if to_read:  # nobody changes a home folder that cannot be written
                    continue
                raise ConfigurationError(f"{folder.parent}: cannot be written ({error.strerror})") from error
        yield


def set_anchor(name: str, paper_id: str, settings: Settings) -> None:
    """Make `paper_id` the anchor of the cluster `name`, both in its manifest and in its ledger.

    Raises UsageError for an unknown cluster or paper, UnavailableError while another process changes the cluster.
    """
    folder = existing_folder(name, settings)
    with hold_locks(folder):
        cluster = open_cluster(folder, settings)
        file = cluster.file(paper_id)
        ledger = cluster.ledger
        if ledger is not None:
            write_atomic(ledger_path(folder), to_json(_with_anchor(ledger, file.name)) + "\n")
        write_manifest(folder, replace(cluster.manifest, anchor=paper_id))


def _with_anchor(ledger: Ledger, file: str) -> Ledger:
    """Return `ledger` with the entry of `file` as its anchor; the former anchor becomes an added paper."""
    entries = tuple(
        replace(entry, role="anchor")
        if file.rpartition("#")[2] in (*entry.files, entry.slug)
        else replace(entry, role="added" if entry.role == "anchor" else entry.role)
        for entry in ledger.entries
    )
    return replace(ledger, entries=entries)
