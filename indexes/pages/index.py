"""Open the page images of a cluster for searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from PIL import Image

from ...errors import CitehopError, ConfigurationError
from ...papers.clusters.manifest import Manifest
from ...settings import Settings
from ..stores.address import check_server
from ..types import Hit
from .checkpoint import Checkpoint, find_checkpoint, require_extra
from .files import (
    PagedPaper,
    PagesManifest,
    boxes_of,
    open_pack,
    page_id,
    read_pages_manifest,
    store_folder,
    thumbnail_file,
)
from .points import PageStore
from .types import PageEncoder, PageVectors, QueryVectors

_QUERIES = 8  # recent queries whose vectors are kept: a question is searched for in several scopes


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page (from 1) of a paper. `id` is the id by which a `Hit` names the page."""

    paper_id: str
    page: int

    @property
    def id(self) -> str:
        return page_id(self.paper_id, self.page)


class PageIndex:
    """The page embeddings of a cluster. The model is loaded with the first query, and the store opened with the first
    search.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        pages: PagesManifest,
        settings: Settings,
        encoder: PageEncoder | None,
    ) -> None:
        self._folder, self._pages, self._settings, self._encoder = folder, pages, settings, encoder
        self._files = {file.paper_id: file for file in manifest.files if not file.problem}
        self._papers = [paper for paper in pages.papers if paper.paper_id in self._files]
        self._queries: dict[str, QueryVectors] = {}
        self._by_id = {ref.id: ref for paper in self._papers for ref in _refs(paper)}

    @property
    def model(self) -> str:
        """The name by which the model was requested."""
        return self._pages.model

    @property
    def pages(self) -> tuple[PageRef, ...]:
        """All pages, sorted by paper and page number."""
        return tuple(ref for paper in self._papers for ref in _refs(paper))

    def page(self, hit: Hit) -> PageRef:
        """Return the page of `hit`."""
        return self._by_id[hit.id]

    def thumbnail(self, ref: PageRef) -> Path:
        """Path of a small JPEG of the page."""
        return thumbnail_file(self._folder, self._files[ref.paper_id], ref.page)

    def encode(self, query: str | Image.Image) -> QueryVectors:
        """Encode a text or an image with the model of the pages. Raises ConfigurationError if the model is not
        available.
        """
        if not isinstance(query, str):
            return self.encoder().image_query(query)
        vectors = self._queries.get(query)
        if vectors is None:
            vectors = self.encoder().query(query)
            self._queries = dict([*self._queries.items(), (query, vectors)][-_QUERIES:])
        return vectors

    def search(self, query: QueryVectors, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """Return the `k` pages with the largest MaxSim, best first; ties by id, none with a score of 0 or less.

        If `papers` are given, only their pages are searched. Only the pages with the best pooled vectors are
        compared by all their vectors (see `points`). Raises ConfigurationError if the store is missing, damaged or
        cannot be reached.
        """
        hits = self._store.search(query.vectors, k, papers)
        return [hit for hit in hits if hit.id in self._by_id]  # a build may be changing the store

    def close(self) -> None:
        """Close the store, if it was opened."""
        if "_store" in self.__dict__:
            self._store.close()

    def vectors(self, ref: PageRef) -> PageVectors:
        """Return the stored vectors of a page."""
        paper = next(paper for paper in self._papers if paper.paper_id == ref.paper_id)
        with open_pack(self._folder, self._pages, paper) as file:
            place = file.get_tensor("pages").tolist().index(ref.page)
            start, end = file.get_tensor("offsets")[place : place + 2].tolist()
            vectors = file.get_slice("vectors")[start:end].astype(np.float32)
            return PageVectors(vectors, boxes_of(file.get_slice("boxes")[start:end]))

    def encoder(self) -> PageEncoder:
        """Return the model that the pages were encoded with, loaded once.

        Raises ConfigurationError if it is not available or has changed.
        """
        if self._encoder is None:
            checkpoint = self._checkpoint()
            from .colpali import ColpaliEncoder

            self._encoder = ColpaliEncoder(checkpoint, self._settings.threads, self._pages.untrained)
        return self._encoder

    @cached_property
    def obstacle(self) -> str:
        """The reason in one line why these pages cannot be searched on this machine; "" if they can. Loads no model."""
        try:
            if self._pages.url:
                check_server(self._pages.url, self._settings)
            if self._encoder is None:
                self._checkpoint()
        except CitehopError as error:
            return str(error)
        return ""

    def _checkpoint(self) -> Checkpoint:
        require_extra()
        checkpoint = find_checkpoint(self._pages.model, offline=True)
        if checkpoint.key != self._pages.vectors:
            raise ConfigurationError(
                f"visual model {self._pages.model!r} has changed since the pages were encoded; index the folder again"
            )
        return checkpoint

    @cached_property
    def _store(self) -> PageStore:
        if self._pages.url:
            from .server import open_server_pages

            return open_server_pages(self._pages, self._settings)
        from .embedded import EdgePages

        return EdgePages.open(store_folder(self._folder, self._pages))


def _refs(paper: PagedPaper) -> list[PageRef]:
    return [PageRef(paper.paper_id, page) for page in paper.pages]


def open_pages(
    folder: Path, manifest: Manifest, settings: Settings, encoder: PageEncoder | None = None
) -> PageIndex | None:
    """Open the pages of the cluster in `folder`; None if it was indexed without pages. `encoder` replaces the model.

    Raises ConfigurationError if the pages are damaged.
    """
    pages = read_pages_manifest(folder)
    return PageIndex(folder, manifest, pages, settings, encoder) if pages and pages.papers else None
