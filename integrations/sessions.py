"""Opened clusters by name, shared by the threads of a server."""

from __future__ import annotations

import threading

from ..agent.session import Session, open_session
from ..errors import UsageError
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.library import list_libraries
from ..papers.clusters.locate import cluster_folder, open_cluster, suggest_clusters
from ..settings import Settings


class Sessions:
    """Opened clusters by name. Each is opened once, and again after it was rebuilt. Thread-safe.

    "NAME" is a cluster or a library in the home folder, "NAME/VIEW" a cluster of a library. Paths are not accepted.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings, self._lock = settings, threading.Lock()
        self._clusters: dict[str, Cluster] = {}
        self._open: dict[str, Session] = {}

    def __call__(self, name: str) -> Session:
        """Return the session over cluster `name`. Raises UsageError for an unknown name."""
        with self._lock:
            cluster = self._cluster(name)
            session = self._open.get(name)
            if session is None or cluster.manifest != session.cluster.manifest:
                # The old session is not closed because another thread may be using it.
                session = self._open[name] = open_session(_locate(name, self._settings), self._settings)
                self._clusters[name] = session.cluster
            return session

    def cluster(self, name: str) -> Cluster:
        """Return cluster `name` without its index. Raises UsageError for an unknown name."""
        with self._lock:
            return self._cluster(name)

    def _cluster(self, name: str) -> Cluster:
        current, known = open_cluster(_locate(name, self._settings), self._settings), self._clusters.get(name)
        if known is None or current.manifest != known.manifest:
            known = self._clusters[name] = current
        return known


def _locate(name: str, settings: Settings) -> str:
    """Return the folder of a cluster, or the name of a library or view. Raises UsageError for an unknown name."""
    library, separator, view = name.partition("/")
    folder = cluster_folder(library, settings)
    if separator:
        cluster_folder(view, settings)  # refuses a view that is not a name
    elif folder.is_dir():
        return str(folder)
    if folder.name in list_libraries(settings):
        return name
    raise UsageError(f"no cluster {name!r}; {suggest_clusters(name, settings, libraries=True)}")
