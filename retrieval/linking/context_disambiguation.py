"""Use confidently linked names in a figure to disambiguate the others.

A figure compares methods for one task. Papers that other names of the figure clearly refer to are therefore close in topic
to the paper in question, but are not that paper.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .candidate_index import CandidateIndex, Vector
from .link import STRONG

NOBODY = 0.5  # odds that a name refers to none of the candidates
TOPIC = 0.4  # probability of the unclaimed paper that is closest in topic
_LEAST_CLAIM = 0.05  # weaker claims cost time and change nothing
FULL_WEIGHT = 0.2  # names with this probability, relative to the mean, count in full; less likely ones are often column heads


def link_shares(strengths: Vector) -> Vector:
    """Each row as a distribution over papers and "none of them", by odds: a near-certain link leaves little to the others.

    Rows are names and columns are candidates, here as in the other functions; rows sum to less than 1.
    """
    odds = strengths / np.maximum(1e-6, 1.0 - strengths)
    normalized: Vector = odds / (NOBODY + odds.sum(axis=1, keepdims=True))
    return normalized


def disambiguate(index: CandidateIndex, strengths: Vector, probabilities: Vector, vague: Vector) -> Vector:
    """`strengths` with changes to rows without a strong link.

    There, papers claimed by other names lose and unclaimed ones on the topic gain. `vague` in 0..1 are factors for the
    links of such a row, which rest on similarity alone.
    """
    plain: npt.NDArray[np.bool_] = np.any(strengths >= STRONG, axis=1)
    if not plain.any():
        return strengths
    weights = np.minimum(1.0, probabilities / max(1e-9, FULL_WEIGHT * float(probabilities.mean())))
    claimed: Vector = (weights[:, None] * link_shares(strengths))[plain].max(axis=0)
    nearby = TOPIC * _topic(index, claimed)
    completed = (1.0 - (1.0 - strengths) * (1.0 - nearby)) * (1.0 - claimed) * vague
    return np.where(plain[:, None], strengths, completed)


def _topic(index: CandidateIndex, claimed: Vector) -> Vector:
    """Similarity of each candidate to the titles of the claimed ones, 0..1, with 1 for the best unclaimed one."""
    scores = np.zeros(len(index.candidates))
    for candidate, claim in zip(index.candidates, claimed, strict=True):
        if claim >= _LEAST_CLAIM:
            scores += claim * np.array(index.text_scores(candidate.paper.title))
    scores *= 1.0 - claimed
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores
