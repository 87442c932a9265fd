"""Template values of the pages."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from ..errors import CitehopError
from ..papers.bibliography.resolve import Coverage, classify_reference, count_references
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.ids import describe_location
from ..papers.clusters.library import library_folder, list_libraries, read_views
from ..papers.clusters.locate import list_clusters
from ..papers.types import Figure, Paper
from ..settings import Settings

_SHOWN_AUTHORS = 3


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """A cluster in a list. `title` is the title of the anchor; "" without an anchor."""

    name: str
    url: str
    papers: int
    title: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A paper in a list.

    `cites` is the number of papers of the cluster that it cites. It has `references` references, and `resolved` of
    them are papers of the cluster.
    """

    paper: Paper
    url: str
    authors: str
    cites: int
    references: int
    resolved: int
    is_anchor: bool


@dataclass(frozen=True, slots=True)
class FigureTile:
    """A figure in a gallery. `url` shows it next to the question form; `thumbnail` is "" without an image."""

    figure: Figure
    place: str
    url: str
    thumbnail: str = ""


def cluster_url(name: str, *parts: str) -> str:
    """Return the path of a page of cluster `name`, where "~" separates a library from its view."""
    return "/".join(("/clusters", *(quote(part, safe="~") for part in (name.replace("/", "~"), *parts))))


def list_rows(settings: Settings) -> tuple[list[ClusterRow], list[tuple[ClusterRow, list[ClusterRow]]]]:
    """Return the clusters of the home folder, and its libraries with their views."""
    clusters = [_cluster_row(cluster) for cluster in list_clusters(settings)]
    libraries = []
    for name in list_libraries(settings):
        views = read_views(library_folder(name, settings)).views
        rows = [
            ClusterRow(v.name, cluster_url(f"{name}/{v.name}"), len(v.papers), v.anchor or "") for v in views
        ]
        papers = {paper for view in views for paper in view.papers}
        libraries.append((ClusterRow(name, cluster_url(name), len(papers), ""), rows))
    return clusters, libraries


def _cluster_row(cluster: Cluster) -> ClusterRow:
    try:
        title = cluster.summary(cluster.anchor).title if cluster.anchor else ""
    except CitehopError:
        title = ""  # opening the damaged cluster shows the error; the other clusters stay listed
    return ClusterRow(cluster.name, cluster_url(cluster.name), len(cluster.paper_ids), title)


def paper_rows(cluster: Cluster) -> list[PaperRow]:
    """Return the papers of a cluster, the anchor first."""
    rows = [
        PaperRow(
            paper,
            cluster_url(cluster.name, "papers", paper.id),
            format_authors(paper),
            len(cluster.cited_papers.get(paper.id, ())),
            *cluster.reference_counts.get(paper.id, (0, 0)),
            paper.id == cluster.anchor,
        )
        for paper in cluster.summaries
    ]
    return sorted(rows, key=lambda row: not row.is_anchor)


def format_authors(paper: Paper) -> str:
    """Return the first three authors, with "et al." if there are more."""
    more = " et al." if len(paper.authors) > _SHOWN_AUTHORS else ""
    return ", ".join(paper.authors[:_SHOWN_AUTHORS]) + more


def figure_tiles(cluster: Cluster, paper: Paper) -> list[FigureTile]:
    """Return the figures and tables of a paper."""
    return [_figure_tile(cluster, paper, figure) for figure in paper.figures]


def _figure_tile(cluster: Cluster, paper: Paper, figure: Figure) -> FigureTile:
    url = cluster_url(cluster.name, "papers", paper.id, "figures", figure.id)
    thumbnail = f"{url}/thumbnail.jpg" if figure.image else ""
    return FigureTile(figure, describe_location(paper, figure.page), url, thumbnail)


def coverage(paper: Paper) -> tuple[Coverage, int]:
    """Return the counts of a paper's references by state, and the number of references."""
    return count_references(paper), len(paper.references)


def reference_rows(cluster: Cluster, paper: Paper) -> list[tuple[str, str, str, str]]:
    """Return key, text, state and URL of each reference. The URL is "" unless the reference is a paper of the
    cluster.
    """
    return [
        (
            reference.key,
            reference.title or reference.raw,
            classify_reference(reference),
            cluster_url(cluster.name, "papers", reference.paper_id) if reference.paper_id else "",
        )
        for reference in paper.references
    ]
