"""Import a cluster from an archive, which may come from anybody.

Nothing is written outside the new folder, no link is followed, and no byte beyond the listed sizes is unpacked. The
cluster appears under its name only after every file was compared with its checksum.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO

from ...errors import CitehopError, ConfigurationError, UsageError
from ...settings import Settings
from ..serialization import from_json, to_json
from .archive import BLOCK, FORMAT, LIST, ArchivedFile, ArchiveList, Listener
from .cluster import Cluster
from .ledger import ledger_path, read_ledger
from .locate import cluster_folder
from .manage import hold_locks
from .manifest import MANIFEST, read_manifest, write_manifest

_MOST_FILES = 1_000_000
_MOST_LIST_BYTES = 256 << 20
_MOST_BYTES = 256 << 30  # largest unpacked size of all files together
_ZEROS = bytes(BLOCK)
_PART = re.compile(r"[^\x00-\x1f\\/:]+")


def import_cluster(
    source: Path, name: str | None, settings: Settings, listen: Listener | None = None
) -> Cluster:
    """Unpack the archive `source` as the cluster `name` (default: its name when it was exported).

    Raises UsageError if the archive is damaged, is incomplete or names anything outside the cluster's folder, if there
    is not enough space, or if the name is taken. Raises ConfigurationError if the home folder cannot be written.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            listed = _read_list(archive, source)
            target = cluster_folder(name or listed.name, settings)
            if target.exists():
                raise UsageError(f"cluster {target.name!r} exists already; choose another name with --name")
            _check_space(listed, source, settings)
            with hold_locks(target):
                return _unpack(archive, source, listed, target, listen)
    except OSError as error:
        if error.filename and Path(error.filename) != source:
            raise ConfigurationError(f"{error.filename}: cannot be written ({error.strerror})") from error
        raise UsageError(f"{source}: cannot be read ({error.strerror or error})") from error
    except _DAMAGE as error:
        raise UsageError(
            f"{source}: not an archive of citehop clusters export, or damaged ({error})"
        ) from error


_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


def _read_list(archive: zipfile.ZipFile, source: Path) -> ArchiveList:
    """Read the archive's list of files.

    Raises UsageError if the list differs from the archive's entries, or if an entry is not a file inside the cluster's
    folder.
    """
    entries = archive.infolist()
    found = next((entry for entry in entries if entry.filename == LIST), None)
    if found is None or found.file_size > _MOST_LIST_BYTES or len(entries) > _MOST_FILES:
        raise UsageError(f"{source}: not an archive of citehop clusters export")
    with archive.open(found) as stream:
        text = stream.read(_MOST_LIST_BYTES + 1)
    listed = from_json(ArchiveList, text.decode("utf-8"))
    if listed.format != FORMAT:
        raise UsageError(f"{source}: written by another version of citehop (format {listed.format})")
    paths = [file.path for file in listed.files]
    if sorted([*paths, LIST]) != sorted(entry.filename for entry in entries) or len(set(paths)) != len(paths):
        raise UsageError(f"{source}: its list of files differs from its contents; export the cluster again")
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if not _is_inside(entry.filename) or kind not in (0, stat.S_IFREG):
            raise UsageError(f"{source}: {entry.filename!r} is not a file inside a cluster; do not trust it")
    if not {MANIFEST} <= set(paths):
        raise UsageError(f"{source}: contains no {MANIFEST}; export the cluster again")
    return listed


def _is_inside(path: str) -> bool:
    """True if `path`, relative to a folder, is a file below that folder on every operating system."""
    parts = path.split("/")
    return all(_PART.fullmatch(part) and part == part.strip(". ") for part in parts)


def _check_space(listed: ArchiveList, source: Path, settings: Settings) -> None:
    needed = sum(file.size for file in listed.files)
    existing = next(path for path in (settings.home_path, *settings.home_path.parents) if path.exists())
    free = shutil.disk_usage(existing).free
    if min(file.size for file in listed.files) < 0 or needed > min(free, _MOST_BYTES):
        raise UsageError(
            f"{source}: needs {needed / 1e6:,.0f} MB unpacked, {free / 1e6:,.0f} MB are free; free some space, or do not trust it"
        )


def _unpack(
    archive: zipfile.ZipFile, source: Path, listed: ArchiveList, target: Path, listen: Listener | None
) -> Cluster:
    """Unpack into a folder next to the clusters, which is renamed to `target` after everything in it was checked."""
    folder = target.parent.parent / f".import-{target.name}"
    shutil.rmtree(folder, ignore_errors=True)  # left by an import that was killed
    try:
        for done, file in enumerate(listed.files, 1):
            with archive.open(file.path) as reader:
                _unpack_file(reader, file, folder / PurePosixPath(file.path), source)
            if listen:
                listen(done, len(listed.files))
        try:
            manifest, ledger = read_manifest(folder), read_ledger(folder)
            assert manifest is not None, "the list names it"
            manifest = replace(manifest, name=target.name)
        except CitehopError as error:
            raise UsageError(f"{source}: {error}") from error
        if manifest.store.url:
            raise UsageError(f"{source}: its vectors are on a server ({manifest.store.url}); do not trust it")
        write_manifest(folder, manifest)
        if ledger is not None:
            ledger_path(folder).write_text(to_json(replace(ledger, name=target.name)) + "\n", "utf-8")
        folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Cluster(target, manifest)


def _unpack_file(reader: IO[bytes], file: ArchivedFile, target: Path, source: Path) -> None:
    """Write one file as a sparse file: blocks of zeros are not stored, because the vector engine's files are mostly
    zeros.

    Raises UsageError if size or checksum differ.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with target.open("xb") as writer:
        while size <= file.size and (block := reader.read(BLOCK)):
            digest.update(block)
            size += len(block)
            if block == _ZEROS[: len(block)]:
                writer.seek(len(block), os.SEEK_CUR)
            else:
                writer.write(block)
        writer.truncate()
    if (size, digest.hexdigest()) != (file.size, file.sha256):
        raise UsageError(f"{source}: {file.path} differs from its checksum; export the cluster again")
