"""The first hop: select the anchor's figure, read it and rank the papers that it may lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ..errors import CitehopError, UsageError
from ..figures.answer.flat_prior import flat_reading
from ..figures.image import load_image, open_figure
from ..figures.question.parser import Question, parse_question
from ..figures.read import read_figure
from ..figures.types import FigureImage, Reading
from ..figures.vector.types import VectorFigure
from ..papers.clusters.cluster import Cluster
from ..papers.types import BBox, Figure, Paper, Word
from ..retrieval.figure_selection import likely_figure, named_figure, same_label
from ..retrieval.linking.rank import rank_papers
from ..retrieval.pages import pages_for_ranking
from ..retrieval.types import RankedPaper
from .session import Session


@dataclass(frozen=True, slots=True)
class FirstHop:
    """The figure that was read, its reading and the ranking of the papers that it leads to.

    `figure` is None if the user gave an image or nothing was read; `chosen` is True if the figure was
    selected by its similarity to the question, not named. `anchor` is the id of the paper whose figure it is.
    """

    figure: Figure | None = None
    reading: Reading | None = None
    ranking: tuple[RankedPaper, ...] = ()
    chosen: bool = False
    anchor: str | None = None


class SecondOpinion(Protocol):
    """A second opinion on each stage; without one it returns its argument unchanged."""

    def reading(self, question: str, scene: FigureImage, reading: Reading) -> Reading: ...

    def ranking(
        self,
        question: str,
        reading: Reading | None,
        ranked: tuple[RankedPaper, ...],
        papers: Sequence[Paper],
        anchor: Paper | None,
    ) -> tuple[RankedPaper, ...]: ...


def first_hop(
    session: Session,
    question: str | Question,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    image: Path | None = None,
    seek: bool = False,
    advice: SecondOpinion | None = None,
) -> FirstHop:
    """Read `image`, or the figure that `figure` or the question names, or else the likeliest one; rank the papers.

    `anchor` defaults to the cluster's. A question with one hop that names no figure is ranked by its text alone, unless
    it is to `seek` one and sounds as if a figure answered it ("Which method has the highest ..."). `advice` is asked for
    a second opinion on the reading and on the ranking. Raises UsageError for an unknown anchor, a label that the anchor
    does not have, or an unreadable image.
    """
    asked = question if isinstance(question, Question) else parse_question(question)
    visual = asked.hops.visual
    anchor_id = session.anchor_id(anchor)
    paper = session.cluster.paper(anchor_id) if anchor_id else None
    shown = None if image else _pick(paper, asked, figure, seek=seek)
    scene = FigureImage(load_image(image)) if image else open_paper_figure(session.cluster, anchor_id, shown)
    reading = _read(session, scene, asked, advice) if scene else None
    candidates = [p for p in session.cluster.summaries if p.id != anchor_id]
    ranking = tuple(
        rank_papers(
            visual,
            reading,
            candidates,
            anchor=paper,
            encode=session.index.encoder(),
            pages=pages_for_ranking(session.index, visual),
        )
    )
    if advice:
        ranking = advice.ranking(visual, reading, ranking, candidates, paper)
    return FirstHop(shown, reading, ranking, bool(shown) and not (figure or asked.figure), anchor_id)


def _pick(anchor: Paper | None, question: Question, label: str | None, *, seek: bool) -> Figure | None:
    if label and anchor is None:
        raise UsageError(f"whose {label}? name its paper as the anchor")
    if anchor is None:
        return None
    if label:
        return named_figure(anchor.figures, label)
    if question.figure and any(same_label(f.label, question.figure) for f in anchor.figures):
        return named_figure(anchor.figures, question.figure)
    wanted = question.hops.is_two_hop or (seek and question.of_figure)
    return likely_figure(anchor.figures, question.hops.visual) if wanted else None


def open_paper_figure(cluster: Cluster, paper_id: str | None, figure: Figure | None) -> FigureImage | None:
    """A paper's figure with the page's words in it, and the PDF's own paths if it is no table; None without an image of it."""
    if figure is None or not figure.image:
        return None
    pixels = load_image(cluster.path / figure.image)
    scale = pixels.width / max(figure.bbox.width, 1e-6)
    words = tuple(_in_pixels(word, figure.bbox, scale) for word in figure.words)
    drawing = _load_drawing(cluster, paper_id, figure) if figure.kind == "figure" else None
    return FigureImage(pixels, words, figure.caption, drawing, scale)


def _load_drawing(cluster: Cluster, paper_id: str | None, figure: Figure) -> VectorFigure | None:
    """The figure's paths and texts on the PDF's page; None if it has no paths there or the PDF is missing or damaged."""
    source = cluster.source_path(paper_id) if paper_id else None
    if source is None or source.suffix.lower() != ".pdf" or figure.page < 1:
        return None
    from ..figures.vector.load import load_vector_figure

    try:
        drawing = load_vector_figure(source, figure.page, figure.bbox)
    except CitehopError:
        return None
    return drawing if drawing.paths else None


def _read(session: Session, scene: FigureImage, question: Question, advice: SecondOpinion | None) -> Reading:
    cache = session.settings.home_path / "cache" / "ocr"
    scene = open_figure(scene, settings=session.settings, cache=cache)  # OCR once for both readers
    reading = read_figure(scene, question, settings=session.settings)
    if not reading.entities:  # the labels of a figure that is not understood may still lead to papers
        reading = replace(flat_reading(scene.words), operation=reading.operation)
    return advice.reading(question.hops.visual, scene, reading) if advice else reading


def _in_pixels(word: Word, origin: BBox, scale: float) -> Word:
    """A word's page box as a box on the crop, whose corner is `origin`."""
    b = word.bbox
    x0, y0 = (b.x0 - origin.x0) * scale, (b.y0 - origin.y0) * scale
    return Word(word.text, BBox(x0, y0, x0 + b.width * scale, y0 + b.height * scale), word.confidence)
