"""Overview of a new cluster: its contents and an example question."""

from __future__ import annotations

from dataclasses import dataclass

from ...papers.bibliography.resolve import count_references
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.files import figures_folder
from .example_question import build_example_question

_MIN_SUGGESTED_CITES = 2  # papers of the cluster; a paper that cites one of them is hardly its anchor


@dataclass(frozen=True, slots=True)
class ClusterOverview:
    """Contents of a cluster. `figures` counts the images of figures and tables of all papers.

    `resolved` of the anchor's `references` are papers of the cluster. Without an anchor they are 0, and `suggested` is
    the file of the paper that cites the most of the others, `suggested_cites` papers of the cluster, or "" if none cites
    two. `question` is an example question that
    the anchor's own table answers, or "".
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
