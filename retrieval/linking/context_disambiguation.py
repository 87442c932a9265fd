"""Use confidently linked names in a figure to disambiguate the others.

A figure compares methods for one task. The papers that its plain names stand for therefore describe the topic of the
paper sought, and being taken already, they are not it themselves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .candidate_index import CandidateIndex
from .link import STRONG

Vector = npt.NDArray[np.float64]

NOBODY = 0.5  # odds that a name stands for none of the candidates
TOPIC = 0.4  # belief in the free paper that is closest in topic
_LEAST_CLAIM = 0.05  # weaker claims cost time and change nothing
HEARD = 0.2  # names this likely, relative to the mean, are names of methods; column heads are less likely to be the answer


def shares(strengths: Vector) -> Vector:
    """Each row as a distribution over papers and "nobody", by odds: a near-certain link leaves little to the others.

    A row per name, a column per candidate, as everywhere here; rows sum to less than 1.
    """
    odds = strengths / np.maximum(1e-6, 1.0 - strengths)
    found: Vector = odds / (NOBODY + odds.sum(axis=1, keepdims=True))
    return found


def with_company(shelf: CandidateIndex, strengths: Vector, probabilities: Vector, vague: Vector) -> Vector:
    """`strengths` where a row without a strong link loses papers taken by other names and gains free ones on the topic.

    `vague` in 0..1 is what such a row's links are worth when nothing but likeness speaks for them.
    """
    plain: npt.NDArray[np.bool_] = np.any(strengths >= STRONG, axis=1)
    if not plain.any():
        return strengths
    voices = np.minimum(1.0, probabilities / max(1e-9, HEARD * float(probabilities.mean())))
    claimed: Vector = (voices[:, None] * shares(strengths))[plain].max(axis=0)
    nearby = TOPIC * _topic(shelf, claimed)
    completed = (1.0 - (1.0 - strengths) * (1.0 - nearby)) * (1.0 - claimed) * vague
    return np.where(plain[:, None], strengths, completed)


def _topic(shelf: CandidateIndex, claimed: Vector) -> Vector:
    """Similarity of each candidate to the titles of the claimed ones, 0..1, with 1 for the best that is still free."""
    scores = np.zeros(len(shelf.candidates))
    for candidate, claim in zip(shelf.candidates, claimed, strict=True):
        if claim >= _LEAST_CLAIM:
            scores += claim * np.array(shelf.text_scores(candidate.paper.title))
    scores *= 1.0 - claimed
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores
