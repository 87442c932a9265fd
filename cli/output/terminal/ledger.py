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
from ..console import can_open_pages, err, out


def parse_statuses(names: Sequence[str]) -> tuple[Status, ...]:
    """Return the statuses that the user named, with "-" or a blank between words. Raises UsageError for an unknown
    status.
    """
    known: dict[str, Status] = {status.replace(" ", "-"): status for status in STATUSES}
    requested = [name.strip().lower().replace(" ", "-") for name in names]
    unknown = [name for name in requested if name not in known]
    if unknown:
        raise UsageError(f"no status {unknown[0]!r}; there are: {', '.join(known)}")
    return tuple(known[name] for name in requested)


def ledger_fields(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as fields for `--json`."""
    return {
        "cluster": ledger.name,
        "counts": {status: ledger.count(status) for status in STATUSES},
        "entries": [entry_fields(entry) for entry in ledger.entries],
        "listings": [
            {"by": each.by, "source": each.source, "count": each.count, "cause": each.cause}
            for each in ledger.listings
        ],
    }


def entry_fields(entry: LedgerEntry) -> dict[str, Any]:
    """Return an entry of the ledger as fields for `--json`."""
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
        "retracted": entry.work.retracted,
        "listed": list(entry.listed),
        "keys": [cite.key for cite in entry.cites if cite.key],
    }


def print_ledger(ledger: Ledger) -> None:
    """Print every entry with its status, and its source or the reason why it has no source."""
    out().print(f"\n{summarize(ledger)}", style="bold", soft_wrap=True)
    _print(ledger.entries)
    for listing in ledger.listings:
        outcome = listing.cause or f"{listing.count} references"
        out().print(Text(f"{listing.source}: {outcome}, of {listing.by}", style="dim"), soft_wrap=True)


def open_ledger_page(name: str, folder: Path, ledger: Ledger | None) -> None:
    """Write the ledger page next to the ledger, and open it if there is a screen.

    Raises UsageError without a ledger.
    """
    from ..ledger_page import render_ledger_page

    if ledger is None:
        raise UsageError(
            f"cluster {name!r} was not fetched; only clusters made by citehop add have this page"
        )
    path = folder / FOLDER / "coverage.html"
    write_atomic(path, render_ledger_page(ledger))
    if can_open_pages():
        typer.launch(str(path))
    err().print(str(path), soft_wrap=True)


def print_missing_entries(ledger: Ledger) -> None:
    """Print the entries without a file, if any."""
    missing = [entry for entry in ledger.entries if entry.status != "fetched"]
    if missing:
        _print(missing)


def _describe_source(entry: LedgerEntry) -> Text:
    text = Text(entry.work.retracted, style="bold red")
    return text.append(f"{'; ' if text else ''}{entry.cause or entry.source}", style="not bold default")


def _print(entries: Sequence[LedgerEntry]) -> None:
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    table.add_column("entry", overflow="fold", ratio=1)
    table.add_column("paper", overflow="fold", ratio=4)
    table.add_column("status", no_wrap=True)
    table.add_column("source, or reason", overflow="fold", ratio=3)
    for entry in entries:
        keys = ", ".join(dict.fromkeys(cite.key for cite in entry.cites if cite.key))
        raw = next((cite.raw for cite in entry.cites if cite.raw), entry.id)
        year = f" ({entry.work.year})" if entry.work.year else ""
        table.add_row(
            Text(keys or entry.role),
            Text(f"{entry.work.title}{year}" if entry.work.title else raw),
            entry.status,
            _describe_source(entry),
        )
    out().print(table)
