"""The path of a two-hop answer: a cell of the figure, the citation in the anchor, the reference, the paper."""

from __future__ import annotations

from dataclasses import dataclass

from ...agent.types import Answer
from ...papers.clusters.cluster import Cluster
from ...papers.types import Mention, Paper, Reference
from ...retrieval.linking.rank import is_linked


@dataclass(frozen=True, slots=True)
class EvidencePath:
    """The path from a name in a figure to a paper.

    `citation` (a sentence or cell of the anchor) and `reference` are "" if unknown. `reasons` explain the paper's
    rank, strongest first.
    """

    name: str
    value: str
    citation: str
    reference: str
    paper: Paper
    reasons: tuple[str, ...]


def trace_path(answer: Answer, cluster: Cluster) -> EvidencePath | None:
    """Return the path to the best ranked paper that the answer quotes or, if it quotes none, to the best ranked
    paper.

    Returns None unless a figure was read and its likeliest name refers to that paper, because an answer may come from
    another paper.
    """
    reading = answer.reading
    if reading is None or reading.abstained or not reading.entities:
        return None
    quoted = {citation.paper_id for citation in answer.citations}
    ranking = [ranked for ranked in answer.ranking if cluster.has_paper(ranked.paper_id)]
    best = next((ranked for ranked in ranking if ranked.paper_id in quoted), next(iter(ranking), None))
    if best is None or not cluster.has_paper(answer.anchor):
        return None
    anchor, entity = cluster.paper(answer.anchor), reading.entities[0]
    if not is_linked(best, entity.text):
        return None
    reference = next((r for r in anchor.references if r.paper_id == best.paper_id), None)
    mention = _find_mention(anchor, reference, entity.text) if reference else None
    return EvidencePath(
        entity.printed,
        f"{reading.value} {reading.unit}".strip(),
        mention.sentence if mention else "",
        reference.raw or reference.title if reference else "",
        cluster.summary(best.paper_id),
        best.reasons,
    )


def _find_mention(anchor: Paper, reference: Reference, name: str) -> Mention | None:
    """Return the first mention of `reference` that names `name`, else its first mention; None if it is not mentioned."""
    mentions = [mention for mention in anchor.mentions if reference.key in mention.keys]
    naming = (mention for mention in mentions if name.lower() in map(str.lower, mention.names))
    return next(naming, next(iter(mentions), None))
