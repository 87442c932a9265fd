"""What a paper cites, by every service that can say and by its own bibliography."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from ..papers.records import CitationLink, Ledger, LedgerEntry, PaperRecord, ReferenceListing
from ..papers.types import Reference
from .merge import ListedReference, combined, merge, same_work, with_bibliography
from .providers import Providers
from .services import Service

BIBLIOGRAPHY = "bibliography"


def list_references(
    citing: LedgerEntry, references: Sequence[Reference], panel: Providers
) -> tuple[list[ListedReference], list[ReferenceListing]]:
    """The references of `citing`, each once, and what each source said. `references` is its own bibliography as parsed,
    empty where its text is not at hand."""
    lists: list[tuple[str, Sequence[PaperRecord]]] = []
    said: list[ReferenceListing] = []
    for service in panel.services:
        answer = panel.ask(service, partial(_asked, service, citing.work), None)
        if answer is None:
            said.append(ReferenceListing(citing.id, service.name, cause=panel.troubles[service.name]))
        elif answer:
            lists.append((service.name, answer))
            said.append(ReferenceListing(citing.id, service.name, len(answer)))
    if references:
        said.append(ReferenceListing(citing.id, BIBLIOGRAPHY, len(references)))
    listed = with_bibliography(merge(lists), citing.id, references, BIBLIOGRAPHY)
    return [_with_contexts(item, citing.id) for item in listed], said


def _asked(service: Service, work: PaperRecord) -> list[PaperRecord]:
    """The references by one service, none where it cannot say."""
    return service.references(work) or []


def _with_contexts(item: ListedReference, by: str) -> ListedReference:
    """The citing sentences go from the work to the citation, which is theirs."""
    contexts = item.work.contexts
    cites = item.cites or (CitationLink(by),)
    cites = (replace(cites[0], contexts=contexts), *cites[1:])
    return replace(item, work=replace(item.work, contexts=()), cites=cites)


def entries_of(ledger: Ledger, listed: Iterable[ListedReference]) -> list[LedgerEntry]:
    """The entries of `ledger` that `listed` adds to, as they then are, and new ones for the others."""
    found = {entry.id: entry for entry in ledger.entries}
    changed: dict[str, LedgerEntry] = {}
    by_text = {(cite.by, cite.raw): entry.id for entry in ledger.entries for cite in entry.cites if cite.raw}
    for item in listed:
        told = {by_text.get((cite.by, cite.raw)) for cite in item.cites}
        entry = next((e for e in found.values() if e.id in told or same_work(e.work, item.work)), None)
        if entry is None:
            entry = LedgerEntry(
                entry_id(item.work, found, item.cites),
                "cited",
                item.work,
                listed=item.sources,
                cites=item.cites,
            )
        else:
            entry = replace(
                entry,
                work=combined([entry.work, item.work]),
                cites=_all_cites((*entry.cites, *item.cites)),
                listed=tuple(dict.fromkeys((*entry.listed, *item.sources))),
            )
        found[entry.id] = changed[entry.id] = entry
    return list(changed.values())


def _all_cites(cites: Iterable[CitationLink]) -> tuple[CitationLink, ...]:
    """Each citation once, with all the sentences that do it; where there is one with a key, those without are its."""
    whole: dict[tuple[str, str, str], CitationLink] = {}
    for cite in cites:
        known = next((c for c in whole.values() if c.by == cite.by and "" in (c.key, cite.key)), None)
        known = known or whole.get((cite.by, cite.key, cite.raw))
        if known is not None:
            whole.pop((known.by, known.key, known.raw))
            contexts = tuple(dict.fromkeys((*known.contexts, *cite.contexts)))
            cite = replace(cite if cite.key else known, contexts=contexts)
        whole[cite.by, cite.key, cite.raw] = cite
    return tuple(whole.values())


def entry_id(work: PaperRecord, taken: Collection[str], cites: Sequence[CitationLink] = ()) -> str:
    """A name for the files of `work`, made here and safe everywhere: its arXiv or ACL id, else first author, year and
    title, else a hash of what the bibliography prints; "-2", "-3" behind one that is taken."""
    known = dict(work.ids)
    name = known.get("arxiv") or known.get("acl") or _named(work) or known.get("doi", "")
    if not name:
        raw = " ".join(cite.raw for cite in cites) or repr(work.ids)
        name = f"entry-{hashlib.sha256(raw.encode()).hexdigest()[:10]}"
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9.]+", "-", ascii_name).strip("-.")[:70] or "paper"
    unique, number = stem, 2
    while unique in taken:
        unique, number = f"{stem}-{number}", number + 1
    return unique


def _named(work: PaperRecord) -> str:
    if not work.title:
        return ""
    surname = work.authors[0].split()[-1] if work.authors and work.authors[0].split() else ""
    words = re.findall(r"\w+", work.title)[:3]
    return "-".join(filter(None, (surname, str(work.year or ""), *words)))
