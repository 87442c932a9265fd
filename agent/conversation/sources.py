"""Papers that an answer is from: listed for a reader, and as the first hop of the next question."""

from __future__ import annotations

from collections.abc import Sequence

from ...papers.clusters.ids import describe_location
from ...retrieval.types import RankedPaper
from ..figures.paper_figures import figure_by_id
from ..first_hop import FirstHop
from ..session import Session
from ..types import Answer
from .types import Turn


def list_sources(session: Session, turns: Sequence[Turn]) -> Answer | None:
    """The papers and pages that the last answer with quotes quotes; None if there is none."""
    quoted = next((turn.answer.citations for turn in reversed(turns) if turn.answer.citations), ())
    cluster = session.cluster
    pages = {(citation.paper_id, citation.page): citation for citation in reversed(quoted)}
    citations = [
        citation for citation in quoted if citation in pages.values() and cluster.has_paper(citation.paper_id)
    ]
    papers = [cluster.paper(citation.paper_id) for citation in citations]
    lines = [
        f'"{paper.title}", {describe_location(paper, citation.page)}. [{number}]'
        for number, (paper, citation) in enumerate(zip(papers, citations, strict=True), 1)
    ]
    return Answer("\n".join(lines), tuple(citations), status="answered") if lines else None


def first_hop_of(session: Session, answer: Answer) -> FirstHop | None:
    """The first hop of `answer`, the papers that it quotes ranked first, also those that it did not rank; None if it has
    neither quotes nor a reading.

    Papers and figures that are no longer in the cluster, because it was indexed again, are left out.
    """
    existing = set(session.cluster.paper_ids)
    quoted = [key for key in dict.fromkeys(c.paper_id for c in answer.citations) if key in existing]
    if not quoted and answer.reading is None:
        return None
    ranked_ids = {ranked.paper_id for ranked in answer.ranking}
    top = max((ranked.score for ranked in answer.ranking), default=1.0)
    added = [RankedPaper(key, top, ("quoted by the last answer",)) for key in quoted if key not in ranked_ids]
    ranking = sorted(
        (*added, *(ranked for ranked in answer.ranking if ranked.paper_id in existing)),
        key=lambda ranked: quoted.index(ranked.paper_id) if ranked.paper_id in quoted else len(quoted),
    )
    figure = figure_by_id(session.cluster, answer.anchor, answer.figure)
    anchor = answer.anchor if answer.anchor in existing else None
    return FirstHop(figure, answer.reading, tuple(ranking), anchor=anchor)
