"""Delete damaged files of a cluster, so that the build makes them again from the sources."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...errors import ConfigurationError, UsageError
from ...papers.clusters.checksums import (
    NOTICE,
    Checksums,
    checksums_file,
    compute_checksum,
    find_changed_sizes,
    read_checksums,
)
from ...papers.clusters.cluster import Citations
from ...papers.clusters.files import figures_folder, paper_file, read_build_file
from ...papers.clusters.manifest import MANIFEST, Manifest
from ...papers.types import Paper
from ..cache_paths import read_vectors
from ..stores.generations import STORE
from ..types import Chunk

_TYPES: dict[str, Any] = {
    "papers": Paper,
    "chunks": tuple[Chunk, ...],
    "citations": Citations,
    "summaries": tuple[Paper, ...],
}


def delete_damaged_files(folder: Path, previous: Manifest | None, *, new_bib: bool) -> tuple[str, ...]:
    """Delete the damaged files of the cluster in `folder` and the files that are made together with them.

    Returns the names of the damaged files. Damaged files of the store are named but not deleted: the store may still
    answer, and only a complete new store replaces it. Only files that changed after the `previous` manifest was
    written are checked, or all files if damage was noticed since. Without checksums, files are decoded instead.
    Raises UsageError if the copy of the .bib file is damaged and there is no `new_bib`, because nothing else can
    replace it.
    """
    noticed = (folder / NOTICE).exists()
    try:
        checksums = read_checksums(folder, previous.checksums) if previous else {}
    except ConfigurationError:
        checksums = {}
    if previous and checksums:
        damaged = _find_changed(folder, checksums, everything=noticed)
    else:
        readable = previous is not None and not previous.checksums and not noticed
        damaged = [] if readable else list(_find_undecodable(folder))
    if previous and previous.checksums and not checksums:
        damaged.append(checksums_file(folder, previous.checksums).relative_to(folder).as_posix())
    if previous and previous.bib and f"sources/{previous.bib}" in damaged and not new_bib:
        raise UsageError(f"{folder / 'sources' / previous.bib}: damaged; give the .bib file again with --bib")
    damaged += _find_damaged_vectors(folder, previous, everything=noticed) if previous else []
    for name in damaged:
        if not name.startswith(STORE):
            (folder / name).unlink(missing_ok=True)
    if previous:
        _delete_dependents(folder, previous, set(damaged))
    (folder / NOTICE).unlink(missing_ok=True)
    return tuple(damaged)


def _find_changed(folder: Path, checksums: Checksums, *, everything: bool) -> list[str]:
    committed = (folder / MANIFEST).stat().st_mtime_ns
    damaged = set(find_changed_sizes(folder, checksums))
    for name, checksum in checksums.items():
        path = folder / name
        if name not in damaged and (everything or _change_time(path) > committed):
            found = _digest(path)
            if checksum.digest != found:
                damaged.add(name)
    return sorted(damaged)


def _find_damaged_vectors(folder: Path, previous: Manifest, *, everything: bool) -> list[str]:
    """Return the damaged files of sentence vectors. They are found by decoding: their format has checksums."""
    committed = (folder / MANIFEST).stat().st_mtime_ns
    paths = sorted((folder / "vectors" / previous.vectors).glob("*.npz")) if previous.vectors else []
    return [
        path.relative_to(folder).as_posix()
        for path in paths
        if (everything or _change_time(path) > committed)
        and not read_vectors(folder, previous.vectors, path.stem)
    ]


def _change_time(path: Path) -> int:
    """Return the later of mtime and ctime in nanoseconds. Copying can preserve the mtime, but nobody can set the
    ctime.
    """
    found = path.stat()
    return max(found.st_mtime_ns, found.st_ctime_ns)


def _digest(path: Path) -> str:
    try:
        return compute_checksum(path).digest
    except OSError:  # for example a bad sector
        return ""


def _find_undecodable(folder: Path) -> Iterator[str]:
    for part, cls in _TYPES.items():
        for path in sorted((folder / part).glob("*.json")):
            try:
                read_build_file(cls, path)
            except ConfigurationError:
                yield path.relative_to(folder).as_posix()


def _delete_dependents(folder: Path, previous: Manifest, damaged: set[str]) -> None:
    """Delete the parsed paper of every damaged figure, and all subjects if one is damaged: they are made together."""
    folders = {name.partition("/")[0] for name in damaged}
    if "figures" in folders:
        for file in previous.files:
            images = figures_folder(folder, file).relative_to(folder).as_posix()
            if any(name.startswith(f"{images}/") for name in damaged):
                paper_file(folder, file).unlink(missing_ok=True)
    if "subjects" in folders:
        shutil.rmtree(folder / "subjects", ignore_errors=True)
