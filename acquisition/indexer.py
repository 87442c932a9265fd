"""Keep the index of a cluster up to date while it is fetched.

The index is rebuilt when files change, without papers that cannot be read.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from ..indexes.build.bib_papers import NONE
from ..indexes.build.build import build
from ..indexes.build.report import BuildReport, Listener
from ..papers.clusters.locate import open_cluster
from ..papers.records import Ledger, LedgerEntry
from ..papers.types import Paper
from ..settings import Settings
from .bib_export import write_abstracts_bib


class Indexer:
    """Builds the index during one run, and keeps the report of the last build."""

    def __init__(self, settings: Settings, progress: Listener | None) -> None:
        self._settings = settings
        self._progress = progress
        self._report: BuildReport | None = None
        self._problem: UsageError | None = None
        self._state: object = None  # names of files and abstracts that were indexed last

    def update(self, ledger: Ledger, folder: Path) -> None:
        """Index the files of `ledger` in `folder`, and the abstracts of papers without a file, if anything changed."""
        files = tuple(file for entry in ledger.entries for file in entry.files)
        if not files:
            return
        bib = write_abstracts_bib(folder, ledger) or NONE
        state = (files, bib.read_bytes() if bib != NONE else b"")
        if state == self._state:
            return
        anchor = ledger.anchor
        name = (anchor.files[-1] if anchor.files else anchor.slug) if anchor else None
        # An unreadable anchor must not keep the other papers out, so a second build has no anchor.
        for anchor_name in dict.fromkeys((name, None)):
            try:
                self._report = build(folder, ledger.name, anchor_name, self._settings, self._progress, bib)
                break
            except UsageError as error:
                self._problem = error
        self._state = state

    def paper(self, entry: LedgerEntry) -> Paper | None:
        """Return the paper of `entry` as the last build parsed it; None if the entry has no file in that build."""
        if self._report is None or not entry.files:
            return None
        cluster = open_cluster(self._report.path, self._settings)
        for paper_id in cluster.paper_ids:
            if cluster.file(paper_id).name in entry.files:
                return cluster.paper(paper_id)
        return None

    def result(self) -> BuildReport | None:
        """Return the last report, or None if there was no file to index. Raises UsageError if no build succeeded."""
        if self._report is None and self._problem is not None:
            raise self._problem
        return self._report
