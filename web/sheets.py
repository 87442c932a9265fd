"""Pages and figures as images with marks: highlighted quotes and outlined cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..agent.figures.paper_figures import figure_by_id, is_region, open_paper_figure
from ..agent.session import Session
from ..agent.types import Answer
from ..errors import UsageError
from ..integrations.evidence.marked_images import DPI, locate_quotes, place_on_page
from ..papers.clusters.cluster import Cluster
from ..papers.parsing.pdf.pages import page_size
from ..papers.types import BBox, Figure, Paper
from .views import cluster_url

_AROUND = 2.0  # points between a figure and the frame around it


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page with marks or, if `page` is 0, a figure by itself.

    `boxes` are marked on the image, in units of `width` x `height`. `pixels` are the width and height of the image.
    `label` is the label of the figure that is shown; "" without a figure.
    """

    paper: Paper
    page: int
    image: str
    pixels: tuple[int, int]
    width: float
    height: float
    boxes: Sequence[BBox] = ()
    kind: Literal["quote", "cell"] = "cell"
    label: str = ""
    quote: str = ""

    @property
    def place(self) -> str:
        """The place within the paper, such as "Table 1, page 3 of 5"."""
        page = f"page {self.page} of {self.paper.pages}" if self.page else ""
        return ", ".join(filter(None, (self.label, page)))


def page_sheet(cluster: Cluster, paper_id: str, page: int, boxes: Sequence[BBox] = ()) -> Sheet:
    """Return a page of a paper with `boxes`, in points, outlined. Raises UsageError if there is no such page."""
    paper, source = cluster.summary(paper_id), cluster.source_path(paper_id)
    if source is None or not 1 <= page <= paper.pages:
        raise UsageError(f"{paper_id} has no page {page}")
    width, height = page_size(source, page)
    image = cluster_url(cluster.name, "papers", paper_id, "pages", str(page), "image.png")
    pixels = round(width * DPI / 72), round(height * DPI / 72)
    return Sheet(paper, page, image, pixels, width, height, boxes)


def quote_sheet(session: Session, paper_id: str, page: int, quote: str) -> Sheet:
    """Return the page with `quote` highlighted. Raises UsageError if there is no such page."""
    sheet = page_sheet(session.cluster, paper_id, page)
    boxes = locate_quotes(session, paper_id, page, [quote])
    return replace(sheet, boxes=boxes, kind="quote", quote=quote)


def note_sheet(cluster: Cluster, paper_id: str, page: int, number: int) -> Sheet:
    """Return the page with a reader's note outlined. `number` counts the paper's notes from 0.

    Raises UsageError if the page or the note on it does not exist.
    """
    notes = cluster.summary(paper_id).notes
    if number >= len(notes) or notes[number].page != page:
        raise UsageError(f"{paper_id} has no such note on page {page}")
    return replace(page_sheet(cluster, paper_id, page, [notes[number].bbox]), label="your note")


def figure_sheet(cluster: Cluster, paper_id: str, figure: Figure, boxes: Sequence[BBox] = ()) -> Sheet:
    """Return the page of a figure with `boxes` outlined; without boxes, the figure is outlined.

    `boxes` are in pixels of the figure's image. A figure that is on no page is shown by itself. Raises UsageError if
    it has no image either.
    """
    has_page = bool(figure.page) and cluster.source_path(paper_id) is not None
    image = open_paper_figure(cluster, paper_id, figure) if boxes or not has_page else None
    if has_page:
        b = figure.bbox
        frame = BBox(b.x0 - _AROUND, b.y0 - _AROUND, b.x1 + _AROUND, b.y1 + _AROUND)
        marked = place_on_page(image, boxes) if image else [frame]
        label = "marked region" if is_region(figure.label) else figure.label
        return replace(page_sheet(cluster, paper_id, figure.page, marked), label=label)
    if image is None:
        raise UsageError(f"{figure.label} of {paper_id} has no image")
    url = cluster_url(cluster.name, "papers", paper_id, "figures", figure.id, "image.png")
    size = image.pixels.size
    return Sheet(cluster.summary(paper_id), 0, url, size, *size, boxes, label=figure.label)


def answer_figure_sheet(cluster: Cluster, answer: Answer) -> Sheet:
    """Return the page of the figure that an answer was read from. Raises UsageError if no figure was read."""
    figure = figure_by_id(cluster, answer.anchor, answer.figure)
    if figure is None or answer.reading is None:
        raise UsageError("no figure was read for this answer")
    return figure_sheet(cluster, answer.anchor, figure, answer.reading.evidence)
