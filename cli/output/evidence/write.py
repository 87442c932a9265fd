"""Writing an answer's evidence to a folder."""

from __future__ import annotations

from pathlib import Path

from ....agent.session import Session
from ....agent.types import Answer
from ....errors import UsageError
from ....papers.clusters.cluster import Cluster
from .marked_images import outlined_figure, quoted_page
from .page import evidence_page

PAGE = "evidence.html"


def write_evidence(
    question: str, answer: Answer, session: Session, folder: Path, image: Path | None = None
) -> Path:
    """Write figure.png, a PNG per quoted page (NN-PAPER-pPAGE.png) and evidence.html to `folder`; the path of the last.

    `image` is the picture that was read in place of a figure of the anchor. Raises UsageError for a folder that cannot be
    written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        figure = _figure(answer, session.cluster, folder, image)
        pages = _pages(answer, session, folder)
        papers = {paper.id: paper for paper in session.cluster.papers()}
        page = folder / PAGE
        page.write_text(evidence_page(question, answer, papers, figure, pages), "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); name another folder") from error
    return page


def _figure(answer: Answer, cluster: Cluster, folder: Path, image: Path | None) -> Path | None:
    if image is None and answer.figure:
        figures = cluster.paper(answer.anchor).figures
        crop = next((figure.image for figure in figures if figure.id == answer.figure), "")
        image = cluster.path / crop if crop else None
    if image is None or answer.reading is None:
        return None
    path = folder / "figure.png"
    outlined_figure(image, answer.reading.evidence).save(path)
    return path


def _pages(answer: Answer, session: Session, folder: Path) -> dict[tuple[str, int], Path]:
    """(paper id, page) -> the PNG of that page, all its quotes highlighted; in the order of the quotes."""
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
