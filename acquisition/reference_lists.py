"""List the references of a paper from every service that has them and from the paper's own bibliography."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from ..papers.records import CitationLink, Ledger, LedgerEntry, PaperRecord, ReferenceListing
from ..papers.types import Reference
from .merge import add_bibliography, combine_records, is_same_paper, merge_lists
from .providers import Providers
from .services import Service

BIBLIOGRAPHY = "bibliography"


def list_references(
    citing: LedgerEntry, references: Sequence[Reference], providers: Providers
) -> tuple[list[LedgerEntry], list[ReferenceListing]]:
    """Return the references of `citing`, each once and without an id, and the outcome of each source.

    `references` is the paper's own bibliography as parsed; it is empty if the text is not available.
    """
    lists: list[tuple[str, Sequence[PaperRecord]]] = []
    listings: list[ReferenceListing] = []
    for service in providers.services:
        answer = providers.ask(service, partial(_list_by_service, service, citing.work), None)
        if answer is None:
            listings.append(ReferenceListing(citing.id, service.name, cause=providers.troubles[service.name]))
        elif answer:
            lists.append((service.name, answer))
            listings.append(ReferenceListing(citing.id, service.name, len(answer)))
    if references:
        listings.append(ReferenceListing(citing.id, BIBLIOGRAPHY, len(references)))
    listed = add_bibliography(merge_lists(lists), citing.id, references, BIBLIOGRAPHY)
    return [_move_contexts(entry, citing.id) for entry in listed], listings


def _list_by_service(service: Service, record: PaperRecord) -> list[PaperRecord]:
    """Return the references that a service lists; empty if it does not know them."""
    return service.references(record) or []


def _move_contexts(entry: LedgerEntry, by: str) -> LedgerEntry:
    """Return `entry` with the citing sentences moved from its record to its first citation, to which they belong."""
    first, *others = entry.cites or (CitationLink(by),)
    cites = (replace(first, contexts=entry.work.contexts), *others)
    return replace(entry, work=replace(entry.work, contexts=()), cites=cites)


def build_entries(ledger: Ledger, listed: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Return the entries to store for the references in `listed`.

    They are entries of `ledger`, updated with what is new about them, and new entries with a new id.
    """
    entries = {entry.id: entry for entry in ledger.entries}
    changed: dict[str, LedgerEntry] = {}
    by_text = {(cite.by, cite.raw): entry.id for entry in ledger.entries for cite in entry.cites if cite.raw}
    for reference in listed:
        ids = {by_text.get((cite.by, cite.raw)) for cite in reference.cites}
        entry = next(
            (e for e in entries.values() if e.id in ids or is_same_paper(e.work, reference.work)), None
        )
        if entry is None:
            entry = replace(reference, id=make_entry_id(reference.work, entries, reference.cites))
        else:
            entry = replace(
                entry,
                work=combine_records([entry.work, reference.work]),
                cites=_merge_cites((*entry.cites, *reference.cites)),
                listed=tuple(dict.fromkeys((*entry.listed, *reference.listed))),
            )
        entries[entry.id] = changed[entry.id] = entry
    return list(changed.values())


def _merge_cites(cites: Iterable[CitationLink]) -> tuple[CitationLink, ...]:
    """Return each citation once, with all its sentences.

    A citation without a key is merged into a citation by the same paper that has a key.
    """
    merged: dict[tuple[str, str, str], CitationLink] = {}
    for cite in cites:
        same = next((c for c in merged.values() if c.by == cite.by and "" in (c.key, cite.key)), None)
        same = same or merged.get((cite.by, cite.key, cite.raw))
        if same is not None:
            merged.pop((same.by, same.key, same.raw))
            contexts = tuple(dict.fromkeys((*same.contexts, *cite.contexts)))
            cite = replace(cite if cite.key else same, contexts=contexts)
        merged[cite.by, cite.key, cite.raw] = cite
    return tuple(merged.values())


def make_entry_id(record: PaperRecord, taken: Collection[str], cites: Sequence[CitationLink] = ()) -> str:
    """Make an id for the files of `record` that is safe as a file name.

    The id is the arXiv or ACL id, or else first author, year and title, or else the DOI, or else a hash of the text in
    the bibliography. "-2", "-3" and so on is appended if the id is in `taken`.
    """
    ids = dict(record.ids)
    name = ids.get("arxiv") or ids.get("acl") or _author_year_title(record) or ids.get("doi", "")
    if not name:
        raw = " ".join(cite.raw for cite in cites) or repr(record.ids)
        name = f"entry-{hashlib.sha256(raw.encode()).hexdigest()[:10]}"
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9.]+", "-", ascii_name).strip("-.")[:70] or "paper"
    unique, number = stem, 2
    while unique in taken:
        unique, number = f"{stem}-{number}", number + 1
    return unique


def _author_year_title(record: PaperRecord) -> str:
    if not record.title:
        return ""
    surname = record.authors[0].split()[-1] if record.authors and record.authors[0].split() else ""
    words = re.findall(r"\w+", record.title)[:3]
    return "-".join(filter(None, (surname, str(record.year or ""), *words)))
