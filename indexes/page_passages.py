"""Whole pages as passages, to quote a page that has no passage, such as a scan that OCR did not read."""

from __future__ import annotations

import re

from ..errors import UsageError
from ..papers.clusters.cluster import Cluster
from ..papers.types import BBox
from ..settings import Settings
from .types import Chunk

_ID = re.compile(r"(?P<paper>.+):page(?P<page>[1-9]\d*)")


def page_passage_id(paper_id: str, page: int) -> str:
    """Return the id of a page (from 1) as a passage."""
    return f"{paper_id}:page{page}"


def is_page_passage(chunk_id: str) -> bool:
    """True if `chunk_id` is the id of a whole page."""
    return _ID.fullmatch(chunk_id) is not None


def page_passage(paper_id: str, page: int, text: str, bbox: BBox = BBox(0.0, 0.0, 0.0, 0.0)) -> Chunk:  # noqa: B008
    """Return a whole page as a passage."""
    return Chunk(page_passage_id(paper_id, page), paper_id, "page", text, f"page {page}", page, bbox)


def read_page_passage(cluster: Cluster, chunk_id: str, settings: Settings) -> Chunk:
    """Read the page that `chunk_id` names from the cluster's PDF, by OCR if the page has no text.

    Raises UsageError for a page that is not in the cluster.
    """
    from ..papers.parsing.pdf.pages import page_words

    match = _ID.fullmatch(chunk_id)
    source = cluster.source_path(match["paper"]) if match else None
    if match is None or source is None:
        raise UsageError(f"no passage {chunk_id!r} in cluster {cluster.name!r}")
    words = page_words(source, int(match["page"]), settings)
    boxes = [word.bbox for word in words] or [BBox(0.0, 0.0, 0.0, 0.0)]
    around = BBox(
        min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes)
    )
    return page_passage(match["paper"], int(match["page"]), " ".join(word.text for word in words), around)
