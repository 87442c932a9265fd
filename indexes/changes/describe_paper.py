"""Set fields of a paper of a cluster by hand: title, authors, year, venue or DOI."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...errors import UsageError
from ...papers.clusters.ids import find_paper
from ...papers.clusters.locate import open_cluster
from ...papers.clusters.manage import hold_locks
from ...papers.user_record import update_fields
from ...settings import Settings
from ..build.parse import add_cache_keys
from ..build.report import BuildReport
from .rebuild import rebuild


def set_fields(name: str, paper: str, changes: Mapping[str, str], settings: Settings) -> BuildReport:
    """Set fields of `paper` in the cluster `name` to the values of `changes`, and build the cluster again.

    `paper` is any name of the paper (see `find_paper`). Later builds keep the values; the value "" takes an earlier
    one back. Raises UsageError if there is no such paper or if it is an entry of a .bib file. Raises UnavailableError
    while another process changes the cluster.
    """
    cluster = open_cluster(name, settings)
    with hold_locks(cluster.path):
        manifest = open_cluster(cluster.path, settings).manifest
        chosen = cluster.file(find_paper(cluster, paper))
        if manifest.is_bib_entry(chosen):
            raise UsageError(
                f"{chosen.paper_id} is an entry of a .bib file; change it there and index again with --bib"
            )
        stated = update_fields(chosen.stated, changes)
        changed = add_cache_keys(replace(chosen, stated=stated), settings)
        files = tuple(
            changed if file.name == chosen.name else file
            for file in manifest.files
            if not manifest.is_bib_entry(file)
        )
        return rebuild(cluster.path, manifest, files, manifest.removed, settings)
