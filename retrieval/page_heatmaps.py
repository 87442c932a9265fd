"""Write heat maps of the pages that a search found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..indexes.pages.heatmap import heatmap
from ..papers.clusters.cluster import Cluster
from ..papers.parsing.pdf.pages import render_page
from .pages import PageHit

if TYPE_CHECKING:
    from ..indexes.pages.index import PageIndex

_DPI = 72


def write_heatmaps(cluster: Cluster, pages: PageIndex, found: Sequence[PageHit], folder: Path) -> list[Path]:
    """Write one PNG per page of `found` to `folder` and return the paths; see `heatmap` for the image.

    The name of a file has the rank (from 01), the paper id and the page. Raises UsageError if the folder cannot be
    written or the PDF of a paper is missing.
    """
    written = []
    for place, page in enumerate(found, 1):
        source = cluster.source_path(page.ref.paper_id)
        if source is None:
            raise UsageError(f"the file of {page.ref.paper_id} is missing from the cluster; index it again")
        image = heatmap(render_page(source, page.ref.page, _DPI), pages.vectors(page.ref), page.query)
        path = folder / f"{place:02}-{page.ref.paper_id}-p{page.ref.page}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            image.save(path)
        except OSError as error:
            raise UsageError(f"{folder}: cannot be written ({error.strerror})") from error
        written.append(path)
    return written
