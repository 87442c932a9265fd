"""Pages found by their images, as passages and as evidence for papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from ..errors import ConfigurationError, UsageError
from ..indexes.cluster_index import ClusterIndex
from ..indexes.page_passages import page_passage_id
from ..indexes.pages.index import PageIndex, PageRef
from ..indexes.pages.types import QueryVectors
from ..indexes.types import Hit, SearchQuery

RANKED_PAGES = 20  # of which papers are ranked: the weight of later ones is nothing
_UNREAD_PAGES = 3  # pages without passages that one search may find: OCR reads each of them when it is shown


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page found for `query`; scores are comparable within one search."""

    ref: PageRef
    score: float
    query: QueryVectors


def search_pages(index: ClusterIndex, query: SearchQuery, k: int) -> list[PageHit]:
    """The best `k` pages for the image of `query`, or else its text: best first, ties by paper and page.

    Raises ConfigurationError where the cluster has no pages or their model is not at hand, UsageError for an image
    that cannot be read.
    """
    pages = pages_of(index)
    if query.image is None and not query.text.strip():
        return []
    vectors = pages.encode(_image(query) or query.text)
    papers = index.within(query).papers
    return [PageHit(pages.page(hit), hit.score, vectors) for hit in pages.search(vectors, k, papers)]


def pages_for_ranking(index: ClusterIndex, question: str) -> list[PageHit]:
    """The pages that look most like `question`, best first; none where pages cannot be searched (see `page_warning`)."""
    return search_pages(index, SearchQuery(question), RANKED_PAGES) if can_search_pages(index) else []


def can_search_pages(index: ClusterIndex) -> bool:
    """True if the cluster has page images and their model is on this machine."""
    return not page_warning(index) and index.pages is not None


def page_warning(index: ClusterIndex) -> str:
    """In one line why the page images of a cluster that has some are of no use now, else ""."""
    try:
        obstacle = index.pages.obstacle if index.pages else ""
    except ConfigurationError as error:
        obstacle = str(error)
    return f"page images are not looked at: {obstacle}" if obstacle else ""


def pages_of(index: ClusterIndex) -> PageIndex:
    """The cluster's page images. Raises ConfigurationError where there are none."""
    if index.pages is None:
        raise ConfigurationError(
            "this cluster has no page images; index its folder again with a page-image model (visual_model, --visual)"
        )
    return index.pages


def find_passages_on_pages(
    index: ClusterIndex, pages: Sequence[PageHit], text: Sequence[Hit] = ()
) -> list[Hit]:
    """Passages on `pages`, each with the score of its best page.

    In the order of the pages; on one page those come first that the ranking `text` has first, then by id. A page without
    passages, such as a scan that OCR did not read, is a passage itself (see `page_passages`); at most three are.
    """
    place = {hit.id: rank for rank, hit in enumerate(text)}
    found: dict[str, float] = {}
    unread = 0
    for page in pages:
        on_page = [
            chunk.id
            for chunk in index.chunks(page.ref.paper_id)
            if page.ref.page in {chunk.page, *(number for number, _ in chunk.spans)}
        ]
        if not on_page and unread < _UNREAD_PAGES:
            on_page = [page_passage_id(page.ref.paper_id, page.ref.page)]
            unread += 1
        for chunk_id in sorted(on_page, key=lambda chunk_id: (place.get(chunk_id, len(place)), chunk_id)):
            found.setdefault(chunk_id, page.score)
    return [Hit(chunk_id, score) for chunk_id, score in found.items()]


def _image(query: SearchQuery) -> Image.Image | None:
    if query.image is None:
        return None
    try:
        with Image.open(query.image) as image:
            return image.convert("RGB")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise UsageError(f"{query.image}: not an image that can be read ({error})") from error
