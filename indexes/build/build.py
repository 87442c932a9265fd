"""Build a cluster from a folder of papers. After a change, only the changed part is built again.

Each stage stores its result at once, under a key of its inputs, and the manifest is replaced last. A build can be
killed at any moment: the cluster stays as it was, and the next build continues.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from ...errors import ConfigurationError, UnavailableError, UsageError
from ...papers.bibliography.bib_file import describe_broken_entries
from ...papers.clusters.checksums import read_checksums
from ...papers.clusters.links import refuse_links
from ...papers.clusters.locate import build_cluster_name, cluster_folder
from ...papers.clusters.manifest import MANIFEST, Manifest, SourceFile, is_built_here, read_manifest
from ...papers.clusters.origin import mark_unfinished
from ...papers.parsing.paper_ids import derive_paper_id
from ...settings import Settings, load_settings
from ..changes.remove import leave_out
from ..embedding.cross_encoder import reranker_for_build
from ..embedding.model import model_for_build
from ..pages.model_choice import check_visual_model
from ..stores.generations import STORE
from .anchor import check_anchor
from .bib_papers import NONE, keep_bib, keep_user_records
from .clean_up import sweep_temporary_files
from .index_pages import update_page_index
from .parse import add_cache_keys
from .pipeline import run_pipeline
from .pipeline_state import BuildPipeline
from .repair import delete_damaged_files
from .report import BuildReport, Listener
from .scan import root_of, scan
from .server_store import check_server_replies

_MOST_NAMED = 5  # a warning names at most this many files


def build(
    folder: Path,
    name: str | None = None,
    anchor: str | None = None,
    settings: Settings | None = None,
    progress: Listener | None = None,
    bib: Path | None = None,
    *,
    refill: bool = False,
) -> BuildReport:
    """Index the papers in `folder` as the cluster `name` (default: the folder's name) under `settings.home_path`.

    `folder` may also be one paper: a PDF, a .tex or a .tar.gz. `settings` default to those of the environment and
    configuration files. `anchor` is a file of the folder, a paper id, or the unique start of an id or title; None
    keeps the cluster's anchor. The entries of the .bib file `bib` become papers known by title and abstract, unless
    the papers are in the folder; None keeps the entries that the cluster has, and the path "none" drops them.
    `refill` writes all vectors to a new store, in case somebody else changed the old one.

    A file that cannot be read becomes a problem in the report and does not stop the build. Raises UsageError for a
    folder without papers, a .bib file without entries, an unknown anchor, and a name that the cluster of another
    folder has. Raises UnavailableError while another process indexes the same cluster. Raises ConfigurationError if a
    model or Qdrant server is not available, and for links that lead out of the cluster's folder.
    """
    settings = settings or load_settings()
    name = name or _name_of(folder)
    target = cluster_folder(name, settings)
    check_server_replies(settings)
    with locked_cluster(target), _received_set_aside(target, folder, settings) as received:
        previous = open_for_build(target)
        found = scan(folder, settings.max_file_mb << 20, previous.files if previous else ())
        removed = previous.removed if previous else ()
        known = keep_user_records(leave_out(found, removed), previous.files if previous else ())
        files = tuple(add_cache_keys(file, settings) for file in known)
        if anchor:
            check_anchor(anchor, files)
        if previous:
            _check_same_papers(folder, files, previous)
        report = run_build(
            target, root_of(folder), files, previous, settings, progress, anchor, bib, refill=refill
        )
        return replace(report, warnings=(received, *report.warnings)) if received else report


def open_for_build(target: Path) -> Manifest | None:
    """Prepare the cluster in `target` for a build, and return the manifest of the last build, or None for a first
    build.

    The cluster is locked and was built on this machine. Raises ConfigurationError for links that lead out of the
    folder.
    """
    refuse_links(target)
    sweep_temporary_files(target)
    manifest = read_manifest(target)
    if manifest is None:
        mark_unfinished(target)
    return manifest


@contextmanager
def _received_set_aside(target: Path, folder: Path, settings: Settings) -> Iterator[str]:
    """Move the cluster in `target` away if it was not built on this machine, and yield a warning; otherwise yield "".

    Its files cannot be trusted to say what the papers say. The old cluster is deleted after the build, or moved back
    if the build fails. Raises UsageError if `folder` is part of the old cluster or holds none of its papers.
    """
    aside = target.parent.parent / f".received-{target.name}"
    if is_built_here(target):
        yield ""
    else:
        refuse_links(target)
        if folder.resolve().is_relative_to(target.resolve()):
            raise UsageError(
                f"cluster {target.name!r} was not built on this machine; index its papers from a folder of your own"
            )
        with suppress(ConfigurationError):
            if manifest := read_manifest(target):
                _check_same_papers(folder, scan(folder, settings.max_file_mb << 20), manifest)
        shutil.rmtree(aside, ignore_errors=True)  # left by a killed build
        target.rename(aside)
        try:
            yield f"cluster {target.name!r} was not built on this machine, or is damaged: all of it is built anew"
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            aside.rename(target)
            raise
    shutil.rmtree(aside, ignore_errors=True)


def run_build(
    target: Path,
    source: Path,
    files: tuple[SourceFile, ...],
    previous: Manifest | None,
    settings: Settings,
    progress: Listener | None,
    anchor: str | None = None,
    bib: Path | None = None,
    *,
    refill: bool = False,
) -> BuildReport:
    """Build the locked cluster in `target` from `files`. Files that are not parsed yet are read from `source`.

    The other arguments and the exceptions are those of `build`.
    """
    check_visual_model(settings)
    repaired = delete_damaged_files(target, previous, new_bib=bib is not None)
    model, warning = model_for_build(settings)
    reranker = reranker_for_build(settings, previous.reranker if previous else "")
    entries = keep_bib(target, bib, previous)
    broken = describe_broken_entries(bib) if bib and bib != NONE else ""
    checksums = {} if repaired or not previous else read_checksums(target, previous.checksums)
    run = BuildPipeline(
        target.name,
        source,
        target,
        settings,
        model,
        files,
        entries,
        previous,
        progress,
        reranker,
        checksums,
        new_store=refill or any(damaged.startswith(STORE) for damaged in repaired),
        removed=previous.removed if previous else (),
    )
    report = run_pipeline(run, anchor, [each for each in (_describe(repaired), warning, broken) if each])
    report = update_page_index(report, settings, progress, refill=refill)
    return replace(report, note="") if previous and not report.pages else report  # the note is shown once


def _describe(repaired: Sequence[str]) -> str:
    if not repaired:
        return ""
    more = ", ..." if len(repaired) > _MOST_NAMED else ""
    names = ", ".join(repaired[:_MOST_NAMED])
    return f"{len(repaired)} damaged or missing files of the cluster are made again: {names}{more}"


def _name_of(folder: Path) -> str:
    if not folder.exists():
        raise UsageError(f"no such folder or file: {folder}")
    last = folder.resolve().name if folder.is_dir() else derive_paper_id(folder.resolve())
    name = build_cluster_name(last)
    if not name:
        raise UsageError(f"{folder}: give the cluster a name (name, --name)")
    return name


@contextmanager
def locked_cluster(target: Path) -> Iterator[None]:
    """Hold the lock of the cluster in `target`.

    The lock file is next to the folder, so that copies of the folder do not include it. A first build that fails
    leaves no lock file.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{target}.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise UnavailableError(
            f"cluster {target.name!r} is being indexed by another process; try again later"
        ) from None
    except OSError as error:
        raise ConfigurationError(
            f"{target.parent}: cannot be written ({error.strerror}); set CITEHOP_HOME"
        ) from error
    try:
        yield
    except BaseException:
        if not (target / MANIFEST).exists():
            with suppress(OSError):  # on systems that cannot delete an open file, it stays
                Path(lock.lock_file).unlink()
        raise
    finally:
        lock.release()


def _check_same_papers(place: Path, files: tuple[SourceFile, ...], previous: Manifest) -> None:
    """Raise UsageError if the cluster `previous` holds other papers than `files`.

    A folder that was moved still holds some of the cluster's papers and is accepted.
    """
    hashes, folder = {file.sha256 for file in files}, root_of(place)
    if previous.folder != str(folder.resolve()) and all(file.sha256 not in hashes for file in previous.files):
        raise UsageError(
            f"cluster {previous.name!r} holds the papers of {previous.folder}; index {folder} under another name (--name)"
        )
