"""Find pages by their images, and use them as passages and as evidence for papers."""

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

RANKED_PAGES = 20  # number of pages used to rank papers; later pages would have almost no weight
_UNREAD_PAGES = 3  # most pages without passages per search, because OCR reads each of them when it is shown


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page found for `query`; scores are comparable within one search."""

    ref: PageRef
    score: float
    query: QueryVectors


def search_pages(index: ClusterIndex, query: SearchQuery, k: int) -> list[PageHit]:
    """Return the best `k` pages for the image of `query`, or for its text if it has no image; best first, ties by paper
    and page.

    Raises ConfigurationError if the cluster has no page images or their model is not available, and UsageError for an
    image that cannot be read.
    """
    pages = pages_of(index)
    if query.image is None and not query.text.strip():
        return []
    vectors = pages.encode(_image(query) or query.text)
    papers = index.within(query).papers
    return [PageHit(pages.page(hit), hit.score, vectors) for hit in pages.search(vectors, k, papers)]


def pages_for_ranking(index: ClusterIndex, question: str) -> list[PageHit]:
    """Return the pages whose images match `question` best, best first; [] if pages cannot be searched (see
    `page_warning`)."""
    return search_pages(index, SearchQuery(question), RANKED_PAGES) if can_search_pages(index) else []


def can_search_pages(index: ClusterIndex) -> bool:
    """True if the cluster has page images and their model is on this machine."""
    return not page_warning(index) and index.pages is not None


def page_warning(index: ClusterIndex) -> str:
    """Return one line that says why the page images of a cluster cannot be used; "" if they can be used or do not
    exist."""
    try:
        obstacle = index.pages.obstacle if index.pages else ""
    except ConfigurationError as error:
        obstacle = str(error)
    return f"page images are not looked at: {obstacle}" if obstacle else ""


def pages_of(index: ClusterIndex) -> PageIndex:
    """Return the index of the cluster's page images. Raises ConfigurationError if the cluster has none."""
    if index.pages is None:
        raise ConfigurationError(
            "this cluster has no page images; index its folder again with a page-image model (visual_model, --visual)"
        )
    return index.pages


def find_passages_on_pages(
    index: ClusterIndex, pages: Sequence[PageHit], text: Sequence[Hit] = ()
) -> list[Hit]:
    """Return the passages on `pages`, each with the score of its best page.

    They are in the order of the pages. Passages of one page are in the order of the ranking `text`, then by id. A page
    without passages, such as a scan that OCR did not read, counts as a passage itself (see `page_passages`), for at
    most three pages.
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
