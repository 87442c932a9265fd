"""The part of a build that encodes pages as images. Every page of every PDF is encoded once, also after
interruptions.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from ...errors import UsageError
from ...papers.clusters.files import source_file
from ...papers.clusters.manifest import Manifest, SourceFile
from ...settings import Settings
from ..build.report import BuildProgress, Listener
from ..build.server_store import collection_name, collection_options, page_collection_name
from ..cache_paths import key_of
from ..stores.types import check_quantization
from .batches import encode_all
from .checkpoint import Checkpoint
from .files import (
    PAGES,
    STORE,
    PagedPaper,
    PagesManifest,
    is_whole,
    pack_file,
    part_file,
    read_pages_manifest,
    store_folder,
    thumbnail_file,
    write_pack,
    write_pages_manifest,
    write_part,
)
from .rendering import DPI, PageJob, page_sizes, rendered
from .types import PageEncoder

_VERSION = 1  # raise it when pages are rendered or encoded differently


@dataclass(frozen=True, slots=True)
class PagesReport:
    """The number of pages in the index, the number `encoded` by this build, and `warnings` about pages that were not
    rendered.
    """

    pages: int = 0
    encoded: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _PageWork:
    """The pages of one paper: their `jobs`, and the `key` of the inputs of their vectors."""

    file: SourceFile
    key: str
    jobs: tuple[PageJob, ...]


def remove_pages(folder: Path, settings: Settings) -> None:
    """Delete the page images of the cluster in `folder`, and their collection on the Qdrant server that `settings`
    name.

    On any other server, and in a collection of another folder, pages stay: a manifest is not trusted.
    """
    manifest = read_pages_manifest(folder)
    if manifest and manifest.url and (manifest.url, manifest.collection) == _server(folder, settings)[:2]:
        from .server import drop_server_pages

        drop_server_pages(manifest, settings)
    (folder / PAGES).unlink(missing_ok=True)
    for name in ("pages", STORE, "thumbnails"):
        shutil.rmtree(folder / name, ignore_errors=True)


def update_pages(
    folder: Path,
    manifest: Manifest,
    checkpoint: Checkpoint,
    settings: Settings,
    progress: Listener | None = None,
    encoder: PageEncoder | None = None,
    *,
    refill: bool = False,
) -> PagesReport:
    """Make the page index of the cluster in `folder` match its papers, encode missing pages by `checkpoint`, and
    commit.

    With `refill`, a collection on a server is created anew, in case somebody else changed it. The model is loaded
    only if there is a page to encode; `encoder` replaces the model. Each page is stored as soon as it is encoded.
    Raises ConfigurationError for a model that cannot be used.
    """
    previous = read_pages_manifest(folder)
    works, warnings = _works(folder, manifest.files, checkpoint, settings)
    missing = [job for work in works for job in _missing(folder, checkpoint, work)]
    encoder = encoder or (_loaded(checkpoint, settings) if missing else None)
    encoded = _encode(folder, checkpoint, works, missing, settings, encoder, progress, warnings)
    papers = tuple(paper for work in works if (paper := _pack(folder, checkpoint, work)).pages)
    made = PagesManifest(
        checkpoint.name, checkpoint.key, settings.visual_untrained, papers, *_server(folder, settings)
    )
    if papers:
        update_page_store(folder, made, None if refill else previous, settings)
    if made != previous:
        write_pages_manifest(folder, made)
    _tidy(folder, made, previous, works)
    return PagesReport(sum(len(paper.pages) for paper in papers), encoded, tuple(warnings))


def page_key(file: SourceFile, checkpoint: Checkpoint, settings: Settings) -> str:
    """Return the key of the inputs of the page vectors of `file`."""
    return key_of(file.sha256, checkpoint.key, DPI, settings.max_pages, _VERSION)


def encode_paper_pages(
    folder: Path, file: SourceFile, checkpoint: Checkpoint, settings: Settings, encoder: PageEncoder
) -> list[Path]:
    """Encode the pages of the PDF of one paper of the cluster in `folder`, and return the files that were made.

    These are the file of vectors and the thumbnails; none for a paper without a PDF.
    """
    works, warnings = _works(folder, [file], checkpoint, settings)
    for work in works:
        _encode(folder, checkpoint, works, work.jobs, settings, encoder, None, warnings)
        if _pack(folder, checkpoint, work).pages:
            vectors = pack_file(folder, checkpoint.key, file.paper_id, work.key)
            return [vectors, *(job.thumbnail for job in work.jobs if job.thumbnail.exists())]
    return []


def update_page_store(
    folder: Path, made: PagesManifest, previous: PagesManifest | None, settings: Settings
) -> None:
    """Make the store of `made` hold its pages, read from the files of their vectors.

    A missing store is filled again.
    """
    if made.url:
        from .server import update_server

        update_server(folder, made, previous, settings)
    else:
        from .embedded import update_embedded

        update_embedded(folder, made, previous)


def keep_pages(folder: Path, previous: PagesManifest, settings: Settings, *, refill: bool = False) -> None:
    """Make the pages of `previous` searchable where `settings` want them, without loading a model.

    `refill` is as in `update_pages`.
    """
    url, collection, quantization, copies = _server(folder, settings)
    made = replace(previous, url=url, collection=collection, quantization=quantization, copies=copies)
    update_page_store(folder, made, None if refill else previous, settings)
    if made != previous:
        write_pages_manifest(folder, made)


def _server(folder: Path, settings: Settings) -> tuple[str, str, str, str]:
    """Return url, collection, quantization, and "shards/replicas" of the store of pages.

    Url and collection are "" if pages are searched in this process.
    """
    check_quantization("visual_quantization", settings.visual_quantization)
    if not settings.qdrant_url:
        return "", "", settings.visual_quantization, ""
    options = collection_options(settings)
    copies = f"{options.shards}/{options.replicas}" if options.shards or options.replicas else ""
    name = page_collection_name(collection_name(folder))
    return settings.qdrant_url, name, settings.visual_quantization, copies


def _works(
    folder: Path, files: Sequence[SourceFile], checkpoint: Checkpoint, settings: Settings
) -> tuple[list[_PageWork], list[str]]:
    works, warnings = [], []
    for file in files:
        path = source_file(folder, file)
        if file.problem or not path.exists():  # LaTeX sources without a PDF have no pages
            continue
        key = page_key(file, checkpoint, settings)
        try:
            sizes = page_sizes(path, settings.max_pages)
        except UsageError as error:  # only another PDF reader can open the file
            warnings.append(str(error))
            continue
        jobs = (
            PageJob(file.paper_id, path, page, size, thumbnail_file(folder, file, page))
            for page, size in enumerate(sizes, 1)
        )
        works.append(_PageWork(file, key, tuple(jobs)))
    return works, warnings


def _missing(folder: Path, checkpoint: Checkpoint, work: _PageWork) -> Iterator[PageJob]:
    if is_whole(pack_file(folder, checkpoint.key, work.file.paper_id, work.key)):
        return
    for job in work.jobs:
        if not is_whole(part_file(folder, checkpoint.key, job.paper_id, work.key, job.page)):
            yield job


def _loaded(checkpoint: Checkpoint, settings: Settings) -> PageEncoder:
    from .colpali import ColpaliEncoder, check

    encoder = ColpaliEncoder(checkpoint, settings.threads, settings.visual_untrained)
    check(encoder, checkpoint.name)
    return encoder


def _encode(
    folder: Path,
    checkpoint: Checkpoint,
    works: Sequence[_PageWork],
    missing: Sequence[PageJob],
    settings: Settings,
    encoder: PageEncoder | None,
    progress: Listener | None,
    warnings: list[str],
) -> int:
    """Encode the `missing` pages and return their number. Pages that cannot be rendered are added to `warnings`."""
    if encoder is None:
        return 0
    keys = {work.file.paper_id: work.key for work in works}
    # Pages of equal size have equal numbers of tokens, so that batches of them need no padding.
    jobs = sorted(missing, key=lambda job: (job.size, job.paper_id, job.page))
    skipped: list[str] = []

    def drawn() -> Iterator[tuple[PageJob, Image.Image]]:
        for job, image in rendered(jobs, settings.workers or 2):
            if isinstance(image, str):
                skipped.append(image)
            else:
                yield job, image

    done = 0
    for job, page in encode_all(encoder, drawn()):
        write_part(part_file(folder, checkpoint.key, job.paper_id, keys[job.paper_id], job.page), page)
        done += 1
        if progress:
            progress(BuildProgress("pages", done, len(jobs)))
    warnings += skipped
    return done


def _pack(folder: Path, checkpoint: Checkpoint, work: _PageWork) -> PagedPaper:
    """Write the pages of a paper to one file, made of the files of single pages, unless it exists; return the pages
    it holds.
    """
    path = pack_file(folder, checkpoint.key, work.file.paper_id, work.key)
    if not is_whole(path):
        parts = {
            job.page: part_file(folder, checkpoint.key, job.paper_id, work.key, job.page) for job in work.jobs
        }
        parts = {page: part for page, part in parts.items() if is_whole(part)}
        if not parts:
            return PagedPaper(work.file.paper_id, work.key, ())
        about = {"paper": work.file.paper_id, "model": checkpoint.name, "revision": checkpoint.revision}
        write_pack(path, list(parts.values()), list(parts), about)
    return PagedPaper(work.file.paper_id, work.key, pages_in(path))


def pages_in(path: Path) -> tuple[int, ...]:
    """Return the numbers of the pages in the file `path` of a paper."""
    from safetensors import safe_open

    with safe_open(path, "np") as file:
        return tuple(file.get_tensor("pages").tolist())


def _tidy(
    folder: Path, made: PagesManifest, previous: PagesManifest | None, works: Sequence[_PageWork]
) -> None:
    """Delete files and stores that neither manifest names. Readers may still have the previous manifest."""
    keep = {
        pack_file(folder, manifest.vectors, paper.paper_id, paper.key)
        for manifest in (made, previous)
        if manifest
        for paper in manifest.papers
    }
    keep |= {job.thumbnail.parent for work in works for job in work.jobs[:1]}
    for manifest in (made, previous):
        if manifest and not manifest.url:
            keep.add(store_folder(folder, manifest))
    names = ("pages/*", STORE, "thumbnails")
    for path in (path for name in names for path in folder.glob(f"{name}/*")):
        if path in keep:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
