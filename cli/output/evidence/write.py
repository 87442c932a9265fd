"""Writing an answer's evidence to a folder: marked images, and one self-contained HTML page that shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ....agent.session import Session
from ....agent.types import Answer
from ....errors import UsageError
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ....papers.types import Paper
from ..html import render_page
from .marked_images import outlined_figure, quoted_page

PAGE = "evidence.html"
_SHOWN_PAPERS, _SHOWN_NAMES = 10, 5


@dataclass(frozen=True, slots=True)
class _Quote:
    """A quote on the page; `page_image` only with the first quote of each page."""

    place: str
    text: str
    page_image: Path | None


def write_evidence(
    question: str, answer: Answer, session: Session, folder: Path, image: Path | None = None
) -> Path:
    """Write figure.png, a PNG per quoted page (NN-PAPER-pPAGE.png) and evidence.html to `folder`; return the page's path.

    `image` is the picture that was read instead of a figure of the anchor. Raises UsageError if the folder cannot be
    written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        figure = _write_figure(answer, session.cluster, folder, image)
        pages = _write_pages(answer, session, folder)
        papers = {paper.id: paper for paper in session.cluster.papers()}
        page = folder / PAGE
        page.write_text(render_evidence(question, answer, papers, figure, pages), "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); name another folder") from error
    return page


def render_evidence(
    question: str,
    answer: Answer,
    papers: Mapping[str, Paper],
    figure: Path | None,
    pages: Mapping[tuple[str, int], Path],
) -> str:
    """Question, answer, reading, ranking and quotes as HTML. `figure` and `pages` (by paper id and page) are PNGs to show."""
    quotes: list[_Quote] = []
    remaining = dict(pages)
    for citation in answer.citations:
        paper = papers[citation.paper_id]
        page_image = remaining.pop((citation.paper_id, citation.page), None)
        place = f"{paper.title}, {describe_location(paper, citation.page)}"
        quotes.append(_Quote(place, citation.quote, page_image))
    return render_page(
        "evidence.html",
        question=question,
        answer=answer,
        names=answer.reading.entities[:_SHOWN_NAMES] if answer.reading else (),
        figure=figure,
        figure_caption="The figure, with the evidence outlined.",
        ranking=[(papers[ranked.paper_id], ranked.reasons) for ranked in answer.ranking[:_SHOWN_PAPERS]],
        more_papers=len(answer.ranking) - _SHOWN_PAPERS,
        quotes=quotes,
    )


def _write_figure(answer: Answer, cluster: Cluster, folder: Path, image: Path | None) -> Path | None:
    """The figure with its evidence outlined; None if no figure was read."""
    if image is None and answer.figure:
        figures = cluster.paper(answer.anchor).figures
        crop = next((figure.image for figure in figures if figure.id == answer.figure), "")
        image = cluster.path / crop if crop else None
    if image is None or answer.reading is None:
        return None
    path = folder / "figure.png"
    outlined_figure(image, answer.reading.evidence).save(path)
    return path


def _write_pages(answer: Answer, session: Session, folder: Path) -> dict[tuple[str, int], Path]:
    """The PNG of each quoted page by (paper id, page), its quotes highlighted; in the order of the quotes."""
    written = {}
    places = dict.fromkeys((citation.paper_id, citation.page) for citation in answer.citations)
    for number, (paper_id, page) in enumerate(places, 1):
        quotes = [c.quote for c in answer.citations if (c.paper_id, c.page) == (paper_id, page)]
        image = quoted_page(session, paper_id, page, quotes)
        if image is not None:
            path = folder / f"{number:02}-{paper_id}-p{page}.png"
            image.save(path)
            written[paper_id, page] = path
    return written
