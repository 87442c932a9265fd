"""The ledger of a fetched cluster as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from ....acquisition.ledger import summarize
from ....errors import UsageError
from ....papers.clusters.ledger import FOLDER
from ....papers.files import write_atomic
from ....papers.records import STATUSES, Ledger, LedgerEntry, Status
from ..console import err, has_screen, out
from .values import clean


def statuses(names: Sequence[str]) -> tuple[Status, ...]:
    """The statuses that a user names, "-" for a blank allowed. Raises UsageError for another word."""
    known: dict[str, Status] = {status.replace(" ", "-"): status for status in STATUSES}
    asked = [name.strip().lower().replace(" ", "-") for name in names]
    wrong = [name for name in asked if name not in known]
    if wrong:
        raise UsageError(f"no status {wrong[0]!r}; there are: {', '.join(known)}")
    return tuple(known[name] for name in asked)


def ledger_fields(ledger: Ledger) -> dict[str, Any]:
    """The ledger as `--json` promises it."""
    return {
        "cluster": ledger.name,
        "counts": {status: ledger.count(status) for status in STATUSES},
        "entries": [entry_fields(entry) for entry in ledger.entries],
        "listings": [
            {"by": said.by, "source": said.source, "count": said.count, "cause": said.cause}
            for said in ledger.listings
        ],
    }


def entry_fields(entry: LedgerEntry) -> dict[str, Any]:
    """One entry of the ledger."""
    return {
        "id": entry.id,
        "role": entry.role,
        "status": entry.status,
        "source": entry.source,
        "cause": entry.cause,
        "files": list(entry.files),
        "title": entry.work.title,
        "authors": list(entry.work.authors),
        "year": entry.work.year,
        "ids": dict(entry.work.ids),
        "abstract": bool(entry.work.abstract),
        "listed": list(entry.listed),
        "keys": [cite.key for cite in entry.cites if cite.key],
    }


def table(ledger: Ledger) -> None:
    """Every entry: what it is, its status, and where it came from or why it did not."""
    out().print(f"\n{summarize(ledger)}", style="bold", soft_wrap=True)
    _print(ledger.entries)
    for said in ledger.listings:
        what = said.cause or f"{said.count} references"
        out().print(Text(f"{said.source}: {clean(what)}, of {said.by}", style="dim"), soft_wrap=True)


def open_page(name: str, folder: Path, ledger: Ledger | None) -> None:
    """Write the coverage page beside the ledger and show it where there is a screen. Raises UsageError without a ledger."""
    from ..ledger_page import page

    if ledger is None:
        raise UsageError(f"cluster {name!r} was not fetched; citehop add makes clusters with a coverage page")
    path = folder / FOLDER / "coverage.html"
    write_atomic(path, page(ledger))
    if has_screen():
        typer.launch(str(path))
    err().print(str(path), soft_wrap=True)


def open_entries(ledger: Ledger) -> None:
    """The entries without a file, if any."""
    without = [entry for entry in ledger.entries if entry.status != "fetched"]
    if without:
        _print(without)


def _print(entries: Sequence[LedgerEntry]) -> None:
    shown = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    shown.add_column("entry", overflow="fold", ratio=1)
    shown.add_column("paper", overflow="fold", ratio=4)
    shown.add_column("status", no_wrap=True)
    shown.add_column("from, or why not", overflow="fold", ratio=3)
    for entry in entries:
        keys = ", ".join(dict.fromkeys(cite.key for cite in entry.cites if cite.key))
        raw = next((cite.raw for cite in entry.cites if cite.raw), entry.id)
        year = f" ({entry.work.year})" if entry.work.year else ""
        shown.add_row(
            Text(clean(keys or entry.role)),
            Text(clean(f"{entry.work.title}{year}" if entry.work.title else raw)),
            entry.status,
            Text(clean(entry.cause or entry.source)),
        )
    out().print(shown)
