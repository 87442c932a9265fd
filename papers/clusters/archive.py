"""Export clusters as ZIP archives of the folder's files, with the size and the SHA-256 of each file."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from ...errors import UsageError
from ...settings import Settings
from ..serialization import to_json
from .manage import existing_folder, hold_locks
from .manifest import MANIFEST, Manifest, read_manifest

FORMAT = 1
LIST = "checksums.json"  # the archive's entry that lists all other entries
BLOCK = 1 << 18  # bytes that are read at once
# The modification time of all entries, so that equal clusters give equal archives.
_EPOCH = (1980, 1, 1, 0, 0, 0)

Listener = Callable[[int, int], None]  # is called with the number of files done and the number of all files


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """A file of a cluster: its path in the folder, with "/", its size in bytes, and its SHA-256 in hexadecimal digits."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ArchiveList:
    """The contents of an archive. `name` is the name of the exported cluster, and `files` are its files, sorted by
    path.
    """

    format: int
    name: str
    files: tuple[ArchivedFile, ...]


def export_cluster(
    name: str, target: Path, settings: Settings, listen: Listener | None = None
) -> ArchiveList:
    """Write the cluster `name` to the ZIP archive `target`, and return the list of its files.

    Temporary files, locks and the path of the indexed folder are left out. Raises UsageError if there is no such
    cluster, if its vectors are on a Qdrant server, or if `target` exists or cannot be written. Raises UnavailableError
    while another process changes the cluster.
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


def _write_archive(folder: Path, manifest: Manifest, target: Path, listen: Listener | None) -> ArchiveList:
    if target.exists():
        raise UsageError(f"{target}: exists already; name another file")
    own = to_json(replace(manifest, folder="", origin="")).encode()  # both mean nothing on another machine
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
    """Yield the paths of the cluster's files, relative to `folder`: no links, no hidden or temporary files, only the
    current store.
    """
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
        while block := reader.read(BLOCK):
            digest.update(block)
            size += len(block)
            writer.write(block)
    return ArchivedFile(path, size, digest.hexdigest())
