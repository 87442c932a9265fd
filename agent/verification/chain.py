"""The chain of evidence of a two-hop answer: figure box, citation, paper, quote."""

from __future__ import annotations

from ...retrieval.linking.rank import is_linked
from ..session import Session
from ..types import Answer
from .sentences import Prover

LINKS = ("figure box", "citation", "paper", "quote")


def proven_links(answer: Answer, session: Session) -> tuple[str, ...]:
    """Return the members of `LINKS` that hold for `answer`, in the order of `LINKS`.

    "figure box" holds if names were read from the figure and located in it. "citation" holds if one of these names
    leads to the best paper of the ranking. "paper" holds if the answer quotes that paper. "quote" holds if every quote
    is found, word for word, in its paper.
    """
    reading, best = answer.reading, answer.ranking[:1]
    names = [entity.text for entity in reading.entities] if reading and not reading.abstained else []
    quoted = {citation.paper_id for citation in answer.citations}
    prover = Prover(session.cluster, session.settings)
    holds = (
        bool(names and reading and reading.evidence),
        any(is_linked(paper, name) for paper in best for name in names),
        any(paper.paper_id in quoted for paper in best),
        bool(quoted) and all(prover.find(c.paper_id, c.page, c.quote) is not None for c in answer.citations),
    )
    return tuple(link for link, held in zip(LINKS, holds, strict=True) if held)
