"""Pages found by their images, as passages and as evidence for papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from ..errors import ConfigurationError, UsageError
from ..indexes.cluster_index import ClusterIndex
from ..indexes.pages.index import PageIndex, PageRef
from ..indexes.pages.types import QueryVectors
from ..indexes.types import Hit, Query
from .fusion import RRF_K

RANKED_PAGES = 20  # of which papers are ranked: the weight of later ones is nothing


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page found for `query`; scores are comparable within one search."""

    ref: PageRef
    score: float
    query: QueryVectors


def search_pages(index: ClusterIndex, query: Query, k: int) -> list[PageHit]:
    """The best `k` pages for the image of `query`, or else its text: best first, ties by paper and page.

    Raises ConfigurationError where the cluster has no pages or their model is not at hand, UsageError for an image
    that cannot be read.
    """
    pages = pages_of(index)
    if query.image is None and not query.text.strip():
        return []
    vectors = pages.encode(_image(query) or query.text)
    return [PageHit(pages.page(hit), hit.score, vectors) for hit in pages.search(vectors, k, query.papers)]


def pages_for_ranking(index: ClusterIndex, question: str) -> list[PageHit]:
    """The pages that look most like `question`, best first; none where pages cannot be searched (see `page_warning`)."""
    if page_warning(index) or index.pages is None:
        return []
    return search_pages(index, Query(question), RANKED_PAGES)


def page_warning(index: ClusterIndex) -> str:
    """In one line why the page images of a cluster that has some are of no use now, else ""."""
    try:
        obstacle = index.pages.obstacle() if index.pages else ""
    except ConfigurationError as error:
        obstacle = str(error)
    return f"page images are not looked at: {obstacle}" if obstacle else ""


def pages_of(index: ClusterIndex) -> PageIndex:
    """The cluster's page images. Raises ConfigurationError where there are none."""
    if index.pages is None:
        raise ConfigurationError(
            "this cluster has no page images; index its folder again with --visual MODEL to have them"
        )
    return index.pages


def find_passages_on_pages(
    index: ClusterIndex, pages: Sequence[PageHit], text: Sequence[Hit] = ()
) -> list[Hit]:
    """The passages that lie on `pages`, with the score of the best page each is on.

    In the order of the pages; on one page those come first that the ranking `text` has first, then by id.
    """
    place = {hit.id: rank for rank, hit in enumerate(text)}
    found: dict[str, float] = {}
    for page in pages:
        there = [
            chunk.id
            for chunk in index.chunks(page.ref.paper_id)
            if page.ref.page in {chunk.page, *(number for number, _ in chunk.spans)}
        ]
        for chunk_id in sorted(there, key=lambda chunk_id: (place.get(chunk_id, len(place)), chunk_id)):
            found.setdefault(chunk_id, page.score)
    return [Hit(chunk_id, score) for chunk_id, score in found.items()]


def fuse_with_pages(index: ClusterIndex, fused: Sequence[Hit], pages: Sequence[PageHit]) -> list[Hit]:
    """Add to a ranking made by reciprocal rank fusion what the pages say: 1 / (60 + rank of the page) per passage on it.

    All passages of a page share its rank, as if each were the page; best first, ties by id.
    """
    scores = {hit.id: hit.score for hit in fused}
    seen: set[str] = set()
    for rank, page in enumerate(pages, 1):
        for hit in find_passages_on_pages(index, [page]):
            if hit.id not in seen:
                scores[hit.id] = scores.get(hit.id, 0.0) + 1.0 / (RRF_K + rank)
                seen.add(hit.id)
    return sorted((Hit(i, s) for i, s in scores.items()), key=lambda hit: (-hit.score, hit.id))


def _image(query: Query) -> Image.Image | None:
    if query.image is None:
        return None
    try:
        with Image.open(query.image) as image:
            return image.convert("RGB")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise UsageError(f"{query.image}: not an image that can be read ({error})") from error
