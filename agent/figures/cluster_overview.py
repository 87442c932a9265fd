"""Describe a new cluster: its contents and an example question."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.bibliography.resolve import count_references
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.files import figures_folder
from .example_question import build_example_question

_MIN_SUGGESTED_CITES = 2  # fewest papers of the cluster that a suggested anchor cites


@dataclass(frozen=True, slots=True)
class ClusterOverview:
    """The contents of a cluster. `figures` is the number of images of figures and tables in all papers.

    `references` is the number of references of the anchor, and `resolved` the number of those that are papers of the
    cluster; both are 0 without an anchor. Without an anchor, `suggested` is the file of the paper that cites most other
    papers of the cluster, and `suggested_cites` their number; it is "" if no paper cites at least two. `question` is an
    example question that a table of the anchor answers, or "".
    """

    figures: int
    anchor_title: str = ""
    anchor_figures: int = 0
    resolved: int = 0
    references: int = 0
    suggested: str = ""
    suggested_cites: int = 0
    question: str = ""


def describe_cluster(cluster: Cluster) -> ClusterOverview:
    """Count the contents of `cluster` and find an example question."""
    files = [file for file in cluster.manifest.files if not file.problem]
    figures = sum(1 for file in files for _ in figures_folder(cluster.path, file).glob("*.png"))
    if cluster.anchor is None:
        cited = {paper_id: len(targets) for paper_id, targets in cluster.cited_papers.items()}
        best = max(sorted(cited), key=lambda paper_id: cited[paper_id], default="")
        if cited.get(best, 0) < _MIN_SUGGESTED_CITES:
            return ClusterOverview(figures)
        return ClusterOverview(figures, suggested=cluster.file(best).name, suggested_cites=cited[best])
    anchor = cluster.paper(cluster.anchor)
    counts = count_references(anchor)
    return ClusterOverview(
        figures,
        anchor.title,
        len(anchor.figures),
        counts.resolved,
        len(anchor.references),
        question=build_example_question(cluster),
    )
