"""Verify a cluster: read every file and compare it with its checksum."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from ...errors import CitehopError, ConfigurationError
from ...papers.clusters.checksums import FileChecksum, compute_checksum, notice_damage
from ...papers.clusters.cluster import Citations, Cluster
from ...papers.clusters.files import bib_file, citations_file, paper_file, read_build_file, source_file
from ...papers.clusters.manifest import SourceFile, is_built_here
from ...papers.files import compute_sha256
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import read_chunks, vector_file
from ..pages.files import PAGES, is_whole, pack_file, read_pages_manifest, store_folder
from ..source_comparison import compare_with_sources
from ..stores.address import is_configured
from ..stores.generations import STORE
from .report import BuildProgress, Damage, Listener
from .write_store import open_store


def verify_cluster(cluster: Cluster, settings: Settings, progress: Listener | None = None) -> list[Damage]:
    """Return the damage found in `cluster`; empty if the cluster is intact.

    `progress` is called with the number of files or papers. Files are compared with their checksums, or decoded if
    the cluster was built without checksums. An intact cluster from another machine is then compared with its PDFs,
    because whoever forges a file also forges its checksum. The points on a Qdrant server are counted only if
    `settings` name that server: the address in a manifest is not trusted. If there is damage, the next build reads
    every file again.
    """
    listen = progress or (lambda _: None)
    try:
        damage = _compare_checksums(cluster, listen) if cluster.checksums else _decode_files(cluster, listen)
    except ConfigurationError as error:  # the file of checksums is damaged
        damage = [Damage("checksums", str(error)), *_decode_files(cluster, listen)]
    files = [file for file in cluster.manifest.files if not file.problem]
    if cluster.manifest.vectors:
        paths = [vector_file(cluster.path, cluster.manifest.vectors, file.paper_id) for file in files]
        damage += [found for path in paths for found in _check(cluster, path, lambda path=path: _load(path))]  # type: ignore[misc]
    if not any(found.part.startswith(STORE) for found in damage):
        damage += _check_store(cluster, settings)
    damage += _check_pages(cluster)
    if not damage and not is_built_here(cluster.path):
        return list(compare_with_sources(cluster, settings, listen))
    if damage:
        notice_damage(cluster.path)
    return damage


def _compare_checksums(cluster: Cluster, listen: Listener) -> list[Damage]:
    causes = cluster.find_damage()
    for done, (name, known) in enumerate(cluster.checksums.items(), 1):
        if name not in causes:
            path = cluster.path / name
            for found in _check(cluster, path, lambda path=path, known=known: _compare(path, known)):  # type: ignore[misc]
                causes[name] = found.cause
        listen(BuildProgress("verify", done, len(cluster.checksums)))
    return [Damage(name, cause) for name, cause in sorted(causes.items())]


def _decode_files(cluster: Cluster, listen: Listener) -> list[Damage]:
    files = [file for file in cluster.manifest.files if not file.problem]
    damage: list[Damage] = []
    for done, file in enumerate(files, 1):
        damage += _check_paper(cluster, file)
        listen(BuildProgress("verify", done, len(files)))
    citations = citations_file(cluster.path, cluster.manifest.citations)
    damage += _check(cluster, citations, lambda: read_build_file(Citations, citations))
    if cluster.manifest.bib:
        bib = bib_file(cluster.path, cluster.manifest.bib)
        damage += _check(cluster, bib, bib.read_bytes)
    return damage


def _check_paper(cluster: Cluster, file: SourceFile) -> Iterator[Damage]:
    folder = cluster.path
    papers: list[Paper] = []
    path = paper_file(folder, file)
    yield from _check(cluster, path, lambda: papers.append(read_build_file(Paper, path)))
    for figure in (figure for paper in papers for figure in paper.figures if figure.image):
        image = folder / figure.image
        yield from _check(cluster, image, lambda image=image: _decode(image))  # type: ignore[misc]
    source = source_file(folder, file)
    if file.name.lower().endswith(".pdf"):
        yield from _check(cluster, source, lambda: _compare_source(source, file.sha256))
    yield from _check(cluster, folder / "chunks" / file.paper_id, lambda: read_chunks(folder, file))


def _check(cluster: Cluster, path: Path, read: Callable[[], object]) -> Iterator[Damage]:
    """Yield the damage of the file `path` if `read` raises an exception."""
    part = path.relative_to(cluster.path).as_posix()
    try:
        read()
    except FileNotFoundError:
        yield Damage(part, "missing")
    except CitehopError as error:
        yield Damage(part, str(error))
    except Exception as error:  # decoders raise any exception for damaged files
        yield Damage(part, f"damaged ({type(error).__name__}: {error})"[:200])


def _check_store(cluster: Cluster, settings: Settings) -> Iterator[Damage]:
    state = cluster.manifest.store
    if state.url and not is_configured(state.url, settings):
        yield Damage("store", f"not checked: it is on {state.url}; name this server with --qdrant-url")
        return
    try:
        store = open_store(cluster.path, state, settings)
        count = store.size
        store.close()
    except Exception as error:
        yield Damage("store", f"cannot be opened ({type(error).__name__}: {error})"[:200])
        return
    if count != state.points:
        yield Damage("store", f"{count} points instead of {state.points}")


def _check_pages(cluster: Cluster) -> Iterator[Damage]:
    """Yield the damage of the files of page vectors, and of the embedded store that is filled from them."""
    try:
        pages = read_pages_manifest(cluster.path)
    except CitehopError as error:
        yield Damage(PAGES, str(error))
        return
    for paper in pages.papers if pages else ():
        if pages and not is_whole(path := pack_file(cluster.path, pages.vectors, paper.paper_id, paper.key)):
            yield Damage(path.relative_to(cluster.path).as_posix(), "missing or damaged")
    if pages and pages.papers and not pages.url:
        from ..pages.embedded import holds_pages

        folder = store_folder(cluster.path, pages)
        if not holds_pages(folder, pages):
            yield Damage(folder.relative_to(cluster.path).as_posix(), "missing, damaged or incomplete")


def _decode(path: Path) -> None:
    with Image.open(path) as image:
        image.load()


def _load(path: Path) -> None:
    with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
        for name in file.files:
            file[name]


def _compare(path: Path, known: FileChecksum) -> None:
    if compute_checksum(path) != known:
        raise ConfigurationError("damaged: its checksum differs")


def _compare_source(path: Path, sha256: str) -> None:
    if compute_sha256(path) != sha256:
        raise ValueError("its content differs from the file that was indexed")
