"""The ledger as one HTML page that needs nothing else: what was asked for, what came, and why the rest did not."""

from __future__ import annotations

from html import escape

from ...acquisition.ledger import summarize
from ...papers.records import STATUSES, Ledger, LedgerEntry

_LINKS = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "acl": "https://aclanthology.org/",
    "openreview": "https://openreview.net/forum?id=",
}
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 1.6em; }
.bar { display: flex; height: 1.2em; border-radius: 4px; overflow: hidden; margin: 1em 0; }
.bar span { display: block; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .35em .7em .35em 0; border-bottom: 1px solid #ddd; }
.status { white-space: nowrap; } .dim { color: #666; font-size: .92em; }
.fetched { background: #4a8f52; } .abstract-only { background: #86b7d9; } .paywalled { background: #e0b44c; }
.unresolved { background: #b9b9b9; } .failed { background: #c9605a; } .wanted { background: #e6e6e6; }
.dot { display: inline-block; width: .75em; height: .75em; border-radius: 50%; margin-right: .4em; }
"""


def page(ledger: Ledger) -> str:
    """The coverage of `ledger`; its text is data from strangers and is escaped, and no script runs on the page."""
    title = escape(f"{ledger.name}: {summarize(ledger)}")
    bar = "".join(
        f'<span class="{_name(status)}" style="flex:{count}" title="{count} {status}"></span>'
        for status in STATUSES
        if (count := ledger.count(status))
    )
    said = "".join(
        f"<li>{escape(listing.source)}: {escape(listing.cause) or f'{listing.count} references'}"
        f' <span class="dim">of {escape(listing.by)}</span></li>'
        for listing in ledger.listings
    )
    rows = "".join(_row(entry) for entry in ledger.entries)
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f'<div class="bar">{bar}</div>'
        + (f"<h2>Who listed the references</h2><ul>{said}</ul>" if said else "")
        + "<h2>Papers</h2><table><tr><th>Key</th><th>Paper</th><th>Status</th><th>From, or why not</th></tr>"
        f"{rows}</table></body></html>\n"
    )


def _row(entry: LedgerEntry) -> str:
    work = entry.work
    raw = next((cite.raw for cite in entry.cites if cite.raw), "")
    keys = ", ".join(cite.key for cite in entry.cites if cite.key) or {"anchor": "anchor"}.get(entry.role, "")
    who = ", ".join(work.authors[:3]) + (" et al." if len(work.authors) > 3 else "")
    links = " ".join(
        f'<a href="{escape(_LINKS[kind] + name)}" rel="noreferrer">{escape(kind)}:{escape(name)}</a>'
        for kind, name in work.ids
        if kind in _LINKS
    )
    about = escape(f"{who} {work.year or ''}".strip())
    listed = (
        f'<br><span class="dim">listed by {escape(", ".join(entry.listed))}</span>' if entry.listed else ""
    )
    return (
        f'<tr id="{escape(entry.id)}"><td>{escape(keys)}</td><td>{escape(work.title or raw)}<br><span class="dim">'
        f'{about} {links}</span></td><td class="status"><span class="dot {_name(entry.status)}"></span>{entry.status}</td>'
        f"<td>{escape(entry.cause or entry.source)}{listed}</td></tr>"
    )


def _name(status: str) -> str:
    return status.replace(" ", "-")
