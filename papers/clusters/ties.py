"""Find papers of a cluster that are the same work: supplements, and versions such as a preprint and the article."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..parsing.supplements import strip_supplement
from ..titles import fold_title
from ..types import Paper
from .cluster import Cluster


def list_supplements(cluster: Cluster, paper_id: str) -> list[str]:
    """Return the ids of the supplements of a paper, sorted."""
    own = cluster.summary(paper_id)
    if own.supplement:
        return []
    return [paper.id for paper in _list_same_works(own, cluster.summaries) if paper.supplement]


def describe_ties(papers: Sequence[Paper]) -> dict[str, str]:
    """Map the id of each paper that is a supplement or a version of another paper to a remark.

    Remarks are such as "supplement of lee-2020-nets" and "another version: lee-2019".
    """
    by_title: defaultdict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        by_title[_fold_title(paper)].append(paper)
    remarks: dict[str, str] = {}
    for group in (group for title, group in by_title.items() if title and len(group) > 1):
        for paper in group:
            others = [other for other in _list_same_works(paper, group) if not other.supplement]
            if others:
                relation = "supplement of" if paper.supplement else "another version:"
                remarks[paper.id] = f"{relation} {', '.join(other.id for other in others)}"
            elif paper.supplement:
                remarks[paper.id] = "supplement"
    return remarks


def _list_same_works(own: Paper, papers: Sequence[Paper]) -> list[Paper]:
    """Return the other papers that have the title of `own` and share an author or the DOI with it."""
    title, names, doi = _fold_title(own), _fold_names(own), dict(own.ids).get("doi")
    return [
        paper
        for paper in papers
        if paper.id != own.id
        and _fold_title(paper) == title
        and (names & _fold_names(paper) or (doi and dict(paper.ids).get("doi") == doi))
    ]


def _fold_title(paper: Paper) -> str:
    return fold_title(strip_supplement(paper.title))


def _fold_names(paper: Paper) -> set[str]:
    return {fold_title(name.split()[-1]) for name in paper.authors if name.split()}
