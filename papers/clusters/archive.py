"""Clusters as one file: a ZIP archive of the folder's files with the size and the SHA-256 of each.

An archive may come from anybody. Nothing is written outside the new folder, no link is followed, and no byte beyond the
listed sizes is unpacked; the cluster appears under its name only after every file was compared with its checksum.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO

from ...errors import CitehopError, ConfigurationError, UsageError
from ...settings import Settings
from ..serialization import from_json, to_json
from .cluster import Cluster
from .ledger import ledger_path, read_ledger
from .locate import cluster_folder
from .manage import existing_folder, hold_locks
from .manifest import MANIFEST, Manifest, read_manifest, write_manifest

FORMAT = 1
LIST = "checksums.json"  # the archive's entry that lists all others
_MOST_FILES = 1_000_000
_MOST_LIST_BYTES = 256 << 20
_MOST_BYTES = 256 << 30  # of all files together, unpacked
_BLOCK = 1 << 18
_ZEROS = bytes(_BLOCK)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the time of all entries, so that equal clusters give equal archives
_PART = re.compile(r"[^\x00-\x1f\\/:]+")

Listener = Callable[[int, int], None]  # gets files done, and files in all


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """A file of a cluster: its path in the folder, with "/", its size in bytes, and its SHA-256 as hexadecimal digits."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ArchiveList:
    """The contents of an archive: `files`, sorted by path, of the cluster that was called `name`."""

    format: int
    name: str
    files: tuple[ArchivedFile, ...]


def export_cluster(
    name: str, target: Path, settings: Settings, listen: Listener | None = None
) -> ArchiveList:
    """Write the cluster `name` to the file `target`, without temporary files, locks and the path of the indexed folder.

    Raises UsageError if there is no such cluster, if its vectors are on a Qdrant server, or if `target` exists or cannot
    be written; UnavailableError while another process changes the cluster.
    """
    folder = existing_folder(name, settings)
    with hold_locks(folder, to_read=True):
        manifest = read_manifest(folder)
        if manifest is None:
            raise UsageError(f"cluster {name!r} is not complete; run citehop index again, then export it")
        if manifest.store.url:
            raise UsageError(
                f"the vectors of cluster {name!r} are on the Qdrant server {manifest.store.url}; "
                "index it again without --qdrant-url, then export it"
            )
        return _write_archive(folder, manifest, target, listen)


def import_cluster(
    source: Path, name: str | None, settings: Settings, listen: Listener | None = None
) -> Cluster:
    """Unpack the archive `source` as the cluster `name` (default: its name when it was exported).

    Raises UsageError if the archive is damaged, incomplete or names anything outside the cluster's folder, if there is not
    enough space, or if the name is taken; ConfigurationError if the home folder cannot be written.
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


def _write_archive(folder: Path, manifest: Manifest, target: Path, listen: Listener | None) -> ArchiveList:
    if target.exists():
        raise UsageError(f"{target}: exists already; name another file")
    own = to_json(replace(manifest, folder="")).encode()  # a private path of this machine
    paths = [path for path in sorted(_files(folder, manifest)) if path != MANIFEST]
    listed: list[ArchivedFile] = []
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
        try:
            with (
                os.fdopen(handle, "wb") as stream,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
            ):
                for done, path in enumerate(paths, 1):
                    with (folder / path).open("rb") as reader:
                        listed.append(_add(archive, path, reader))
                    if listen:
                        listen(done, len(paths) + 1)
                archive.writestr(_entry(MANIFEST), own)
                if listen:
                    listen(len(paths) + 1, len(paths) + 1)
                listed.append(ArchivedFile(MANIFEST, len(own), hashlib.sha256(own).hexdigest()))
                contents = ArchiveList(FORMAT, folder.name, tuple(sorted(listed, key=lambda file: file.path)))
                archive.writestr(_entry(LIST), to_json(contents))
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror}); name another file") from error
    return contents


def _files(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Paths of the cluster's files: no links, no hidden or temporary files, and only the current store."""
    for base, folders, names in os.walk(folder):
        inside = Path(base).relative_to(folder)
        folders[:] = [name for name in folders if not name.startswith(".")]
        if inside.parts == ("store",):
            folders[:] = [name for name in folders if name == manifest.store.location]
        for name in names:
            path = Path(base, name)
            if (
                path.is_file()
                and not path.is_symlink()
                and not name.startswith(".")
                and path.suffix != ".tmp"
            ):
                yield (inside / name).as_posix()


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    return entry


def _add(archive: zipfile.ZipFile, path: str, reader: IO[bytes]) -> ArchivedFile:
    digest, size = hashlib.sha256(), 0
    with archive.open(_entry(path), "w", force_zip64=True) as writer:
        while block := reader.read(_BLOCK):
            digest.update(block)
            size += len(block)
            writer.write(block)
    return ArchivedFile(path, size, digest.hexdigest())


def _read_list(archive: zipfile.ZipFile, source: Path) -> ArchiveList:
    """The archive's list, which agrees with its entries and names only paths inside a folder. Raises UsageError."""
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
    """True if `path` names a file below the folder that it is relative to, on every operating system."""
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
    """Unpack to a folder beside the clusters, which is renamed to `target` when everything in it was checked."""
    folder = target.parent.parent / f".import-{target.name}"
    shutil.rmtree(folder, ignore_errors=True)  # of an import that was killed
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
    """Write one file, with holes where it has blocks of zeros, as the embedded engine maps files of mostly zeros."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with target.open("xb") as writer:
        while size <= file.size and (block := reader.read(_BLOCK)):
            digest.update(block)
            size += len(block)
            if block == _ZEROS[: len(block)]:
                writer.seek(len(block), os.SEEK_CUR)
            else:
                writer.write(block)
        writer.truncate()
    if (size, digest.hexdigest()) != (file.size, file.sha256):
        raise UsageError(f"{source}: {file.path} differs from its checksum; export the cluster again")
