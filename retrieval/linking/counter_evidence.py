"""Evidence against a paper: the marker beside a name cites other authors, or the paper has another name.

Text likeness and the company of other names point at many papers at once. A paper whose own name is known ("FooNet: ...")
is hardly what a cell means that names it differently, and "(Quince et al., 2019)" does not cite a paper of Pears.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .authorship import cites
from .candidate_index import Candidate, CandidateIndex
from .link import OTHER_NAME
from .markers import LabelMarker, markers
from .names import variants

Vector = npt.NDArray[np.float64]

OTHER_AUTHOR = 0.2  # what is left of a link that the marker contradicts; cells do cite users of a method


def contradicted(name: str, shelf: CandidateIndex) -> Vector:
    """One factor per candidate: OTHER_AUTHOR where the first author is known and no marker in `name` cites the paper, else 1."""
    said = [marker for marker in markers(name) if marker.surname]
    if not said:
        return np.ones(len(shelf.candidates))
    return np.array([OTHER_AUTHOR if _cites_others(said, c) else 1.0 for c in shelf.candidates])


def renamed(name: str, shelf: CandidateIndex) -> Vector:
    """One factor per candidate: OTHER_NAME where the paper has a name and no form of `name` is it, else 1."""
    keys = {form.key for form in variants(name)}
    return np.array([OTHER_NAME if c.called_otherwise(keys) else 1.0 for c in shelf.candidates])


def _cites_others(said: Sequence[LabelMarker], candidate: Candidate) -> bool:
    verdicts = [cites(marker, candidate) for marker in said]
    return None not in verdicts and not any(verdicts)
