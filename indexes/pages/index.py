"""The pages of a cluster opened for searching."""

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

_QUERIES = 8  # of which the vectors are kept: a question is searched for in several scopes


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page (from 1) of a paper. `id` is what a Hit names it by."""

    paper_id: str
    page: int

    @property
    def id(self) -> str:
        return page_id(self.paper_id, self.page)


class PageIndex:
    """The page embeddings of a cluster. The model is loaded with the first query, the store opened with the first search."""

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
        """The name by which the model was asked for."""
        return self._pages.model

    @property
    def pages(self) -> tuple[PageRef, ...]:
        """All pages, by paper and number."""
        return tuple(ref for paper in self._papers for ref in _refs(paper))

    def page(self, hit: Hit) -> PageRef:
        """The page of a hit."""
        return self._by_id[hit.id]

    def thumbnail(self, ref: PageRef) -> Path:
        """A small JPEG of the page."""
        return thumbnail_file(self._folder, self._files[ref.paper_id], ref.page)

    def encode(self, query: str | Image.Image) -> QueryVectors:
        """The query as the model of the pages sees it. Raises ConfigurationError when that is not at hand."""
        if not isinstance(query, str):
            return self.encoder().image_query(query)
        vectors = self._queries.get(query)
        if vectors is None:
            vectors = self.encoder().query(query)
            self._queries = dict([*self._queries.items(), (query, vectors)][-_QUERIES:])
        return vectors

    def search(self, query: QueryVectors, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The `k` pages with the largest MaxSim, of `papers` if any are given; ties by id, none below 0.

        All vectors are compared of the pages with the best pooled vectors (see `points`). Raises ConfigurationError where
        the store is missing, damaged or out of reach.
        """
        hits = self._store.search(query.vectors, k, papers)
        return [hit for hit in hits if hit.id in self._by_id]  # a build may be going on there

    def close(self) -> None:
        """Close the store, if it was opened."""
        if "_store" in self.__dict__:
            self._store.close()

    def vectors(self, ref: PageRef) -> PageVectors:
        """The stored vectors of a page."""
        paper = next(paper for paper in self._papers if paper.paper_id == ref.paper_id)
        with open_pack(self._folder, self._pages, paper) as file:
            place = file.get_tensor("pages").tolist().index(ref.page)
            start, end = file.get_tensor("offsets")[place : place + 2].tolist()
            vectors = file.get_slice("vectors")[start:end].astype(np.float32)
            return PageVectors(vectors, boxes_of(file.get_slice("boxes")[start:end]))

    def encoder(self) -> PageEncoder:
        """The model that the pages were encoded with. Raises ConfigurationError when it is not at hand or another."""
        if self._encoder is None:
            checkpoint = self._checkpoint()
            from .colpali import ColpaliEncoder

            self._encoder = ColpaliEncoder(checkpoint, self._settings.threads, self._pages.untrained)
        return self._encoder

    @cached_property
    def obstacle(self) -> str:
        """One line with the reason why these pages cannot be searched on this machine; "" if they can. Loads no model."""
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
    """The pages of the cluster in `folder`, None where it was indexed without. `encoder` takes the model's place.

    Raises ConfigurationError when they are damaged.
    """
    pages = read_pages_manifest(folder)
    return PageIndex(folder, manifest, pages, settings, encoder) if pages and pages.papers else None
