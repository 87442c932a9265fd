"""Statements of a figure: its sentences, the executor's reading for a request, and the sentences of its caption."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...figures.answer.calibration import count_ties
from ...figures.answer.execute import answer_question
from ...figures.image import open_figure
from ...figures.read import read_data
from ...figures.request import FigureRequest
from ...figures.statements.fit import weigh_statement
from ...figures.statements.state import state_figure as state_image
from ...figures.statements.types import FigureStatement
from ...figures.types import FigureData, FigureImage, Reading
from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import inverse_frequencies
from ...papers.captions import split_caption
from ...papers.sentences import split_sentences
from ...papers.types import Figure, Paper
from ..figures.paper_figures import open_paper_figure
from ..session import Session
from ..verification.sentences import Prover
from .types import Statement

_SHARED = 1.3  # log odds of a statement that has all words of the request
_READ = (
    1.5  # log odds that the executor's answer has beyond its probability: it fits the request by construction
)
_LEAST = 0.02  # bound of a probability whose log odds are taken


def state_figure(
    session: Session, paper: Paper, figure: Figure, request: FigureRequest | None = None
) -> tuple[Statement, ...]:
    """The statements of a figure of `paper`, the likeliest to answer `request` first, or in their own order without one.

    Of a figure that cannot be opened those of its caption.
    """
    image = open_paper_figure(session.cluster, paper.id, figure)
    if image is None:
        return tuple(_state_caption(session, paper, figure))
    settings = session.settings
    image = open_figure(image, settings=settings, cache=settings.home_path / "cache" / "ocr")
    return state_shown(session, paper, figure, image, read_data(image), request)


def state_shown(
    session: Session,
    paper: Paper,
    figure: Figure,
    image: FigureImage,
    data: FigureData | None,
    request: FigureRequest | None = None,
) -> tuple[Statement, ...]:
    """The statements of a figure that was opened and read before, as `state_figure` orders them."""
    own = [_of_figure(statement, paper, figure, data, request) for statement in state_image(image, data)]
    found = [*own, *_state_caption(session, paper, figure)]
    if request is None:
        return tuple(found)
    shares = _shared_words(request.wording, [statement.text for statement in found])
    found = [replace(s, prior=s.prior + _SHARED * share) for s, share in zip(found, shares, strict=True)]
    read = _state_reading(paper, figure, data, request) if data else None
    return tuple(sorted([*([read] if read else []), *found], key=lambda statement: -statement.prior))


def _of_figure(
    statement: FigureStatement,
    paper: Paper,
    figure: Figure,
    data: FigureData | None,
    request: FigureRequest | None,
) -> Statement:
    reading = Reading(operation="statement", evidence=statement.boxes, abstained=False, value=statement.value)
    return Statement(
        text=statement.text,
        source="diagram" if data is not None and data.kind == "diagram" else "plot",
        paper_id=paper.id,
        value=statement.value,
        subject=statement.subject,
        figure=figure.id,
        reading=reading,
        prior=weigh_statement(statement, request) if request else 0.0,
    )


def _state_caption(session: Session, paper: Paper, figure: Figure) -> Iterator[Statement]:
    """The sentences of the caption behind its label, each with its place on the page where it is found there."""
    prover = Prover(session.cluster, session.settings)
    for sentence in split_sentences(split_caption(figure.caption)[1]):
        citation = prover.find(paper.id, figure.page, sentence)
        yield Statement(sentence, "caption", paper.id, (citation,) if citation else (), figure=figure.id)


def _state_reading(
    paper: Paper, figure: Figure, data: FigureData, request: FigureRequest
) -> Statement | None:
    """The executor's answer, its value or the names that it chooses; None where no operation of the request applies."""
    reading = answer_question(data, request)
    if reading.abstained or not reading.entities:
        return None
    together = [entity.text for entity in reading.entities[: count_ties(reading.entities)]]
    unit = "" if reading.value.endswith(reading.unit) else reading.unit
    text = f"{reading.value} {unit}".strip() if reading.value else ", ".join(together)
    chance = min(max(reading.entities[0].probability, _LEAST), 1 - _LEAST)
    return Statement(
        text=text,
        source="diagram" if data.kind == "diagram" else "plot",
        paper_id=paper.id,
        value=text,
        figure=figure.id,
        reading=reading,
        prior=math.log(chance / (1 - chance)) + _READ,
    )


def _shared_words(wording: str, texts: Sequence[str]) -> list[float]:
    """The share of the words of a request, 0..1, rare ones counting more, that each text has."""
    terms, own = set(analyse(wording)), [set(analyse(text)) for text in texts]
    weights = inverse_frequencies(terms, own)
    total = sum(weights.values()) or 1.0
    return [sum(weights[term] for term in sorted(terms & words)) / total for words in own]
