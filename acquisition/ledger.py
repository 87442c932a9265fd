"""Writes the ledger of a cluster that is being fetched. It is replaced as a whole at every change, so that a kill costs one
step."""

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


class LedgerStore:
    """A ledger that is being filled, from several threads: every change is on disk before the call returns."""

    def __init__(self, cluster: Path, ledger: Ledger) -> None:
        self.folder = cluster / FOLDER
        self._path = ledger_path(cluster)
        self._ledger = ledger
        self._lock = threading.Lock()
        self._closed = False

    @property
    def ledger(self) -> Ledger:
        """As it is now."""
        return self._ledger

    def close(self) -> None:
        """Refuse further changes: a thread that still waits for a server must not write over a later run's ledger."""
        with self._lock:
            self._closed = True

    def change(self, changed: Callable[[Ledger], Ledger]) -> Ledger:
        """Replace the ledger by `changed(ledger)`. Raises FetchError once it is closed."""
        with self._lock:
            if self._closed:
                raise FetchError("the run that this belongs to is over")
            ledger = changed(self._ledger)
            if ledger != self._ledger or not self._path.exists():
                write_atomic(self._path, to_json(ledger) + "\n")
                self._ledger = ledger
        return ledger

    def put(self, entry: LedgerEntry) -> None:
        """Replace the entry of the same id, or add it behind the others."""
        self.put_all([entry])

    def put_all(self, entries: Iterable[LedgerEntry]) -> None:
        """`put` for several, in one write."""
        self.change(lambda ledger: with_entries(ledger, entries))


def with_entries(ledger: Ledger, entries: Iterable[LedgerEntry]) -> Ledger:
    """`ledger` with each of `entries` in the place of the one of its id, new ones behind the others."""
    by_id = {entry.id: entry for entry in ledger.entries}
    by_id.update((entry.id, entry) for entry in entries)
    return replace(ledger, entries=tuple(by_id.values()))


def summary(ledger: Ledger) -> str:
    """How far it is, in one line: "31 of 43 papers, 9 abstract only, 2 paywalled, 1 unresolved"."""
    parts = [f"{ledger.count('fetched')} of {len(ledger.entries)} papers"]
    rest: tuple[Status, ...] = ("abstract only", "paywalled", "unresolved", "failed", "wanted")
    parts += [f"{count} {_SHOWN.get(status, status)}" for status in rest if (count := ledger.count(status))]
    return ", ".join(parts)


_SHOWN = {"wanted": "still to come"}
