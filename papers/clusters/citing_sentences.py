"""Add the citing sentences and references that scholarly services report to a paper; they are stored in the ledger.

They make up for a paper whose text is unavailable or was parsed with gaps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..parsing.citations.match import build_marker_index
from ..parsing.citations.read import find_mentions
from ..parsing.references.keys import build_reference_key
from ..records import CitationLink, Ledger, LedgerEntry
from ..titles import fold_title
from ..types import Mention, Paper, Reference

_LONGEST = 600  # characters kept of a citing sentence


def add_reported_citations(paper: Paper, citing: str, ledger: Ledger, papers: Mapping[str, str]) -> Paper:
    """Return `paper`, the entry `citing` of `ledger`, with the mentions and references that services report.

    `papers` maps the id of a ledger entry to the id of its paper in the cluster. Sentences that the paper's own text
    contains are skipped. New mentions are on page 0 because their page is unknown. A reference that is missing from the
    paper's own bibliography is added, resolved with score 1 if the cluster has the cited paper, if a citing sentence is
    known or the paper has no bibliography at all.
    """
    cited = [(entry, cite) for entry in ledger.entries for cite in entry.cites if cite.by == citing]
    references = list(paper.references)
    keys: list[tuple[str, CitationLink]] = []
    for entry, cite in cited:
        if adds_reference(cite, bool(paper.references)):
            cite = replace(cite, key=_unused_key(entry, references))
            references.append(_build_reference(entry, cite, papers.get(entry.id)))
        keys.append((cite.key, cite))
    known = "".join(fold_title(mention.sentence) for mention in paper.mentions)
    entries = build_marker_index(references)
    mentions: list[Mention] = []
    for key, cite in keys:
        for sentence in cite.contexts:
            if key and fold_title(sentence) not in known:
                found = [m for m in find_mentions(sentence[:_LONGEST], 0, entries) if key in m.keys]
                mentions += found or [Mention((), (key,), sentence[:_LONGEST], 0)]
    return replace(paper, references=tuple(references), mentions=(*paper.mentions, *dict.fromkeys(mentions)))


def adds_reference(link: CitationLink, has_references: bool) -> bool:
    """True if the citation `link` adds a reference to its citing paper.

    `has_references` says whether that paper has references of its own.
    """
    return not link.key and (bool(link.contexts) or not has_references)


def _unused_key(entry: LedgerEntry, references: list[Reference]) -> str:
    work = entry.work
    key = build_reference_key("", work.authors, work.year, "", work.title) or entry.id
    taken = {reference.key for reference in references}
    letters = (f"{key}{chr(letter)}" for letter in range(ord("a"), ord("z") + 1))
    return key if key not in taken else next((k for k in letters if k not in taken), entry.id)


def _build_reference(entry: LedgerEntry, cite: CitationLink, paper_id: str | None) -> Reference:
    work = entry.work
    raw = cite.raw or f"{', '.join(work.authors)}. {work.title}. {work.year or ''}".strip(" .")
    return Reference(
        cite.key,
        raw,
        work.title,
        work.authors,
        work.year,
        work.venue,
        work.ids,
        paper_id,
        1.0 if paper_id else 0.0,
    )
