"""Ranks the cited papers for a question about a figure: names read from the figure, linked to papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..figures.types import Entity, Reading
from ..papers.types import Paper
from .company import Vector, shares, with_company
from .link import link_name
from .names import names_somebody
from .shelf import Encode, Shelf
from .types import RankedPaper

_NEARBY = "free, and on the topic of the figure's other papers"
_WORTH_SAYING = 0.001  # least share of the score that is explained
_REASONS = 4
FLOOR = 0.01  # weight of the question's own text beside the names


def rank_papers(
    question: str,
    reading: Reading | None,
    candidates: Sequence[Paper],
    *,
    anchor: Paper | None = None,
    encode: Encode | None = None,
) -> list[RankedPaper]:
    """Every candidate once, best first; ties by a hash of the id, so neither the order given nor the year can matter.

    The score is the probability, over the names of `reading`, that a name stands for the paper, plus a small share of
    the question's own text similarity, which decides where no name speaks. `anchor` brings its bibliography and its
    mentions. `encode` (texts -> L2-normalised rows) adds dense similarity of the names.
    """
    shelf = Shelf(candidates, encode)
    entities = [entity for entity in reading.entities if names_somebody(entity.text)] if reading else []
    place = {candidate.paper.id: column for column, candidate in enumerate(shelf.candidates)}
    strengths = np.zeros((len(entities), len(place)))
    said: list[dict[int, str]] = [{} for _ in place]  # by candidate: the row of a name -> why it links
    for row, entity in enumerate(entities):
        for link in link_name(entity.text, shelf, anchor):
            strengths[row, place[link.paper_id]] = link.strength
            said[place[link.paper_id]][row] = link.reason
    probabilities = np.array([entity.probability for entity in entities])
    gains = probabilities[:, None] * shares(with_company(shelf, strengths, probabilities))
    resembling = FLOOR * np.array(shelf.text_scores(question))
    scores = gains.sum(axis=0) + resembling
    ranked = np.argsort(-scores, kind="stable").tolist()  # stable: ties keep the shelf's order
    return [
        RankedPaper(
            shelf.candidates[column].paper.id,
            float(scores[column]),
            _reasons(entities, gains[:, column], said[column], resembling[column]),
        )
        for column in ranked
    ]


def _reasons(
    entities: Sequence[Entity], gains: Vector, said: Mapping[int, str], resembling: float
) -> tuple[str, ...]:
    """What contributed to a paper's score, largest first."""
    found = [
        (gain, f"{entity.text!r} (p {entity.probability:.2f}): {said.get(row, _NEARBY)}")
        for row, (entity, gain) in enumerate(zip(entities, gains.tolist(), strict=True))
        if gain >= _WORTH_SAYING
    ]
    if resembling > 0:
        found.append((resembling, "text resembles the question"))
    return tuple(text for _, text in sorted(found, key=lambda item: -item[0])[:_REASONS])
