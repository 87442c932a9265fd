"""Use confidently linked names of a figure to disambiguate its other names.

A figure compares methods for one task. If a name is ambiguous, the papers of the figure's other names are therefore
close in topic to the paper of this name, but are not that paper.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .candidate_index import CandidateIndex, Vector
from .link import STRONG

NOBODY = 0.5  # odds that a name does not refer to any candidate
TOPIC = 0.4  # strength of the link to the unclaimed paper that is closest in topic
_LEAST_CLAIM = 0.05  # weaker claims cost time and do not change the result
# Names with at least this share of the mean probability count in full; others are often column heads.
FULL_WEIGHT = 0.2


def link_shares(strengths: Vector) -> Vector:
    """Turn the link strengths of each name into probabilities of the candidates.

    Rows are names and columns are candidates, as in the other functions. The probabilities are proportional to the odds
    of the strengths, so a near-certain link leaves little to the other candidates. A row sums to less than 1; the rest
    is the probability that the name refers to no candidate.
    """
    odds = strengths / np.maximum(1e-6, 1.0 - strengths)
    normalized: Vector = odds / (NOBODY + odds.sum(axis=1, keepdims=True))
    return normalized


def disambiguate(index: CandidateIndex, strengths: Vector, probabilities: Vector, vague: Vector) -> Vector:
    """Return `strengths` with changes to the rows without a strong link.

    In these rows, papers claimed by other names become weaker, and unclaimed papers on the same topic become stronger.
    `vague` (0..1) are factors for the links in these rows, which are based on weak evidence. `probabilities` are those
    of the names.
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
    """Return the similarity, 0..1, of each candidate to the titles of the claimed papers; the best unclaimed candidate
    gets 1."""
    scores = np.zeros(len(index.candidates))
    for candidate, claim in zip(index.candidates, claimed, strict=True):
        if claim >= _LEAST_CLAIM:
            scores += claim * np.array(index.text_scores(candidate.paper.title))
    scores *= 1.0 - claimed
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores
