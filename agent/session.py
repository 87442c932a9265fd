"""A cluster opened for asking: its papers, its index and the names by which a reader may call a paper."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..indexes.index import Index, open_index
from ..papers.cluster import Cluster, open_cluster
from ..papers.naming import find_paper
from ..retrieval.visual import page_warning
from ..settings import Settings, load_settings


@dataclass(frozen=True, slots=True)
class Session:
    """Everything a question needs. Safe to share between threads: nothing in it changes."""

    cluster: Cluster
    index: Index
    settings: Settings
    warnings: tuple[str, ...] = ()

    def paper_id(self, text: str) -> str:
        """The paper that `text` calls; see `find_paper`."""
        return find_paper(self.cluster, text)

    def anchor_id(self, text: str | None) -> str | None:
        """The anchor to use: `text` resolved, else the cluster's own, else None."""
        return self.paper_id(text) if text else self.cluster.anchor


@contextmanager
def open_session(name: str, settings: Settings | None = None) -> Iterator[Session]:
    """Open cluster `name` (or a cluster folder's path) for asking; closes its index at the end.

    `settings` default to those of the environment and files. Raises UsageError for an unknown cluster,
    UnavailableError while another process is building it.
    """
    settings = settings or load_settings()
    cluster = open_cluster(name, settings)
    index = open_index(cluster, settings)
    try:
        pages = page_warning(index)
        yield Session(cluster, index, settings, (*index.warnings, *([pages] if pages else [])))
    finally:
        index.close()
