"""The first hop: select the anchor's figure, read it and rank the papers that it may lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ..errors import UsageError
from ..figures.answer.statement import read_statement
from ..figures.image import load_image, open_figure
from ..figures.read import answer_from, read_data
from ..figures.statements.flat_prior import flat_reading
from ..figures.types import FigureImage, Reading
from ..papers.clusters.cluster import Cluster
from ..papers.types import Figure, Paper
from ..retrieval.figure_selection import likely_figure, named_figure, same_label
from ..retrieval.linking.rank import rank_candidates
from ..retrieval.pages import pages_for_ranking
from ..retrieval.types import RankedPaper
from .answerers.tables.own_system import without_own_system
from .figures.corrections import corrected_ranking, corrected_reading
from .figures.paper_figures import labeled_figure, open_paper_figure, table_parts
from .query.grammar.figure_kind import wanted_kind
from .query.grammar.parser import Question, parse_question
from .query.parts import find_hops
from .session import Session


@dataclass(frozen=True, slots=True)
class FirstHop:
    """The figure that was read, its reading and the ranking of the papers that it leads to.

    `figure` is None if the user gave an image or no figure was read. `chosen` is True if the figure was selected by its
    similarity to the question, and not named by it. `anchor` is the id of the paper with the figure.
    """

    figure: Figure | None = None
    reading: Reading | None = None
    ranking: tuple[RankedPaper, ...] = ()
    chosen: bool = False
    anchor: str | None = None


class SecondOpinion(Protocol):
    """A second opinion on the reading of a figure; `reading` returns the given reading unchanged if it has none."""

    def reading(self, question: str, scene: FigureImage, reading: Reading) -> Reading: ...


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
    """Read the figure that the question is about, and rank the papers that its reading leads to.

    The figure is `image`, or the figure that `figure` or the question names, or else the likeliest figure of the
    anchor. `anchor` defaults to the cluster's anchor. If a question has one hop and names no figure, no figure is read
    and the papers are ranked by the text of the question. With `seek`, a figure is read in this case, too, if the
    question sounds as if a figure answered it ("Which method has the highest ..."). `advice` gives a second opinion on
    the reading; a user's correction of the figure outweighs both. Raises UsageError for an unknown anchor, a label that
    the anchor does not have, or an unreadable image.
    """
    asked = question if isinstance(question, Question) else parse_question(question, find_hops(question))
    visual = asked.hops.visual
    anchor_id = session.anchor_id(anchor)
    paper = session.cluster.paper(anchor_id) if anchor_id else None
    shown = None if image else _pick(session.cluster, paper, asked, figure, seek=seek)
    scene = FigureImage(load_image(image)) if image else open_paper_figure(session.cluster, anchor_id, shown)
    corrected = corrected_reading(session.cluster, anchor_id, shown, asked)
    reading = corrected or (_read(session, scene, asked, paper, advice) if scene else None)
    ranking = tuple(
        rank_candidates(
            visual,
            reading,
            session.candidate_index(anchor_id),
            anchor=paper,
            pages=pages_for_ranking(session.index, visual),
        )
    )
    ranking = corrected_ranking(session.cluster, anchor_id, shown, reading, ranking)
    return FirstHop(shown, reading, ranking, bool(shown) and not (figure or asked.figure), anchor_id)


def _pick(
    cluster: Cluster, anchor: Paper | None, question: Question, label: str | None, *, seek: bool
) -> Figure | None:
    if label and anchor is None:
        raise UsageError(f"whose {label}? name its paper as the anchor")
    if anchor is None:
        return None
    if label:
        return _likely_part(anchor, labeled_figure(cluster, anchor, label), question)
    if question.figure and any(same_label(f.label, question.figure) for f in anchor.figures):
        return _likely_part(anchor, named_figure(anchor.figures, question.figure), question)
    wanted = question.hops.is_two_hop or (seek and question.of_figure)
    return _likely_figure(anchor.figures, question) if wanted else None


def _likely_figure(figures: Sequence[Figure], question: Question) -> Figure | None:
    visual = question.hops.visual
    return likely_figure(figures, visual, wanted_kind(visual))


def _likely_part(paper: Paper, figure: Figure, question: Question) -> Figure:
    """Return the part of a table that matches the question best, if the table continues over several pages; else the
    figure."""
    parts = table_parts(paper, figure)
    return _likely_figure(parts, question) or figure if len(parts) > 1 else figure


def _read(
    session: Session,
    scene: FigureImage,
    question: Question,
    paper: Paper | None,
    advice: SecondOpinion | None,
) -> Reading:
    cache = session.settings.home_path / "cache" / "ocr"
    scene = open_figure(scene, settings=session.settings, cache=cache)  # OCR once for both readers
    if paper is not None:
        question = without_own_system(question, read_data(scene), f"{scene.caption} {paper.title}")
    reading = answer_from(scene, question)
    if not reading.entities:  # even if a figure is not understood, its labels may lead to papers
        reading = replace(flat_reading(scene.words), operation=reading.operation)
    reading = read_statement(question.hops.visual, reading)
    return advice.reading(question.hops.visual, scene, reading) if advice else reading
