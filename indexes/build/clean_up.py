"""Deleting what no manifest needs any more."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from ...papers.clusters.cluster import bib_file, citations_file, paper_file, source_file
from ...papers.clusters.manifest import Manifest
from ..cache_paths import chunk_file, vector_file

_ROOMS = ("sources", "papers", "figures", "chunks", "citations", "vectors")


def tidy(folder: Path, manifest: Manifest, previous: Manifest | None) -> None:
    """Delete what neither `manifest` nor the `previous` one names: the latter may still have readers."""
    keep = set(_named(folder, manifest)) | set(_named(folder, previous) if previous else ())
    for room in _ROOMS:
        for path in (folder / room).glob("*"):
            if room == "vectors" and path.name == manifest.vectors:
                _delete(file for file in path.glob("*") if file not in keep)
            elif path not in keep:
                _delete([path])
    broken = {file.paper_id for file in manifest.files if file.problem}
    _delete(path for path in (folder / "problems").glob("*") if path.name.partition(".")[0] not in broken)


def _named(folder: Path, manifest: Manifest) -> Iterable[Path]:
    yield citations_file(folder, manifest.citations)
    yield bib_file(folder, manifest.bib)
    for file in manifest.files:
        if file.problem:
            continue
        yield paper_file(folder, file)
        yield source_file(folder, file)
        yield folder / "figures" / f"{file.paper_id}.{file.parsed}"
        yield chunk_file(folder, file)
        yield vector_file(folder, manifest.vectors, file.paper_id)


def _delete(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
