"""Rank the cited papers for a question about a figure, by linking the names read from the figure to papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...figures.answer.calibration import TIED
from ...figures.types import Entity, Reading
from ...papers.types import Paper
from ..pages import PageHit
from ..types import RankedPaper
from .candidate_index import CandidateIndex, Encode, Link, Vector
from .context_disambiguation import disambiguate, link_shares
from .counter_evidence import author_factors, own_name_factors
from .link import link_name
from .names import EntityName, parse_entity_name

_NEARBY = "on the topic of the figure's other papers; none of its names is clearly this paper"
_LEAST_GAIN = 0.001  # smallest share of the score that is explained
_REASONS = 4
MOST = 1.001  # sum of the probabilities of names of which one is right
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
    """Every candidate once, best first; ties by a hash of the id, so neither the input order nor the year can matter.

    The score is the probability, over the names of `reading`, that a name refers to the paper, plus a small share of the
    similarity of the question's text, which decides if no name is linked. `anchor` brings its bibliography and its
    mentions. `encode` (texts -> L2-normalized rows) adds dense similarity of the names. `pages`, found by their images
    and best first, add FLOOR divided by the rank of a paper's best page, which also decides only if no name is linked.
    """
    return rank_candidates(question, reading, CandidateIndex(candidates, encode), anchor=anchor, pages=pages)


def rank_candidates(
    question: str,
    reading: Reading | None,
    index: CandidateIndex,
    *,
    anchor: Paper | None = None,
    pages: Sequence[PageHit] = (),
) -> list[RankedPaper]:
    """The same for candidates that are indexed already: one index may serve all questions about the figures of `anchor`."""
    parsed = [(entity, parse_entity_name(entity.printed)) for entity in (reading.entities if reading else ())]
    entities = [entity for entity, name in parsed if name.is_linkable]
    names = [name for _, name in parsed if name.is_linkable]
    columns = {candidate.paper.id: column for column, candidate in enumerate(index.candidates)}
    strengths = np.zeros((len(entities), len(columns)))
    link_reasons: list[dict[int, str]] = [
        {} for _ in columns
    ]  # by candidate: row of a name -> reason of its link
    index.encode_ahead([form.text for name in names for form in name.forms[:1]])
    for row, name in enumerate(names):
        for link in _links(name, index, anchor):
            strengths[row, columns[link.paper_id]] = link.strength
            link_reasons[columns[link.paper_id]][row] = link.reason
    probabilities = _limit_first([entity.probability for entity in entities])
    against = np.array([author_factors(name, index, anchor) for name in names]).reshape(strengths.shape)
    vague = np.array([own_name_factors(name, index) for name in names]).reshape(strengths.shape)
    gains = probabilities[:, None] * link_shares(
        disambiguate(index, strengths * against, probabilities, against * vague)
    )
    similarity = FLOOR * np.array(index.text_scores(question))
    best_pages = _best_pages(pages, columns)
    page_scores = FLOOR * np.array(
        [1.0 / best_pages[column][0] if column in best_pages else 0.0 for column in range(len(columns))]
    )
    scores = gains.sum(axis=0) + similarity + page_scores
    ranked = np.argsort(-scores, kind="stable").tolist()  # stable: ties keep the order of the index
    return [
        RankedPaper(
            index.candidates[column].paper.id,
            float(scores[column]),
            _reasons(
                entities, gains[:, column], link_reasons[column], similarity[column], best_pages.get(column)
            ),
        )
        for column in ranked
    ]


def _links(name: EntityName, index: CandidateIndex, anchor: Paper | None) -> list[Link]:
    """As `link_name`; kept with the index, since the names of a figure are linked for every question about it."""
    key = name, anchor.id if anchor else ""
    return index.links.get(key, lambda: link_name(name, index, anchor))


def is_linked(ranked: RankedPaper, name: str) -> bool:
    """True if a reason of `ranked` is that `name`, read from the figure, refers to it."""
    return any(reason.startswith(f"{name!r} (p ") for reason in ranked.reasons)


def _limit_first(probabilities: Sequence[float]) -> Vector:
    """Give the other names of the figure at least 1 - FIRST of the weight.

    A name that was read right may link to the wrong paper, while another name of the figure links to the right one.
    """
    weights = np.array(probabilities, dtype=float)
    if weights.sum() > MOST:  # names that answer together each have the probability of the answer
        together = weights >= weights[0] - TIED
        weights[together] /= together.sum()
    others = float(weights[1:].sum())
    if len(weights) > 1 and weights[0] > FIRST and others > 0:
        weights[1:] = (1.0 - FIRST) * (weights[1:] / others)
        weights[0] = FIRST
    return weights


def _best_pages(pages: Sequence[PageHit], columns: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    """By candidate: the rank (from 1, among pages of candidates) and the number of its best page."""
    found: dict[int, tuple[int, int]] = {}
    of_candidates = (page.ref for page in pages if page.ref.paper_id in columns)
    for rank, ref in enumerate(of_candidates, 1):
        found.setdefault(columns[ref.paper_id], (rank, ref.page))
    return found


def _reasons(
    entities: Sequence[Entity],
    gains: Vector,
    link_reasons: Mapping[int, str],
    similarity: float,
    page: tuple[int, int] | None,
) -> tuple[str, ...]:
    """Reasons for a paper's score, the largest contribution first.

    The probability of a name is given only to papers that it is linked to: it is not theirs otherwise.
    """
    found: list[tuple[float, str]] = []
    nearby = 0.0
    for row, (entity, gain) in enumerate(zip(entities, gains.tolist(), strict=True)):
        if gain < _LEAST_GAIN:
            continue
        if row in link_reasons:
            found.append((gain, f"{entity.text!r} (p {entity.probability:.2f}): {link_reasons[row]}"))
        else:
            nearby += gain
    if nearby:
        found.append((nearby, _NEARBY))
    if similarity > 0:
        found.append((similarity, "text resembles the question"))
    if page:
        rank, number = page
        found.append(
            (FLOOR / rank, f"page {number} looks like the question (rank {rank} of the page images)")
        )
    return tuple(text for _, text in sorted(found, key=lambda item: -item[0])[:_REASONS])
