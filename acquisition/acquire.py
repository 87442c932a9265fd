"""Run the steps of `add`: identify and fetch papers and their references, and index files as they arrive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..errors import CitehopError, UnreachableError
from ..indexes.build.report import BuildProgress, BuildReport, Listener
from ..papers.records import Ledger, LedgerEntry, PaperRecord, ReferenceListing, Status
from ..papers.types import Paper
from ..settings import Settings
from .files import classify_failure, fetch_files
from .http.client import ServiceClient
from .http.errors import FetchError, TransientFetchError
from .indexer import Indexer
from .ledger import LedgerStore, replace_entries
from .local_files import copy_local_file
from .merge import combine_records, is_same_paper, record_from_paper
from .providers import Providers
from .reference_lists import BIBLIOGRAPHY, build_entries, list_references
from .requests import PaperRequest, add_requests, local_file_name
from .workers import map_in_threads

_FILES_PER_BUILD = 10  # newly fetched papers after which the cluster is indexed again
LOCAL_SOURCE = "your file"  # the source of a paper that is a file of the user
_PENDING: tuple[Status, ...] = ("wanted", "failed")


class Acquisition:
    """One run of `add` over the ledger in `store`. If `tex` is true, TeX sources are downloaded as well."""

    def __init__(
        self,
        store: LedgerStore,
        client: ServiceClient,
        settings: Settings,
        progress: Listener | None,
        tex: bool,
    ) -> None:
        self._store = store
        self._client = client
        self._progress = progress
        self._providers = Providers(client)
        self._indexer = Indexer(settings, progress)
        self._tex = tex
        self._offline = settings.offline

    def run(
        self, requests: Sequence[PaperRequest], *, refs: bool, retry: tuple[Status, ...]
    ) -> tuple[Ledger, BuildReport | None]:
        """Do everything that is missing; return the ledger and the report of the last build. The user's own files are
        indexed first.

        Raises UsageError if there are files but none of them can be indexed. Raises UnreachableError without a network,
        unless the user has some of the files and requested no references.
        """
        requested = self._begin(requests, refs=refs, retry=retry)
        if any(request.file for request in requests):
            self._index()
        try:
            if not self._offline:
                self._ask_services(requested)
        except UnreachableError as error:
            if refs or not any(request.file for request in requests):
                raise
            self._note_missing(f"not fetched: {error}")
        report = self._indexer.result()
        self._note_unreadable(dict(report.problems) if report else {})
        return self._store.ledger, report

    def _ask_services(self, requested: set[str]) -> None:
        """Identify and fetch the `requested` entries, then the papers that they cite if their references were
        requested.
        """
        self._identify([entry for entry in self._pending() if entry.id in requested])
        self._fetch([entry for entry in self._pending() if entry.id in requested], "fetch")
        self._index()
        for entry_id in sorted(requested):
            self._identify_local(entry_id)
        for entry_id in self._store.ledger.refs:
            self._add_references(entry_id)
        self._identify([entry for entry in self._pending() if entry.id not in requested])
        self._fetch([entry for entry in self._pending() if entry.id not in requested], "fetch cited")
        self._index()

    def _note_missing(self, cause: str) -> None:
        self._store.put_all([replace(entry, cause=entry.cause or cause) for entry in self._pending()])

    def _note_unreadable(self, problems: Mapping[str, str]) -> None:
        """Record why fetched files are not in the index; `problems` maps names of unreadable files to causes."""
        fetched = [entry for entry in self._store.ledger.entries if entry.status == "fetched"]
        noted = [
            replace(entry, cause=next((problems[file] for file in entry.files if file in problems), ""))
            for entry in fetched
        ]
        self._store.put_all([after for before, after in zip(fetched, noted, strict=True) if after != before])

    def _begin(self, requests: Sequence[PaperRequest], *, refs: bool, retry: tuple[Status, ...]) -> set[str]:
        """Record the requests, copy the user's own files, and return the ids of the requested entries."""
        folder = self._store.folder
        for leftover in (*folder.glob(".*.part"), *folder.glob(".*.tmp")):
            leftover.unlink(missing_ok=True)  # left by a run that was killed; this run holds the lock
        ledger, pairs = add_requests(self._store.ledger, requests)
        roots = [entry.id for entry, _ in pairs] or [e.id for e in ledger.entries if e.role != "cited"]
        changed: list[LedgerEntry] = []
        for entry, request in pairs:
            if request.file is not None:
                file = local_file_name(entry, request.file)
                copy_local_file(request.file, folder / file)
                files = tuple(sorted({*entry.files, file}))
                changed.append(replace(entry, status="fetched", source=LOCAL_SOURCE, files=files))
            elif request.missing or self._offline:
                own = f"{request.missing} is not there" if request.missing else "no file of yours"
                changed.append(
                    replace(entry, cause=f"{own}; nothing is fetched offline" if self._offline else own)
                )
        ledger = replace_entries(ledger, changed)
        again = [replace(e, status="wanted", cause="") for e in ledger.entries if e.status in retry]
        again += [
            replace(e, status="wanted", source="", files=()) for e in ledger.entries if self._has_lost_file(e)
        ]
        ledger = replace(
            replace_entries(ledger, again),
            refs=tuple(dict.fromkeys((*ledger.refs, *(roots if refs else ())))),
            tex=self._tex,
        )
        self._store.update(lambda _: ledger)
        return set(roots)

    def _has_lost_file(self, entry: LedgerEntry) -> bool:
        """True if a fetched file of the entry has been deleted since."""
        return any(not (self._store.folder / name).exists() for name in entry.files)

    def _pending(self) -> list[LedgerEntry]:
        return [entry for entry in self._store.ledger.entries if entry.status in _PENDING]

    def _identify(self, entries: Sequence[LedgerEntry]) -> None:
        """Ask the services for the metadata of `entries`, by identifier or else by title, and store what they know."""
        unknown = [entry for entry in self._complete(entries) if not entry.work.known]
        found: list[LedgerEntry] = []
        for done, entry in enumerate(unknown, 1):
            raw = next((cite.raw for cite in entry.cites if cite.raw), "")
            record = self._providers.find(entry.work, raw)
            if record is not None:
                found.append(replace(entry, work=record))
            self._report("look up", done, len(unknown))
        self._complete(found)

    def _complete(self, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
        records = self._providers.complete([entry.work for entry in entries])
        completed = [replace(entry, work=record) for entry, record in zip(entries, records, strict=True)]
        self._store.put_all(completed)
        return completed

    def _fetch(self, entries: Sequence[LedgerEntry], stage: str) -> None:
        total, new = len(entries), 0
        for done, entry in enumerate(map_in_threads(self._fetch_one, entries), 1):
            self._report(stage, done, total)
            new += entry.status == "fetched"
            if new >= _FILES_PER_BUILD and done < total:
                self._index()
                new = 0

    def _fetch_one(self, entry: LedgerEntry) -> LedgerEntry:
        """Fetch the files of one entry and return the updated entry.

        The entry counts as failed if a service that may know more about it could not be asked. An error with one paper
        is recorded in its ledger entry and does not affect other papers.
        """
        try:
            fetched = fetch_files(entry, self._client, self._store, tex=self._tex)
        except (CitehopError, FetchError, OSError):
            raise  # no network, the run is over, or the ledger cannot be written
        except Exception as error:
            cause = f"unexpected {type(error).__name__}: {error}"[:200]
            return self._store.put(replace(entry, status="failed", source="", cause=cause))
        troubles = self._providers.troubles
        if fetched.status in ("fetched", "wanted", "failed") or not troubles or self._client.expired:
            return fetched
        name, cause = min(troubles.items())
        return self._store.put(
            classify_failure(fetched, [TransientFetchError(f"{name} could not be asked: {cause}")])
        )

    def _identify_local(self, entry_id: str) -> None:
        """Identify the user's own file by its text. If another entry is the same paper, the file is moved to that
        entry.
        """
        ledger = self._store.ledger
        entry = ledger.entry(entry_id)
        paper = self._indexer.paper(entry) if entry and entry.source == LOCAL_SOURCE else None
        if entry is None or paper is None:
            return
        record = combine_records([entry.work, record_from_paper(paper)])
        same = next((e for e in ledger.entries if e.id != entry_id and is_same_paper(e.work, record)), None)
        if same is None or entry.role == "anchor" or entry_id in ledger.refs:
            self._store.put(replace(entry, work=record))
            return
        files = tuple(sorted({*same.files, *entry.files}))
        record = combine_records([same.work, record])
        merged = replace(same, work=record, status="fetched", source=LOCAL_SOURCE, files=files, cause="")
        others = tuple(e for e in ledger.entries if e.id != entry_id)
        self._store.update(lambda now: replace_entries(replace(now, entries=others), [merged]))

    def _add_references(self, entry_id: str) -> None:
        """Add the references of an entry, unless every source has already answered."""
        ledger = self._store.ledger
        listings = [listing for listing in ledger.listings if listing.by == entry_id]
        entry = ledger.entry(entry_id)
        if entry is None or (listings and not any(listing.cause for listing in listings)):
            return
        paper = self._indexer.paper(entry)
        if paper is not None:
            entry = self._complete_from_text(entry, paper)
        listed, listings = list_references(entry, paper.references if paper else (), self._providers)
        if self._client.expired:  # a partial list would give entries other ids than the complete list
            cause = "the time of the run was over"
            listed, listings = [], [ReferenceListing(entry_id, BIBLIOGRAPHY, cause=cause)]
        self._store.update(
            lambda now: replace(
                replace_entries(now, build_entries(now, listed)),
                listings=(*(other for other in now.listings if other.by != entry_id), *listings),
            )
        )

    def _complete_from_text(self, entry: LedgerEntry, paper: Paper) -> LedgerEntry:
        """Complete the entry's record from the paper's own text and from the services; without identifiers, they search
        its title.
        """
        record = combine_records([entry.work, record_from_paper(paper)])
        if not any(kind != "url" for kind, _ in record.ids):
            record = combine_records([record, self._providers.find(record) or PaperRecord()])
        return self._store.put(replace(entry, work=self._providers.complete([record])[0]))

    def _index(self) -> None:
        self._indexer.update(self._store.ledger, self._store.folder)

    def _report(self, stage: str, done: int, total: int) -> None:
        if self._progress:
            self._progress(BuildProgress(stage, done, total))
