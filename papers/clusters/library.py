"""Libraries: thousands of papers in one store, each parsed, embedded and stored once. The clusters of a library are
views.

A library is a folder <home>/libraries/<name>/ like the folder of a cluster (see `cluster`), with one more file:

    library.json     its views: the folder, anchor and papers of each view

"NAME" opens all papers of a library, "NAME/VIEW" the papers of one view. Both use the same files and the same store.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import ConfigurationError, UsageError
from ...settings import Settings
from ..files import write_atomic
from ..plural import list_some
from ..serialization import from_json, to_json
from .checksums import seal, unseal
from .cluster import Cluster
from .links import refuse_links
from .locate import cluster_folder
from .manifest import read_manifest

VIEWS = "library.json"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class LibraryView:
    """A cluster of a library: its anchor, and the ids, sorted, of its papers, which were added from `folder`."""

    name: str
    folder: str
    anchor: str | None
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryViews:
    """The contents of library.json; `views` are sorted by name."""

    schema: int
    views: tuple[LibraryView, ...] = ()

    def view(self, name: str) -> LibraryView | None:
        """Return the view with this name, or None."""
        return next((view for view in self.views if view.name == name), None)

    def with_view(self, view: LibraryView) -> LibraryViews:
        """Return the views with `view` added, in place of a view with the same name if there is one."""
        others = [each for each in self.views if each.name != view.name]
        return replace(self, views=tuple(sorted((*others, view), key=lambda each: each.name)))


@dataclass(frozen=True, slots=True)
class LibrarySummary:
    """A library in the folder `path`, with the numbers of its papers and clusters."""

    name: str
    path: Path
    papers: int
    clusters: int


def library_folder(name: str, settings: Settings) -> Path:
    """Return the folder of the library `name`, which need not exist.

    Raises UsageError for a name that is not portable.
    """
    return settings.home_path / "libraries" / cluster_folder(name, settings).name


def create_library(name: str, settings: Settings) -> Path:
    """Create an empty library and return its folder.

    Raises UsageError if there is a library or cluster with this name.
    """
    folder = library_folder(name, settings)
    if (folder / VIEWS).exists():
        raise UsageError(
            f"there is a library {name!r} already; citehop library add {name} FOLDER adds papers to it"
        )
    if cluster_folder(name, settings).exists():
        raise UsageError(f"there is a cluster {name!r}; give the library another name")
    write_views(folder, LibraryViews(SCHEMA))
    return folder


def list_libraries(settings: Settings) -> list[str]:
    """Return the names of the libraries under `settings.home_path`, sorted."""
    return sorted(path.parent.name for path in (settings.home_path / "libraries").glob(f"*/{VIEWS}"))


def summarize_libraries(settings: Settings) -> list[LibrarySummary]:
    """Return summaries of the readable libraries under `settings.home_path`, sorted by name."""
    found = []
    for name in list_libraries(settings):
        folder = library_folder(name, settings)
        try:
            manifest, views = read_manifest(folder), read_views(folder).views
        except (ConfigurationError, UsageError):
            continue  # opening it by name reports the cause
        papers = len(manifest.paper_ids) if manifest else 0
        found.append(LibrarySummary(name, folder.resolve(), papers, len(views)))
    return found


def read_views(folder: Path) -> LibraryViews:
    """Read the views of the library in `folder`.

    Raises UsageError if there is no library in `folder`, ConfigurationError if it is damaged.
    """
    path = folder / VIEWS
    try:
        views = from_json(LibraryViews, unseal(path.read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            f"no library {folder.name!r}; citehop library create {folder.name} makes one"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: damaged ({error}); add the folders of its papers again") from error
    if views.schema != SCHEMA:
        raise ConfigurationError(f"{path}: not of format {SCHEMA}, written by another version")
    return views


def write_views(folder: Path, views: LibraryViews) -> None:
    """Write `views` as the views of the library in `folder`."""
    write_atomic(folder / VIEWS, seal(to_json(views)))


def open_library(name: str, settings: Settings) -> Cluster | None:
    """Open the library "NAME", or a view "NAME/VIEW", as a cluster; None if there is no such library.

    Raises UsageError for a library without papers or an unknown view. Raises ConfigurationError for a damaged library,
    or if a link in its folder leads out of the folder.
    """
    library, _, view = name.partition("/")
    try:
        folder = library_folder(library, settings)
    except UsageError:
        return None
    if not (folder / VIEWS).exists():
        return None
    refuse_links(folder)
    views = read_views(folder)
    manifest = read_manifest(folder)
    if manifest is None:
        raise UsageError(
            f"library {library!r} has no papers yet; citehop library add {library} FOLDER adds some"
        )
    cluster = Cluster(folder.resolve(), manifest)
    return _restrict(cluster, views, view) if view else cluster


def _restrict(cluster: Cluster, views: LibraryViews, name: str) -> Cluster:
    """Return the view `name` of the library `cluster` as a cluster."""
    view = views.view(name)
    if view is None:
        known = list_some([each.name for each in views.views])
        raise UsageError(f"no cluster {name!r} in library {cluster.name!r}; there are: {known}")
    papers = frozenset(view.papers)
    files = tuple(file for file in cluster.manifest.files if file.paper_id in papers and not file.problem)
    anchor = view.anchor if view.anchor in papers else None
    manifest = replace(cluster.manifest, name=f"{cluster.name}/{name}", anchor=anchor, files=files)
    return Cluster(cluster.path, manifest, cluster.manifest)
