"""Write the evidence of answers to a folder: marked images, and one self-contained HTML page that shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...agent.conversation.types import Turn
from ...agent.figures.likely_names import likely_names
from ...agent.figures.paper_figures import figure_by_id, open_paper_figure
from ...agent.session import Session
from ...agent.types import Answer
from ...errors import UsageError
from ...figures.image import load_image
from ...figures.types import Entity
from ...papers.clusters.ids import describe_location
from ...papers.types import Figure, Paper
from ..html import render_page
from .marked_images import outlined_figure, outlined_page, quoted_page
from .origin import describe_origin

PAGE = "evidence.html"
_SHOWN_PAPERS = 10


@dataclass(frozen=True, slots=True)
class _Quote:
    """A quote on the page. Only the first quote from a page of a paper has its `page_image`."""

    place: str
    text: str
    page_image: Path | None


@dataclass(frozen=True, slots=True)
class _Section:
    """One question on the page.

    `figures` maps captions to PNGs. `place` names the figure that was read, `origin` says who wrote the answer, and
    `note` is the user's note.
    """

    question: str
    answer: Answer
    names: Sequence[Entity]
    figures: Mapping[str, Path]
    place: str
    ranking: Sequence[tuple[Paper, tuple[str, ...]]]
    more_papers: int
    quotes: Sequence[_Quote]
    origin: str
    note: str = ""


def write_evidence(
    question: str, answer: Answer, session: Session, folder: Path, image: Path | None = None
) -> Path:
    """Write the evidence of `answer` to `folder` and return the path of evidence.html.

    The files are evidence.html, a PNG per quoted page (NN-PAPER-pPAGE.png), figure.png and figure-page.png. The last
    two show the figure that was read, and its page unless a quote is on that page, with the cells or marks outlined.
    `image` is a picture that was read instead of a figure of a paper. Raises UsageError if the folder cannot be
    written.
    """
    page = folder / PAGE
    try:
        section = _write_section(question, answer, session, folder, image)
        page.write_text(_render(question, [section]), "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); name another folder") from error
    return page


def render_conversation(turns: Sequence[Turn], session: Session, folder: Path) -> str:
    """Return an HTML page with the evidence of every answer of a conversation.

    Its images are written to `folder` and embedded in the page. Raises UsageError if the folder cannot be written.
    """
    try:
        sections = [
            replace(
                _write_section(turn.question, turn.answer, session, folder / str(number), None),
                note=turn.note,
            )
            for number, turn in enumerate(turns, 1)
        ]
        return _render(turns[0].question if turns else session.cluster.name, sections)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror}); free some space") from error


def render_evidence(
    question: str,
    answer: Answer,
    papers: Mapping[str, Paper],
    figures: Mapping[str, Path],
    pages: Mapping[tuple[str, int], Path],
    place: str = "",
) -> str:
    """Return question, answer, reading, ranking and quotes as HTML.

    `figures` maps captions, and `pages` maps (paper id, page), to PNGs. `place` names the figure that was read:
    label, page and paper.
    """
    return _render(question, [_build_section(question, answer, papers, figures, pages, place)])


def _render(title: str, sections: Sequence[_Section]) -> str:
    return render_page("citehop.integrations.evidence", "evidence.html", title=title, sections=sections)


def _write_section(
    question: str, answer: Answer, session: Session, folder: Path, image: Path | None
) -> _Section:
    """Write the images of one answer to `folder` and return its section of the page. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = _write_figure(answer, session, folder, image)
    pages = _write_pages(answer, session, folder)
    papers = {paper.id: paper for paper in session.cluster.summaries}
    return _build_section(question, answer, papers, figures, pages, name_place(answer, session, image))


def _build_section(
    question: str,
    answer: Answer,
    papers: Mapping[str, Paper],
    figures: Mapping[str, Path],
    pages: Mapping[tuple[str, int], Path],
    place: str,
) -> _Section:
    quotes: list[_Quote] = []
    remaining = dict(pages)
    for citation in answer.citations:
        paper = papers[citation.paper_id]
        page_image = remaining.pop((citation.paper_id, citation.page), None)
        source = f"{paper.title}, {describe_location(paper, citation.page, citation.quote)}"
        quotes.append(_Quote(source, citation.quote, page_image))
    return _Section(
        question,
        answer,
        likely_names(answer.reading),
        figures,
        place,
        [(papers[ranked.paper_id], ranked.reasons) for ranked in answer.ranking[:_SHOWN_PAPERS]],
        len(answer.ranking) - _SHOWN_PAPERS,
        quotes,
        describe_origin(answer),
    )


def _write_figure(answer: Answer, session: Session, folder: Path, image: Path | None) -> dict[str, Path]:
    """Write the figure and its page with the evidence outlined. Return their paths by caption; {} if no figure was
    read.
    """
    figure = figure_of(answer, session) if image is None else None
    opened = open_paper_figure(session.cluster, answer.anchor, figure) if figure is not None else None
    pixels = load_image(image) if image is not None else opened.pixels if opened is not None else None
    if pixels is None or answer.reading is None:
        return {}
    boxes = answer.reading.evidence
    path = folder / "figure.png"
    outlined_figure(pixels, boxes).save(path)
    written = {"The figure, with the evidence outlined." if boxes else "The figure.": path}
    if figure is None or any(c.paper_id == answer.anchor and c.page == figure.page for c in answer.citations):
        return written  # that page is shown with its quote
    page = outlined_page(session, answer.anchor, figure, boxes) if boxes else None
    if page is not None:
        path = folder / "figure-page.png"
        page.save(path)
        written[f"Page {figure.page}, with the evidence outlined."] = path
    return written


def name_place(answer: Answer, session: Session, image: Path | None) -> str:
    """Return label, page and paper of the figure that was read, or the name of the user's image; "" if none was read."""
    figure = figure_of(answer, session)
    if image is not None or figure is None:
        return image.name if image is not None else ""
    paper = session.cluster.paper(answer.anchor)
    return f"{figure.label}, {describe_location(paper, figure.page)}, of {paper.title}"


def figure_of(answer: Answer, session: Session) -> Figure | None:
    """Return the figure that the answer was read from; None if there is none."""
    return figure_by_id(session.cluster, answer.anchor, answer.figure)


def _write_pages(answer: Answer, session: Session, folder: Path) -> dict[tuple[str, int], Path]:
    """Write a PNG of each quoted page with its quotes highlighted. Return the paths by (paper id, page), in order of
    the quotes.
    """
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
