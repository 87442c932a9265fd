"""Fetch the files of a ledger entry: known open copies are tried in order until one can be downloaded."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ..papers.records import LedgerEntry, OpenCopy
from .download import download
from .http.client import ServiceClient
from .http.errors import FetchError, NotAvailableError, PaywallError, TransientFetchError, UnsafeUrlError
from .ledger import LedgerStore
from .services.arxiv import arxiv_copies

_SUFFIXES = (".pdf", ".tar.gz")


def open_copies(entry: LedgerEntry, client: ServiceClient, *, tex: bool) -> list[OpenCopy]:
    """Return the copies to try, in order.

    The order is: arXiv, the ACL Anthology, other copies that services list, OpenReview, the entry's own URL.
    """
    record = entry.work
    ids = dict(record.ids)
    copies: list[OpenCopy] = []
    if "arxiv" in ids:
        copies += arxiv_copies(client.settings.arxiv_url, ids["arxiv"], entry.version, tex=tex)
    copies += sorted(record.places, key=lambda copy: copy.source != "ACL Anthology")
    if "openreview" in ids:
        copies.append(OpenCopy(f"https://openreview.net/pdf?id={ids['openreview']}", "OpenReview"))
    url = ids.get("url", "")
    if url.lower().endswith(".pdf") or (not copies and url and entry.role != "cited"):
        copies.append(OpenCopy(url, "its own address"))
    # Services still list http addresses of servers that have had https for years.
    if not client.settings.allow_http:
        copies = [replace(copy, url=re.sub(r"^http://", "https://", copy.url)) for copy in copies]
    return list({copy.url: copy for copy in copies}.values())


def fetch_files(entry: LedgerEntry, client: ServiceClient, store: LedgerStore, *, tex: bool) -> LedgerEntry:
    """Download the files of `entry`, record the outcome in `store`, and return the updated entry.

    The source is recorded before it is tried, so that a file that arrived just before a kill is recognized afterwards.
    Once the time of the run is over, the status of the entry stays unchanged.
    """
    if entry.source and (files := _existing(entry, store.folder)) and not (tex and entry.source == "arXiv"):
        return store.put(replace(entry, status="fetched", files=files, cause=""))
    causes: list[FetchError] = []
    for copy in open_copies(entry, client, tex=tex):
        if any(file.endswith(".pdf") for file in entry.files):
            break  # what arrived as TeX sources was a PDF
        entry = store.put(replace(entry, source=copy.source))
        try:
            file = _fetch(entry, copy, client, store.folder)
        except FetchError as error:
            causes.append(error)
            continue
        entry = replace(entry, files=tuple(sorted({*entry.files, file})))
        if copy.kind == "pdf":
            break
    if entry.files:
        return store.put(replace(entry, status="fetched", cause=""))
    entry = replace(entry, source="")
    return store.put(entry if client.expired else classify_failure(entry, causes))


def classify_failure(entry: LedgerEntry, causes: list[FetchError]) -> LedgerEntry:
    """Return `entry` with the status and cause that apply when no copy could be downloaded.

    The status is "failed" if another attempt may succeed, "abstract only" if at least an abstract is known, "paywalled"
    if the paper is known but not open, and "unresolved" if no service knows it.
    """
    record = entry.work
    transient = next((error for error in causes if isinstance(error, TransientFetchError)), None)
    other = next((error for error in causes if not isinstance(error, PaywallError | NotAvailableError)), None)
    reasons = "; ".join(dict.fromkeys(map(str, causes))) or "no open copy is known"
    if transient is not None:
        return replace(entry, status="failed", cause=str(transient))
    if record.abstract:
        return replace(entry, status="abstract only", cause=reasons)
    if other is not None:
        return replace(entry, status="failed", cause=str(other))
    if record.closed or record.known or any(isinstance(error, PaywallError) for error in causes):
        return replace(entry, status="paywalled", cause=reasons)
    return replace(entry, status="unresolved", cause="no service knows it")


def _fetch(entry: LedgerEntry, copy: OpenCopy, client: ServiceClient, folder: Path) -> str:
    """Return the name of the entry's file, downloaded from `copy` unless it already arrived before a kill."""
    suffix = ".tar.gz" if copy.kind == "tex" else ".pdf"
    if (folder / f"{entry.id}{suffix}").exists():
        return f"{entry.id}{suffix}"
    try:
        return download(client, copy, folder / entry.id).name
    except OSError as error:
        raise UnsafeUrlError(f"{folder}: cannot be written ({error.strerror})") from error


def _existing(entry: LedgerEntry, folder: Path) -> tuple[str, ...]:
    names = (f"{entry.id}{suffix}" for suffix in _SUFFIXES)
    return tuple(name for name in names if (folder / name).exists())
