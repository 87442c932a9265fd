"""Remove one paper from a cluster.

Its file stays where it is, and later builds leave the paper out until it is restored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.ids import find_paper
from ...papers.clusters.locate import open_cluster
from ...papers.clusters.manage import hold_locks
from ...papers.clusters.manifest import Manifest, SourceFile, write_manifest
from ...papers.plural import list_some
from ...settings import Settings
from ..build.report import BuildReport
from .rebuild import rebuild


def remove_paper(name: str, paper: str, settings: Settings) -> BuildReport:
    """Remove `paper` from the cluster `name`. Nothing is parsed or embedded again.

    `paper` is any name of the paper (see `find_paper`), or the name of a file that could not be read. Raises
    UsageError if there is no such paper, if it is an entry of a .bib file, or if it is the only paper. Raises
    UnavailableError while another process changes the cluster.
    """
    cluster = open_cluster(name, settings)
    with hold_locks(cluster.path):
        manifest = open_cluster(cluster.path, settings).manifest
        file = _unread_file(manifest, paper) or cluster.file(find_paper(cluster, paper))
        if manifest.is_bib_entry(file):
            raise UsageError(
                f"{file.paper_id} is an entry of a .bib file; index again with --bib and a file without it"
            )
        files = tuple(f for f in manifest.files if f.name != file.name and not manifest.is_bib_entry(f))
        if all(f.problem for f in files):
            raise UsageError(
                f"{file.paper_id} is the only paper; citehop clusters rm {name} removes the cluster"
            )
        return rebuild(cluster.path, manifest, files, (*manifest.removed, file), settings)


def _unread_file(manifest: Manifest, name: str) -> SourceFile | None:
    """Return the file called `name` (with or without its folder) that could not be read; None unless there is exactly
    one.
    """
    files = [file for file in manifest.files if file.problem and name in (file.name, Path(file.name).name)]
    return files[0] if len(files) == 1 else None


def restore_paper(name: str, paper: str, settings: Settings) -> SourceFile:
    """Let the next build include the removed paper `paper` again, and return its file.

    `paper` is the id or file name of a removed paper, or a part of the id or file name of only one. Raises UsageError
    if no such paper was removed, and UnavailableError while another process changes the cluster.
    """
    cluster = open_cluster(name, settings)
    with hold_locks(cluster.path):
        manifest = open_cluster(cluster.path, settings).manifest
        wanted = paper.lower()
        names = {
            f.name: {f.paper_id, f.stem, f.name.lower(), Path(f.name.lower()).name} for f in manifest.removed
        }
        found = [f for f in manifest.removed if wanted in names[f.name]] or [
            f for f in manifest.removed if any(wanted in name for name in names[f.name])
        ]
        if len(found) != 1:
            listed = list_some([f.paper_id for f in manifest.removed])
            raise UsageError(f"no paper {paper!r} was removed from cluster {name}; removed: {listed}")
        removed = tuple(f for f in manifest.removed if f is not found[0])
        write_manifest(cluster.path, replace(manifest, removed=removed))
    return found[0]


def leave_out(files: Iterable[SourceFile], removed: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Return `files` without the `removed` files and without copies of them. Raises UsageError if no file is left."""
    names = {file.name for file in removed}
    hashes = {file.sha256 for file in removed if file.sha256}
    remaining = tuple(file for file in files if file.name not in names and file.sha256 not in hashes)
    if not remaining:
        raise UsageError(
            "every paper of the folder was removed from the cluster; citehop papers --restore brings one back"
        )
    return remaining
