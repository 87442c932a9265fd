"""Weigh evidence against a paper: the citation marker next to a name cites other authors, or the paper has another
name.

This is needed because text similarity and the other names of a figure point to many papers at once. A cell with another
name is unlikely to mean a paper whose own name is known ("FooNet: ..."), and "(Quince et al., 2019)" does not cite a
paper by Pears.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...papers.types import Paper
from .authorship import cited_papers, cites
from .candidate_index import Candidate, CandidateIndex, Vector
from .markers import LabelMarker
from .names import EntityName

# Factor for a paper that the marker contradicts; not 0, because some cells cite users of a method.
OTHER_AUTHOR = 0.2
OTHER_NAME = 0.4  # factor for a link by author or similarity to a paper that has another name


def author_factors(name: EntityName, index: CandidateIndex, anchor: Paper | None = None) -> Vector:
    """Return one factor per candidate: OTHER_AUTHOR if its first author is known and no marker of `name` cites it, else
    1.

    A candidate that a marker cites by the bibliography of `anchor` always gets 1, because the year of the candidate
    itself may be wrong.
    """
    markers = [marker for marker in name.markers if marker.surname]
    if not markers:
        return np.ones(len(index.candidates))
    cited = {paper_id for marker in markers for paper_id in cited_papers(marker, anchor)}
    return np.array(
        [
            OTHER_AUTHOR if c.paper.id not in cited and _cites_others(markers, c) else 1.0
            for c in index.candidates
        ]
    )


def own_name_factors(name: EntityName, index: CandidateIndex) -> Vector:
    """Return one factor per candidate: OTHER_NAME if the paper has its own name and no form of `name` matches that,
    else 1."""
    return np.array([OTHER_NAME if c.called_otherwise(name.keys) else 1.0 for c in index.candidates])


def _cites_others(markers: Sequence[LabelMarker], candidate: Candidate) -> bool:
    verdicts = [cites(marker, candidate) for marker in markers]
    return None not in verdicts and not any(verdicts)
