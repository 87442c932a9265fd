"""What the plain names of a figure tell about one that links to nothing by itself.

A figure compares methods for one task. The papers that its plain names stand for therefore describe the topic of the
paper sought, and being taken already, they are not it themselves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .shelf import Shelf

Vector = npt.NDArray[np.float64]


def claims(strengths: Vector, strong: float) -> Vector:
    """How surely each paper is taken, 0..1: the strongest of its links that are `strong` at least.

    `strengths` has a row per name and a column per candidate.
    """
    plain = np.where(strengths >= strong, strengths, 0.0)
    taken: Vector = plain.max(axis=0, initial=0.0)
    return taken


def topic(shelf: Shelf, claimed: Vector) -> Vector:
    """How much each candidate resembles the titles of the claimed ones, 0..1, with 1 for the best that is still free."""
    scores = np.zeros(len(shelf.candidates))
    for candidate, claim in zip(shelf.candidates, claimed, strict=True):
        if claim > 0:
            scores += claim * np.array(shelf.text_scores(candidate.paper.title))
    scores *= 1.0 - claimed
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores
