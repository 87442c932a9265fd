"""The steps of `add`: the papers asked for, their references, all files, and the index in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import UsageError
from ..indexes.build.bib_papers import NONE
from ..indexes.build.build import build
from ..indexes.build.report import BuildProgress, BuildReport, Listener
from ..papers.clusters.cluster import open_cluster
from ..papers.records import Ledger, LedgerEntry, PaperRecord, ReferenceListing, Status
from ..papers.types import Paper
from ..settings import Settings
from .bib_export import write_abstracts
from .files import fetch_entry, without_file
from .http.client import ServiceClient
from .http.errors import TransientFetchError
from .ledger import LedgerStore, with_entries
from .local_files import copy_in
from .merge import combined, same_work
from .providers import Providers
from .reference_lists import BIBLIOGRAPHY, entries_of, list_references
from .requests import PaperRequest, file_name, with_wishes
from .workers import in_parallel

_BETWEEN_BUILDS = 10  # papers that come until they are indexed
YOURS = "your file"  # where a paper came from that the user had
_OPEN: tuple[Status, ...] = ("wanted", "failed")


class Acquisition:
    """One run over the ledger in `book`. `tex` asks for TeX sources, too."""

    def __init__(
        self, book: LedgerStore, web: ServiceClient, settings: Settings, progress: Listener | None, tex: bool
    ) -> None:
        self._book = book
        self._web = web
        self._settings = settings
        self._progress = progress
        self._panel = Providers(web)
        self._tex = tex
        self._report: BuildReport | None = None
        self._problem: UsageError | None = None
        self._indexed: object = None

    def fill(
        self, wishes: Sequence[PaperRequest], *, refs: bool, retry: tuple[Status, ...]
    ) -> tuple[Ledger, BuildReport | None]:
        """Do all that is missing; the ledger as it is then, and the last build's report."""
        asked = self._begin(wishes, refs=refs, retry=retry)
        self._find([entry for entry in self._open() if entry.id in asked])
        self._fetch([entry for entry in self._open() if entry.id in asked], "fetch")
        self._index()
        for entry_id in sorted(asked):
            self._recognise(entry_id)
        for entry_id in self._book.ledger.refs:
            self._list(entry_id)
        self._find([entry for entry in self._open() if entry.id not in asked])
        self._fetch([entry for entry in self._open() if entry.id not in asked], "fetch cited")
        self._index()
        if self._report is None and self._problem is not None:
            raise self._problem
        return self._book.ledger, self._report

    def _begin(self, wishes: Sequence[PaperRequest], *, refs: bool, retry: tuple[Status, ...]) -> set[str]:
        """Write down what was asked for, and copy the user's own files; the ids of the entries."""
        for left in (*self._book.folder.glob(".*.part"), *self._book.folder.glob(".*.tmp")):
            left.unlink(missing_ok=True)  # of a run that was killed; we hold the lock
        ledger, pairs = with_wishes(self._book.ledger, wishes)
        roots = [entry.id for entry, _ in pairs] or [e.id for e in ledger.entries if e.role != "cited"]
        own: list[LedgerEntry] = []
        for entry, wish in pairs:
            if wish.file is not None:
                file = file_name(entry, wish.file)
                copy_in(wish.file, self._book.folder / file)
                files = tuple(sorted({*entry.files, file}))
                own.append(replace(entry, status="fetched", source=YOURS, files=files))
        ledger = with_entries(ledger, own)
        again = [replace(e, status="wanted", cause="") for e in ledger.entries if e.status in retry]
        again += [
            replace(e, status="wanted", source="", files=()) for e in ledger.entries if self._is_gone(e)
        ]
        ledger = replace(
            with_entries(ledger, again),
            refs=tuple(dict.fromkeys((*ledger.refs, *(roots if refs else ())))),
            tex=self._tex,
        )
        self._book.change(lambda _: ledger)
        return set(roots)

    def _is_gone(self, entry: LedgerEntry) -> bool:
        """Whether a file that was fetched has been deleted since."""
        return any(not (self._book.folder / name).exists() for name in entry.files)

    def _open(self) -> list[LedgerEntry]:
        return [entry for entry in self._book.ledger.entries if entry.status in _OPEN]

    def _find(self, entries: Sequence[LedgerEntry]) -> None:
        """Ask the services for what is not known of `entries`: by identifier, else by title, then what there is of them."""
        known = self._complete(entries)
        unknown = [entry for entry in known if not entry.work.known]
        found: list[LedgerEntry] = []
        for done, entry in enumerate(unknown, 1):
            raw = next((cite.raw for cite in entry.cites if cite.raw), "")
            work = self._panel.find(entry.work, raw)
            if work is not None:
                found.append(replace(entry, work=work))
            self._tell("look up", done, len(unknown))
        self._complete(found)

    def _complete(self, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
        works = self._panel.complete([entry.work for entry in entries])
        known = [replace(entry, work=work) for entry, work in zip(entries, works, strict=True)]
        self._book.put_all(known)
        return known

    def _fetch(self, entries: Sequence[LedgerEntry], stage: str) -> None:
        total, new = len(entries), 0
        for done, entry in enumerate(in_parallel(self._fetch_one, entries), 1):
            self._tell(stage, done, total)
            new += entry.status == "fetched"
            if new >= _BETWEEN_BUILDS and done < total:
                self._index()
                new = 0

    def _fetch_one(self, entry: LedgerEntry) -> LedgerEntry:
        """One entry to its end, which is a failure where a service that may know more of it could not be asked."""
        found = fetch_entry(entry, self._web, self._book, tex=self._tex)
        if found.status in ("fetched", "wanted", "failed") or not self._panel.troubles or self._web.is_over:
            return found
        name, cause = next(iter(sorted(self._panel.troubles.items())))
        failed = without_file(found, [TransientFetchError(f"{name} could not be asked: {cause}")])
        self._book.put(failed)
        return failed

    def _recognise(self, entry_id: str) -> None:
        """The user's own file says what it is. Where that was wanted already, by an entry that it is, it is that one's."""
        ledger = self._book.ledger
        entry = ledger.entry(entry_id)
        paper = self._paper(entry) if entry and entry.source == YOURS else None
        if entry is None or paper is None:
            return
        work = combined([entry.work, _own_work(paper)])
        same = next((e for e in ledger.entries if e.id != entry_id and same_work(e.work, work)), None)
        if same is None or entry.role == "anchor" or entry_id in ledger.refs:
            self._book.put(replace(entry, work=work))
            return
        files = tuple(sorted({*same.files, *entry.files}))
        work = combined([same.work, work])
        had = replace(same, work=work, status="fetched", source=YOURS, files=files, cause="")
        rest = tuple(e for e in ledger.entries if e.id != entry_id)
        self._book.change(lambda now: with_entries(replace(now, entries=rest), [had]))

    def _list(self, entry_id: str) -> None:
        """The references of an entry, unless all sources have answered already."""
        ledger = self._book.ledger
        said = [listing for listing in ledger.listings if listing.by == entry_id]
        entry = ledger.entry(entry_id)
        if entry is None or (said and not any(listing.cause for listing in said)):
            return
        paper = self._paper(entry)
        if paper is not None:
            entry = self._known_by_its_text(entry, paper)
        listed, said = list_references(entry, paper.references if paper else (), self._panel)
        if self._web.is_over:  # half a list would name entries otherwise than the whole one
            listed, said = (
                [],
                [ReferenceListing(entry_id, BIBLIOGRAPHY, cause="the time of the run was over")],
            )
        self._book.change(
            lambda now: replace(
                with_entries(now, entries_of(now, listed)),
                listings=(*(known for known in now.listings if known.by != entry_id), *said),
            )
        )

    def _known_by_its_text(self, entry: LedgerEntry, paper: Paper) -> LedgerEntry:
        """The user's own file says what it is; with its title the services can be asked."""
        work = combined([entry.work, _own_work(paper)])
        if not any(kind != "url" for kind, _ in work.ids):
            work = combined([work, self._panel.find(work) or PaperRecord()])
        entry = replace(entry, work=self._panel.complete([work])[0])
        self._book.put(entry)
        return entry

    def _paper(self, entry: LedgerEntry) -> Paper | None:
        """The entry's paper as the last build read it."""
        if self._report is None or not entry.files:
            return None
        cluster = open_cluster(self._report.path, self._settings)
        for paper_id in cluster.paper_ids:
            if cluster.file(paper_id).name in entry.files:
                return cluster.paper(paper_id)
        return None

    def _index(self) -> None:
        """Bring the cluster up to what is there by now."""
        ledger = self._book.ledger
        anchor = ledger.anchor
        files = tuple(file for entry in ledger.entries for file in entry.files)
        if not files:
            return
        bib = write_abstracts(self._book.folder, ledger) or NONE
        state = (files, bib.read_bytes() if bib != NONE else b"")
        if state == self._indexed:
            return
        name = (anchor.files[-1] if anchor.files else anchor.slug) if anchor else None
        for tried in dict.fromkeys(
            (name, None)
        ):  # an anchor that cannot be read must not keep the others out
            try:
                self._report = build(
                    self._book.folder, ledger.name, tried, self._settings, self._progress, bib
                )
                break
            except UsageError as error:
                self._problem = error
        self._indexed = state

    def _tell(self, stage: str, done: int, total: int) -> None:
        if self._progress:
            self._progress(BuildProgress(stage, done, total))


def _own_work(paper: Paper) -> PaperRecord:
    """What a paper's own text says of it."""
    return PaperRecord(paper.title, paper.authors, paper.year, "", paper.abstract, paper.ids)
