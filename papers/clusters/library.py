"""Libraries: thousands of papers in one store, each parsed, embedded and stored once; their clusters are views.

A library is a folder <home>/libraries/<name>/ like that of a cluster (see `cluster`), with one more file:

    library.json     its views: for each its folder, its anchor and its papers

"NAME" opens all of its papers, "NAME/VIEW" those of one view, in both cases from the same files and the same store.
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
    """A cluster of a library: the ids of its `papers`, sorted, those of them that were added from `folder`, and its anchor."""

    name: str
    folder: str
    anchor: str | None
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryViews:
    """Contents of library.json; `views` are sorted by name."""

    schema: int
    views: tuple[LibraryView, ...] = ()

    def view(self, name: str) -> LibraryView | None:
        """The view of that name, or None."""
        return next((view for view in self.views if view.name == name), None)

    def with_view(self, view: LibraryView) -> LibraryViews:
        """These views with `view` in place of any of its name."""
        others = [each for each in self.views if each.name != view.name]
        return replace(self, views=tuple(sorted((*others, view), key=lambda each: each.name)))


@dataclass(frozen=True, slots=True)
class LibrarySummary:
    """A library in its folder `path`, with its numbers of papers and clusters."""

    name: str
    path: Path
    papers: int
    clusters: int


def library_folder(name: str, settings: Settings) -> Path:
    """Folder of the library `name`, which need not exist. Raises UsageError for a name that is not portable."""
    return settings.home_path / "libraries" / cluster_folder(name, settings).name


def create_library(name: str, settings: Settings) -> Path:
    """Make an empty library and return its folder. Raises UsageError if there is a library or a cluster of that name."""
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
    """The names of the libraries under `settings.home_path`, sorted."""
    return sorted(path.parent.name for path in (settings.home_path / "libraries").glob(f"*/{VIEWS}"))


def summarize_libraries(settings: Settings) -> list[LibrarySummary]:
    """The readable libraries under `settings.home_path`, by name."""
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
    """The views of the library in `folder`. Raises UsageError if it is none, ConfigurationError if it is damaged."""
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
    """Replace the views of the library in `folder`."""
    write_atomic(folder / VIEWS, seal(to_json(views)))


def open_library(name: str, settings: Settings) -> Cluster | None:
    """The library "NAME", or the view "NAME/VIEW" of one, as a cluster; None if there is no such library.

    Raises UsageError for a library without papers or an unknown view, ConfigurationError for a damaged one, or if a link in
    its folder leads out of it.
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
    """The view `name` of the library `cluster`."""
    view = views.view(name)
    if view is None:
        known = list_some([each.name for each in views.views])
        raise UsageError(f"no cluster {name!r} in library {cluster.name!r}; there are: {known}")
    papers = frozenset(view.papers)
    files = tuple(file for file in cluster.manifest.files if file.paper_id in papers and not file.problem)
    anchor = view.anchor if view.anchor in papers else None
    manifest = replace(cluster.manifest, name=f"{cluster.name}/{name}", anchor=anchor, files=files)
    return Cluster(cluster.path, manifest, cluster.manifest)
