"""Delete the files of a cluster that no manifest needs any more."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from ...papers.clusters.checksums import checksums_file
from ...papers.clusters.manifest import Manifest
from ..cache_paths import vector_file
from ..subject_files import FOLDER as SUBJECTS
from .checksums import list_parts

_FOLDERS = (
    "sources",
    "papers",
    "figures",
    "chunks",
    "citations",
    "summaries",
    "vectors",
    "checksums",
    SUBJECTS,
)
_WRITING_SECONDS = 1.0  # no process uses a temporary file of a store or a manifest for longer
_ENGINE_FOLDER = ".atomicwrite"  # Qdrant Edge writes the new version of a file in a folder of this name


def delete_unused_files(folder: Path, manifest: Manifest, previous: Manifest | None) -> None:
    """Delete the files that neither `manifest` nor `previous` names. The `previous` manifest may still have readers."""
    keep = set(_named(folder, manifest)) | set(_named(folder, previous) if previous else ())
    for part in _FOLDERS:
        for path in (folder / part).glob("*"):
            if part == "vectors" and path.name == manifest.vectors:
                _delete(file for file in path.glob("*") if file not in keep)
            elif path not in keep:
                _delete([path])
    broken = {file.paper_id for file in manifest.files if file.problem}
    _delete(path for path in (folder / "problems").glob("*") if path.name.partition(".")[0] not in broken)


def _named(folder: Path, manifest: Manifest) -> Iterable[Path]:
    yield from list_parts(folder, manifest)
    yield checksums_file(folder, manifest.checksums)
    for paper_id in manifest.paper_ids:
        yield vector_file(folder, manifest.vectors, paper_id)


def _delete(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def sweep_temporary_files(folder: Path) -> None:
    """Delete temporary files that a killed process left in the cluster `folder`, including those of the embedded
    Qdrant engine.

    A file younger than `_WRITING_SECONDS` may belong to a process that is opening the store at this moment, so it is
    deleted only if it still exists at that age. Downloads under fetched/ are left to the process that writes them.
    """
    fetched = folder / "fetched"
    files = [path for path in folder.rglob("*.tmp") if fetched not in path.parents]
    ages = [time.time() - path.stat().st_mtime for path in files if path.exists()]
    if ages:
        time.sleep(min(max(_WRITING_SECONDS - min(ages), 0.0), _WRITING_SECONDS))
    for path in files:
        _delete([path])
        if path.parent.name.startswith(_ENGINE_FOLDER):
            shutil.rmtree(path.parent, ignore_errors=True)
