"""A paper as the bibliographies of other papers of the cluster describe it."""

from __future__ import annotations

from ....papers.types import Paper, Reference
from ...session import Session
from ...types import Citation
from ...verification.sentences import Prover

_LAST_PAGES = 5  # pages at the end of a paper that are searched for an entry of its bibliography


def citing_entries(session: Session, paper: Paper) -> list[tuple[Reference, Paper]]:
    """The entries for `paper` in bibliographies of the cluster, each with the paper that cites it, by the id of that."""
    return [
        (reference, citing)
        for citing in map(session.cluster.paper, session.cluster.citing(paper.id))
        for reference in citing.references
        if reference.paper_id == paper.id
    ]


def find_in_bibliography(prover: Prover, citing: Paper, text: str) -> Citation | None:
    """`text` on one of the last pages of `citing`; None where it is not printed there."""
    pages = range(max(1, citing.pages - _LAST_PAGES + 1), citing.pages + 1) if citing.pages else range(1)
    return next((c for page in pages if (c := prover.find(citing.id, page, text))), None)
