"""Ranks the cited papers for a question about a figure: names read from the figure, linked to papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...figures.types import Entity, Reading
from ...papers.types import Paper
from ..pages import PageHit
from ..types import RankedPaper
from .candidate_index import CandidateIndex, Encode
from .context_disambiguation import Vector, shares, with_company
from .counter_evidence import contradicted, renamed
from .link import link_name
from .names import names_somebody, variants

_NEARBY = "free, and on the topic of the figure's other papers"
_WORTH_SAYING = 0.001  # least share of the score that is explained
_REASONS = 4
FIRST = 0.77  # largest weight of one name of a figure
FLOOR = 0.01  # weight of the question's own text beside the names, and of the pages that look like it


def rank_papers(
    question: str,
    reading: Reading | None,
    candidates: Sequence[Paper],
    *,
    anchor: Paper | None = None,
    encode: Encode | None = None,
    pages: Sequence[PageHit] = (),
) -> list[RankedPaper]:
    """Every candidate once, best first; ties by a hash of the id, so neither the order given nor the year can matter.

    The score is the probability, over the names of `reading`, that a name stands for the paper, plus a small share of
    the question's own text similarity, which decides where no name speaks. `anchor` brings its bibliography and its
    mentions. `encode` (texts -> L2-normalised rows) adds dense similarity of the names. `pages`, found by their images
    and best first, add FLOOR divided by the rank of a paper's best page: they decide where no name speaks, too.
    """
    shelf = CandidateIndex(candidates, encode)
    entities = [entity for entity in reading.entities if names_somebody(entity.printed)] if reading else []
    place = {candidate.paper.id: column for column, candidate in enumerate(shelf.candidates)}
    strengths = np.zeros((len(entities), len(place)))
    said: list[dict[int, str]] = [{} for _ in place]  # by candidate: the row of a name -> why it links
    shelf.encode_ahead([form.text for entity in entities for form in variants(entity.printed)[:1]])
    for row, entity in enumerate(entities):
        for link in link_name(entity.printed, shelf, anchor):
            strengths[row, place[link.paper_id]] = link.strength
            said[place[link.paper_id]][row] = link.reason
    probabilities = _limit_first([entity.probability for entity in entities])
    against = np.array([contradicted(entity.printed, shelf) for entity in entities]).reshape(strengths.shape)
    vague = np.array([renamed(entity.printed, shelf) for entity in entities]).reshape(strengths.shape)
    gains = probabilities[:, None] * shares(
        with_company(shelf, strengths * against, probabilities, against * vague)
    )
    resembling = FLOOR * np.array(shelf.text_scores(question))
    seen = _best_pages(pages, place)
    looking = FLOOR * np.array(
        [1.0 / seen[column][0] if column in seen else 0.0 for column in range(len(place))]
    )
    scores = gains.sum(axis=0) + resembling + looking
    ranked = np.argsort(-scores, kind="stable").tolist()  # stable: ties keep the shelf's order
    return [
        RankedPaper(
            shelf.candidates[column].paper.id,
            float(scores[column]),
            _reasons(entities, gains[:, column], said[column], resembling[column], seen.get(column)),
        )
        for column in ranked
    ]


def _limit_first(probabilities: Sequence[float]) -> Vector:
    """Give the other names of the figure at least 1 - FIRST of the weight.

    A name that was read right may link to the wrong paper, while another name of the figure links to the right one.
    """
    weights = np.array(probabilities, dtype=float)
    others = float(weights[1:].sum())
    if len(weights) > 1 and weights[0] > FIRST and others > 0:
        weights[1:] *= (1.0 - FIRST) / others
        weights[0] = FIRST
    return weights


def _best_pages(pages: Sequence[PageHit], place: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    """By candidate: the rank (from 1, among pages of candidates) and the number of its best page."""
    found: dict[int, tuple[int, int]] = {}
    of_candidates = (page.ref for page in pages if page.ref.paper_id in place)
    for rank, ref in enumerate(of_candidates, 1):
        found.setdefault(place[ref.paper_id], (rank, ref.page))
    return found


def _reasons(
    entities: Sequence[Entity],
    gains: Vector,
    said: Mapping[int, str],
    resembling: float,
    page: tuple[int, int] | None,
) -> tuple[str, ...]:
    """Reasons for a paper's score, the largest contribution first."""
    found = [
        (gain, f"{entity.text!r} (p {entity.probability:.2f}): {said.get(row, _NEARBY)}")
        for row, (entity, gain) in enumerate(zip(entities, gains.tolist(), strict=True))
        if gain >= _WORTH_SAYING
    ]
    if resembling > 0:
        found.append((resembling, "text resembles the question"))
    if page:
        rank, number = page
        found.append(
            (FLOOR / rank, f"page {number} looks like the question (rank {rank} of the page images)")
        )
    return tuple(text for _, text in sorted(found, key=lambda item: -item[0])[:_REASONS])
