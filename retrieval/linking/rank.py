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
_LEAST_GAIN = 0.001  # a smaller contribution of a name to the score gets no reason
_REASONS = 4  # most reasons per paper
MOST = 1.001  # largest sum of the probabilities of names if only one of them is right
FIRST = 0.77  # largest weight of one name of a figure
FLOOR = 0.01  # weight of the question's own text compared with the names, and of the pages that look like the question


def rank_papers(
    question: str,
    reading: Reading | None,
    candidates: Sequence[Paper],
    *,
    anchor: Paper | None = None,
    encode: Encode | None = None,
    pages: Sequence[PageHit] = (),
) -> list[RankedPaper]:
    """Return every candidate once, best first.

    Ties are broken by a hash of the id, so that neither input order nor year decides.

    The score is the probability, over the names of `reading`, that a name refers to the paper. A small share of the
    similarity between the paper and the question is added; it decides only if no name is linked. `pages`, found by
    their images and best first, add FLOOR divided by the rank of a paper's best page, which also decides only if no
    name is linked. Links use the bibliography and the citing sentences of `anchor`. `encode`, which maps texts to
    L2-normalized rows, adds the dense similarity of the names.
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
    """Rank papers as `rank_papers` does, with an existing index of the candidates.

    One index can be used for all questions about the figures of `anchor`.
    """
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
    """Return the links of `link_name`.

    They are kept with the index, because every question about a figure links the same names.
    """
    key = name, anchor.id if anchor else ""
    return index.links.get(key, lambda: link_name(name, index, anchor))


def is_linked(ranked: RankedPaper, name: str) -> bool:
    """True if one of the reasons of `ranked` is that `name`, read from the figure, refers to this paper."""
    return any(reason.startswith(f"{name!r} (p ") for reason in ranked.reasons)


def _limit_first(probabilities: Sequence[float]) -> Vector:
    """Return the weights of the names: their probabilities, but all names except the first get at least 1 - FIRST
    together.

    The reason is that a name that was read correctly may link to the wrong paper, while another name of the figure
    links to the right paper.
    """
    weights = np.array(probabilities, dtype=float)
    if (
        weights.sum() > MOST
    ):  # if several names answer together, each of them has the probability of the answer
        together = weights >= weights[0] - TIED
        weights[together] /= together.sum()
    others = float(weights[1:].sum())
    if len(weights) > 1 and weights[0] > FIRST and others > 0:
        weights[1:] = (1.0 - FIRST) * (weights[1:] / others)
        weights[0] = FIRST
    return weights


def _best_pages(pages: Sequence[PageHit], columns: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    """Map the column of each candidate to the rank and the page number of its best page.

    Ranks count from 1, among the pages of all candidates.
    """
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
    """Return the reasons for a paper's score, the largest contribution first.

    A reason states the name and its probability only if the name is linked to the paper.
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
