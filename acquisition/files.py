"""From an entry to its files: every place that may have an open copy, in order, until one gives it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ..papers.records import LedgerEntry, OpenCopy
from .download import download
from .http.client import ServiceClient
from .http.errors import FetchError, NotAvailableError, PaywallError, TransientFetchError, UnsafeUrlError
from .ledger import LedgerStore
from .services.arxiv import arxiv_places

_SUFFIXES = (".pdf", ".tar.gz")


def places_of(entry: LedgerEntry, web: ServiceClient, *, tex: bool) -> list[OpenCopy]:
    """Where to look: arXiv, the ACL Anthology and OpenReview, the other places that services gave, its own address."""
    work = entry.work
    known = dict(work.ids)
    places: list[OpenCopy] = []
    if "arxiv" in known:
        places += arxiv_places(web.settings.arxiv_url, known["arxiv"], entry.version, tex=tex)
    places += sorted(work.places, key=lambda place: place.source != "ACL Anthology")
    if "openreview" in known:
        places.append(OpenCopy(f"https://openreview.net/pdf?id={known['openreview']}", "OpenReview"))
    if known.get("url", "").lower().endswith(".pdf") or (
        not places and "url" in known and entry.role != "cited"
    ):
        places.append(OpenCopy(known["url"], "its own address"))
    if (
        not web.settings.allow_http
    ):  # services still list addresses of servers that have spoken https for years
        places = [replace(place, url=re.sub(r"^http://", "https://", place.url)) for place in places]
    return list({place.url: place for place in places}.values())


def fetch_entry(entry: LedgerEntry, web: ServiceClient, book: LedgerStore, *, tex: bool) -> LedgerEntry:
    """Get the files of `entry` and write to `book` what came of it; the entry as it is then.

    The place is noted before it is asked, so that a file whose arrival a kill left unrecorded is known for what it is.
    Once the time of the whole run is over the entry stays as it was.
    """
    if entry.source and (there := _there(entry, book.folder)) and not (tex and entry.source == "arXiv"):
        return _put(book, replace(entry, status="fetched", files=there, cause=""))
    causes: list[FetchError] = []
    for place in places_of(entry, web, tex=tex):
        if any(file.endswith(".pdf") for file in entry.files):
            break  # what came as sources was a PDF
        entry = _put(book, replace(entry, source=place.source))
        try:
            file = _file(entry, place, web, book.folder)
        except FetchError as error:
            causes.append(error)
            continue
        entry = replace(entry, files=tuple(sorted({*entry.files, file})))
        if place.kind == "pdf":
            break
    if entry.files:
        return _put(book, replace(entry, status="fetched", cause=""))
    entry = replace(entry, source="")
    return _put(book, entry if web.is_over else without_file(entry, causes))


def without_file(entry: LedgerEntry, causes: list[FetchError]) -> LedgerEntry:
    """The entry as it stands when no place gave a file: failed where another attempt may help, abstract only where
    there is at least that, paywalled where it is known but not open, unresolved where nobody knows it."""
    work = entry.work
    healing = next((error for error in causes if isinstance(error, TransientFetchError)), None)
    odd = next((error for error in causes if not isinstance(error, PaywallError | NotAvailableError)), None)
    said = "; ".join(dict.fromkeys(map(str, causes))) or "no open copy is known"
    if healing is not None:
        return replace(entry, status="failed", cause=str(healing))
    if work.abstract:
        return replace(entry, status="abstract only", cause=said)
    if odd is not None:
        return replace(entry, status="failed", cause=str(odd))
    if work.closed or work.known or any(isinstance(error, PaywallError) for error in causes):
        return replace(entry, status="paywalled", cause=said)
    return replace(entry, status="unresolved", cause="no service knows it")


def _file(entry: LedgerEntry, place: OpenCopy, web: ServiceClient, folder: Path) -> str:
    """The name of the entry's file from `place`; the one that is there, if it came before a kill."""
    suffix = ".tar.gz" if place.kind == "tex" else ".pdf"
    if (folder / f"{entry.id}{suffix}").exists():
        return f"{entry.id}{suffix}"
    try:
        return download(web, place, folder / entry.id).name
    except OSError as error:
        raise UnsafeUrlError(f"{folder}: cannot be written ({error.strerror})") from error


def _there(entry: LedgerEntry, folder: Path) -> tuple[str, ...]:
    return tuple(name for suffix in _SUFFIXES if (folder / (name := f"{entry.id}{suffix}")).exists())


def _put(book: LedgerStore, entry: LedgerEntry) -> LedgerEntry:
    book.put(entry)
    return entry
