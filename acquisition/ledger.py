"""Write the ledger of a cluster. The whole file is replaced at every change, so a kill loses at most one step."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ..papers.clusters.ledger import FOLDER, ledger_path
from ..papers.files import write_atomic
from ..papers.records import Ledger, LedgerEntry, Status
from ..papers.serialization import to_json
from .http.errors import FetchError

_SHOWN = {"wanted": "still to come"}


class LedgerStore:
    """A ledger that several threads update; every change is on disk before the call returns."""

    def __init__(self, cluster: Path, ledger: Ledger) -> None:
        self.folder = cluster / FOLDER
        self._path = ledger_path(cluster)
        self._ledger = ledger
        self._lock = threading.Lock()
        self._closed = False

    @property
    def ledger(self) -> Ledger:
        """The current ledger."""
        return self._ledger

    def close(self) -> None:
        """Refuse further changes, so that a thread still waiting for a server cannot overwrite a later run's ledger."""
        with self._lock:
            self._closed = True

    def update(self, change: Callable[[Ledger], Ledger]) -> Ledger:
        """Replace the ledger by `change(ledger)` and return the new ledger.

        Raises FetchError once the store is closed.
        """
        with self._lock:
            if self._closed:
                raise FetchError("the run that this belongs to is over")
            ledger = change(self._ledger)
            if ledger != self._ledger or not self._path.exists():
                write_atomic(self._path, to_json(ledger) + "\n")
                self._ledger = ledger
        return ledger

    def put(self, entry: LedgerEntry) -> LedgerEntry:
        """Replace the entry with the same id, or append `entry`; return `entry`."""
        self.put_all([entry])
        return entry

    def put_all(self, entries: Iterable[LedgerEntry]) -> None:
        """Apply `put` to several entries in one write."""
        self.update(lambda ledger: replace_entries(ledger, entries))


def replace_entries(ledger: Ledger, entries: Iterable[LedgerEntry]) -> Ledger:
    """Return `ledger` with each of `entries` in place of the entry with the same id; new entries are appended."""
    by_id = {entry.id: entry for entry in ledger.entries}
    by_id.update((entry.id, entry) for entry in entries)
    return replace(ledger, entries=tuple(by_id.values()))


def summarize(ledger: Ledger) -> str:
    """Describe the progress in one line: "31 of 43 papers, 9 abstract only, 2 paywalled, 1 unresolved"."""
    unreadable = sum(entry.status == "fetched" and bool(entry.cause) for entry in ledger.entries)
    parts = [f"{ledger.count('fetched') - unreadable} of {len(ledger.entries)} papers"]
    parts += [f"{unreadable} unreadable"] if unreadable else []
    others: tuple[Status, ...] = ("abstract only", "paywalled", "unresolved", "failed", "wanted")
    parts += [f"{count} {_SHOWN.get(status, status)}" for status in others if (count := ledger.count(status))]
    retracted = sum(bool(entry.work.retracted) for entry in ledger.entries)
    return ", ".join([*parts, f"{retracted} retracted"] if retracted else parts)
