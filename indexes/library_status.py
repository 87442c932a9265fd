"""Contents and size of a library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..papers.clusters.cluster import Cluster
from ..papers.clusters.library import LibraryView, library_folder, read_views
from ..papers.clusters.manifest import read_manifest
from ..papers.plural import count_noun
from ..settings import Settings
from .stores.generations import allocated_bytes


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """Counts of a library. `links` is the number of references that resolve to its papers, and `bytes` its size on
    disk.
    """

    name: str
    papers: int
    passages: int
    links: int
    bytes: int
    server: str
    views: tuple[LibraryView, ...]

    def summary(self) -> str:
        """Return the status as one line for a terminal."""
        place = f", vectors on {self.server}" if self.server else ""
        links = count_noun(self.links, "reference")
        return (
            f"library {self.name}: {count_noun(self.papers, 'paper')}, {count_noun(len(self.views), 'cluster')}, "
            f"{count_noun(self.passages, 'passage')}, {links} between its papers, {self.bytes / 1e6:.1f} MB{place}"
        )

    def as_fields(self) -> Mapping[str, object]:
        """Return the status as a dict for JSON."""
        views = [
            {"name": v.name, "folder": v.folder, "anchor": v.anchor, "papers": len(v.papers)}
            for v in self.views
        ]
        counts = {"papers": self.papers, "passages": self.passages, "links": self.links, "bytes": self.bytes}
        return {"name": self.name, **counts, "server": self.server, "clusters": views}


def describe_library(name: str, settings: Settings) -> LibraryStatus:
    """Return the status of the library `name`. Raises UsageError if there is none, ConfigurationError if it is
    damaged.
    """
    folder = library_folder(name, settings)
    views, manifest = read_views(folder).views, read_manifest(folder)
    size = allocated_bytes(folder)
    if manifest is None:
        return LibraryStatus(name, 0, 0, 0, size, "", views)
    links = sum(map(len, Cluster(folder, manifest).cited_papers.values()))
    papers, store = len(manifest.paper_ids), manifest.store
    return LibraryStatus(name, papers, store.points, links, size, store.url, views)
