"""What speaks against a paper: the marker beside a name cites somebody else, or the paper goes by another name.

Text likeness and the company of other names point at many papers at once. A paper whose own name is known ("FooNet: ...")
is hardly what a cell means that names it differently, and "(Quince et al., 2019)" does not cite a paper of Pears.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .link import cites
from .markers import Marker, markers
from .names import variants
from .shelf import Candidate, Shelf

Vector = npt.NDArray[np.float64]

OTHER_AUTHOR = 0.2  # what is left of a link that the marker contradicts; cells do cite users of a method
OTHER_NAME = 0.4  # what is left of a vague link to a paper that goes by another name
_COINED = re.compile(
    r"\S*[A-Za-z]\S*[A-Z0-9]\S*"
)  # one word, with a capital or digit inside: "FooNet", "T5", "iNAT"


def contradicted(name: str, shelf: Shelf) -> Vector:
    """One factor per candidate: OTHER_AUTHOR where the first author is known and no marker in `name` cites the paper, else 1."""
    said = [marker for marker in markers(name) if marker.surname]
    if not said:
        return np.ones(len(shelf.candidates))
    return np.array([OTHER_AUTHOR if _cites_others(said, c) else 1.0 for c in shelf.candidates])


def renamed(name: str, shelf: Shelf) -> Vector:
    """One factor per candidate: OTHER_NAME where the paper has a name and no form of `name` is it, else 1."""
    keys = {form.key for form in variants(name)}
    return np.array([OTHER_NAME if keys and _goes_by_another(c, keys) else 1.0 for c in shelf.candidates])


def _cites_others(said: Sequence[Marker], candidate: Candidate) -> bool:
    verdicts = [cites(marker, candidate) for marker in said]
    return None not in verdicts and not any(verdicts)


def _goes_by_another(candidate: Candidate, keys: set[str]) -> bool:
    own = set(candidate.known.keys) if candidate.known else set()
    if candidate.head and _COINED.fullmatch(candidate.title.surface(0, len(candidate.head_words) - 1)):
        own.add(candidate.head)
    return bool(own) and not any(key in mine or mine in key for key in keys for mine in own)
