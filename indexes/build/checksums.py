"""Checksums of the files of a build, computed just before it is committed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ...papers.clusters.checksums import Checksums, FileChecksum, compute_checksum, write_checksums
from ...papers.clusters.files import (
    bib_file,
    citations_file,
    figures_folder,
    paper_file,
    source_file,
    summaries_file,
)
from ...papers.clusters.manifest import Manifest
from ..cache_paths import chunk_file, summary_vectors_file
from ..stores.generations import STORE, generation_folder
from ..subject_files import FOLDER as SUBJECTS
from ..subject_files import subject_key


def add_checksums(folder: Path, manifest: Manifest, known: Checksums) -> Manifest:
    """Write the checksums of the files of `manifest` in the cluster `folder`, and return the manifest with the key of
    the checksums.

    Checksums of the last build (`known`) are reused for files whose names contain a key of their content. Files of
    sentence vectors get no checksum: a killed build may have replaced them, and their file format has its own
    checksums.
    """
    checksums: dict[str, FileChecksum] = {}
    for path in _list_files(folder, manifest):
        name = path.relative_to(folder).as_posix()
        before = None if name.startswith(STORE) else known.get(name)
        checksums[name] = before or compute_checksum(path)
    return replace(manifest, checksums=write_checksums(folder, checksums))


def list_parts(folder: Path, manifest: Manifest) -> Iterator[Path]:
    """Yield the files and folders that `manifest` names in the cluster `folder`.

    The checksums, the sentence vectors and the store are left out. Some of the paths do not exist if a paper has no
    pages or figures.
    """
    yield citations_file(folder, manifest.citations)
    yield summaries_file(folder, manifest.citations)
    yield folder / SUBJECTS / subject_key(manifest)
    if manifest.vectors:
        yield summary_vectors_file(folder, manifest.citations, manifest.vectors)
    if manifest.bib:
        yield bib_file(folder, manifest.bib)
    for file in manifest.files:
        if not file.problem:
            yield paper_file(folder, file)
            yield source_file(folder, file)
            yield chunk_file(folder, file)
            yield figures_folder(folder, file)


def _list_files(folder: Path, manifest: Manifest) -> Iterator[Path]:
    parts: Iterable[Path] = list_parts(folder, manifest)
    if not manifest.store.url:
        parts = (*parts, generation_folder(folder, manifest.store.location))
    for part in parts:
        if part.is_dir():
            yield from (path for path in sorted(part.rglob("*")) if path.is_file())
        elif part.exists():
            yield part
