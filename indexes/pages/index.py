"""The pages of a cluster opened for searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from ...errors import CitehopError, ConfigurationError
from ...papers.clusters.manifest import Manifest
from ...settings import Settings
from ..stores.address import check_server
from ..types import Hit
from .checkpoint import Checkpoint, find_checkpoint, require_extra
from .files import PagedPaper, PagesManifest, boxes_of, open_pack, read_pages_manifest, thumbnail_file
from .types import PageEncoder, PageVectors, QueryVectors

if TYPE_CHECKING:
    from .search import PageMatrix


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page (from 1) of a paper. `id` is what a Hit names it by."""

    paper_id: str
    page: int

    @property
    def id(self) -> str:
        return f"{self.paper_id}#page={self.page}"


class PageIndex:
    """The page embeddings of a cluster. The model is loaded with the first query, the vectors with the first search."""

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
        encoder = self.encoder()
        return encoder.query(query) if isinstance(query, str) else encoder.image_query(query)

    def search(self, query: QueryVectors, k: int, papers: Sequence[str] = ()) -> list[Hit]:
        """The `k` pages with the largest MaxSim, of `papers` if any are given; ties by paper and page, none below 0."""
        if self._pages.url:
            from .server import open_server_pages

            hits = open_server_pages(self._pages, self._settings).search(query.vectors, k, papers)
            return [hit for hit in hits if hit.id in self._by_id]  # a build may be going on there
        wanted = set(papers)
        rows = [n for n, ref in enumerate(self.pages) if not wanted or ref.paper_id in wanted]
        found = self._matrix.best(query.vectors, k, np.array(rows, dtype=np.int64))
        return [Hit(self.pages[row].id, score) for row, score in found if score > 0]

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

    def obstacle(self) -> str:
        """Why these pages cannot be searched on this machine, in one line; "" when they can. Loads no model."""
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
    def _matrix(self) -> PageMatrix:
        from .search import PageMatrix

        names = ("vectors", "offsets", "pooled", "pooled_offsets")
        parts: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in names}
        for paper in self._papers:
            with open_pack(self._folder, self._pages, paper) as file:
                for name in names:
                    parts[name].append(file.get_tensor(name))
        return PageMatrix.joined(**parts)


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
