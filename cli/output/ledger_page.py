"""The ledger of a fetched cluster as a self-contained HTML page: the requested papers, and the outcome for each."""

from __future__ import annotations

from dataclasses import dataclass

from ...acquisition.ledger import summarize
from ...integrations.html import render_page
from ...papers.records import STATUSES, Ledger, LedgerEntry

_PAGES = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "acl": "https://aclanthology.org/",
    "openreview": "https://openreview.net/forum?id=",
}
_MAX_AUTHORS = 3


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the table. `links` are (kind, identifier, URL)."""

    entry: LedgerEntry
    keys: str
    title: str
    authors: str
    links: tuple[tuple[str, str, str], ...]


def render_ledger_page(ledger: Ledger) -> str:
    """Return the ledger as an HTML page."""
    return render_page(
        "citehop.cli.output",
        "ledger.html",
        title=f"{ledger.name}: {summarize(ledger)}",
        counts=[(status, ledger.count(status)) for status in STATUSES],
        ledger=ledger,
        rows=[_row(entry) for entry in ledger.entries],
    )


def _row(entry: LedgerEntry) -> _Row:
    record = entry.work
    raw = next((cite.raw for cite in entry.cites if cite.raw), "")
    keys = ", ".join(cite.key for cite in entry.cites if cite.key)
    others = " et al." if len(record.authors) > _MAX_AUTHORS else ""
    authors = f"{', '.join(record.authors[:_MAX_AUTHORS])}{others} {record.year or ''}".strip()
    links = tuple((kind, name, _PAGES[kind] + name) for kind, name in record.ids if kind in _PAGES)
    return _Row(
        entry, keys or ("anchor" if entry.role == "anchor" else ""), record.title or raw, authors, links
    )
