"""Add papers to a library: build it from the papers that it has and the papers of one more folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.library import LibraryView, LibraryViews, library_folder, read_views, write_views
from ...papers.clusters.locate import build_cluster_name
from ...papers.clusters.manifest import Manifest, SourceFile, is_built_here, read_manifest
from ...papers.parsing.paper_ids import build_free_id
from ...settings import Settings, load_settings
from .anchor import check_anchor, find_anchor
from .build import locked_cluster, open_for_build, run_build
from .parse import add_cache_keys, find_outcome
from .report import BuildReport, Listener
from .scan import root_of, scan
from .server_store import check_server_replies

Prepare = Callable[[Path, Path, Sequence[SourceFile]], None]


@dataclass(frozen=True, slots=True)
class LibraryReport:
    """The result of adding a folder: its `view`, and the report `build` of the whole library."""

    view: LibraryView
    build: BuildReport


def add_to_library(
    name: str,
    folder: Path,
    view: str | None = None,
    anchor: str | None = None,
    settings: Settings | None = None,
    progress: Listener | None = None,
    prepare: Prepare | None = None,
) -> LibraryReport:
    """Add the papers in `folder` to the library `name` as its cluster `view` (default: the folder's name).

    `folder` may also be one paper. A paper whose content the library has is not parsed, embedded or stored again,
    whatever its file is called. If the view exists, it becomes what the folder holds now, and papers that are then in
    no view leave the library. `anchor` is as in `build`, among the papers of the folder.

    `prepare` may compute results of the new files beforehand on other machines (see `indexes.distributed`). It is
    called with the library's folder, the folder of the files, and the files.

    Raises UsageError for an unknown library, a folder without papers and an unknown anchor. Raises UnavailableError
    while another process changes the library.
    """
    settings = settings or load_settings()
    target = library_folder(name, settings)
    read_views(target)
    view = view or build_cluster_name(folder.resolve().name if folder.is_dir() else folder.stem)
    if not view or view != build_cluster_name(view):
        raise UsageError(
            f"{view or folder}: not a name for a cluster of a library; give one with letters and digits"
        )
    check_server_replies(settings)
    with locked_cluster(target):
        views = read_views(target)
        if not is_built_here(target):
            raise UsageError(
                f"library {name!r} was not built on this machine, or is damaged; citehop library create another, and add the "
                "folders of its papers"
            )
        previous = open_for_build(target)
        found = scan(folder, settings.max_file_mb << 20, previous.files if previous else ())
        known = previous.files if previous else ()
        mine = tuple(_match_known(found, known, target, settings))
        if anchor:
            check_anchor(anchor, mine)
        if prepare:
            prepare(target, root_of(folder), mine)
        others = _files_of_other_views(known, views, view, {file.paper_id for file in mine})
        report = run_build(target, root_of(folder), (*others, *mine), previous, settings, progress)
        manifest = read_manifest(target)
        assert manifest is not None, "the build has committed it"
        added = _make_view(view, folder, mine, manifest, views)
        write_views(target, views.with_view(added))
        if anchor:
            added = replace(added, anchor=_find_anchor(anchor, added, Cluster(target, manifest)))
            write_views(target, views.with_view(added))
    return LibraryReport(added, report)


def _match_known(
    found: Iterable[SourceFile], known: Iterable[SourceFile], target: Path, settings: Settings
) -> Iterator[SourceFile]:
    """Yield every file of `found`: as the library has it if the library has its content, otherwise with an id that no
    paper has.
    """
    files = [file for file in known if not file.problem]
    by_content = {file.sha256: file for file in files if file.sha256}
    taken = {file.paper_id for file in files}
    for file in found:
        same = None if file.problem else by_content.get(file.sha256)
        if same and find_outcome(target, same, settings):
            yield same
            continue
        paper_id = same.paper_id if same else build_free_id(file.paper_id, taken)
        taken.add(paper_id)
        yield add_cache_keys(replace(file, paper_id=paper_id), settings)


def _files_of_other_views(
    known: Iterable[SourceFile], views: LibraryViews, changed: str, present: set[str]
) -> list[SourceFile]:
    """Return the files of the papers in views other than `changed`, except papers that are `present` among the new
    files.
    """
    wanted = {paper for view in views.views if view.name != changed for paper in view.papers} - present
    return [file for file in known if file.paper_id in wanted and not file.problem]


def _make_view(
    name: str, folder: Path, files: tuple[SourceFile, ...], manifest: Manifest, views: LibraryViews
) -> LibraryView:
    """Return the view `name` of the papers of `files` that the build of `manifest` could read, with the anchor the
    view had.
    """
    ids = {file.stored_name: file.paper_id for file in manifest.files if not file.problem}
    papers = tuple(sorted({ids[file.stored_name] for file in files if file.stored_name in ids}))
    before = views.view(name)
    return LibraryView(name, str(folder.resolve()), before.anchor if before else None, papers)


def _find_anchor(text: str, view: LibraryView, cluster: Cluster) -> str:
    """Return the id of the paper of `view` that `text` names. Raises UsageError if there is no such paper."""
    files = [cluster.file(paper_id) for paper_id in view.papers]
    return find_anchor(text, files, lambda: {i: cluster.summary(i).title for i in view.papers})
