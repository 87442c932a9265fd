"""Merge what several sources know about papers: records, lists of references, and a paper's own bibliography."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..papers.bibliography.resolve import resolve_references
from ..papers.records import IDENTIFYING, CitationLink, LedgerEntry, OpenCopy, PaperRecord
from ..papers.titles import fold_title, title_words
from ..papers.types import Paper, Reference
from .services.json_access import normalize_ids

_DISTINCTIVE_TITLE = 18  # least number of letters with which a title alone identifies a paper
_SHARED_WORDS = 0.4  # two titles of one paper share at least this part of the words of the shorter title
_YEARS_APART = 2  # largest number of years between a preprint and its publication


def combine_records(records: Iterable[PaperRecord]) -> PaperRecord:
    """Combine records into one: each field comes from the first record that has it.

    All kinds of identifiers, all open copies and all citing sentences are kept. If identifiers of one kind differ, the
    first wins.
    """
    combined = PaperRecord()
    for record in records:
        kinds = dict(combined.ids)
        copies: dict[str, OpenCopy] = {}
        for copy in (*combined.places, *record.places):
            copies.setdefault(copy.url, copy)
        combined = PaperRecord(
            title=combined.title or record.title,
            authors=combined.authors or record.authors,
            year=combined.year or record.year,
            venue=combined.venue or record.venue,
            abstract=combined.abstract or record.abstract,
            ids=(*combined.ids, *((kind, name) for kind, name in record.ids if kind not in kinds)),
            places=tuple(copies.values()),
            contexts=tuple(dict.fromkeys((*combined.contexts, *record.contexts))),
            closed=combined.closed or record.closed,
            known=combined.known or record.known,
            # The longer notice has date and identifier.
            retracted=max(combined.retracted, record.retracted, key=len),
        )
    return combined


def is_same_paper(one: PaperRecord, other: PaperRecord) -> bool:
    """True if both records share an identifier, or share a distinctive title and their years agree.

    Records with two different arXiv ids are different papers, even if everything else agrees.
    """
    first, second = dict(one.ids), dict(other.ids)
    if "arxiv" in first and "arxiv" in second:
        return first["arxiv"] == second["arxiv"]
    if any(kind in first and first[kind] == second.get(kind) for kind in IDENTIFYING):
        return True
    title = fold_title(one.title)
    years = abs(one.year - other.year) if one.year and other.year else 0
    return len(title) >= _DISTINCTIVE_TITLE and title == fold_title(other.title) and years <= _YEARS_APART


def is_different_paper(record: PaperRecord, answer: PaperRecord) -> bool:
    """True if the title of `answer`, which was found by an identifier of `record`, has too few words in common with its
    title.

    Then the identifier was mistyped. A title that was misread still shares some words.
    """
    expected, actual = title_words(record.title), title_words(answer.title)
    return bool(expected and actual) and len(expected & actual) < _SHARED_WORDS * min(
        len(expected), len(actual)
    )


def merge_lists(lists: Sequence[tuple[str, Sequence[PaperRecord]]]) -> list[LedgerEntry]:
    """Merge lists of papers, given as (source, list), into entries without an id.

    Each paper appears once, in the order of first appearance; `listed` names its sources.
    """
    groups: list[list[tuple[str, PaperRecord]]] = []
    by_key: dict[tuple[str, str], list[int]] = {}
    for source, records in lists:
        for record in records:
            keys = _keys(record)
            candidates = sorted({number for key in keys for number in by_key.get(key, ())})
            match = next(
                (n for n in candidates if any(is_same_paper(record, other) for _, other in groups[n])), None
            )
            if match is None:
                match = len(groups)
                groups.append([])
            groups[match].append((source, record))
            for key in keys:
                if match not in by_key.setdefault(key, []):
                    by_key[key].append(match)
    return [
        LedgerEntry(
            "",
            "cited",
            combine_records(record for _, record in group),
            listed=tuple(dict.fromkeys(source for source, _ in group)),
        )
        for group in groups
    ]


def _keys(record: PaperRecord) -> list[tuple[str, str]]:
    title = fold_title(record.title)
    return [pair for pair in record.ids if pair[0] in IDENTIFYING] + ([("title", title)] if title else [])


def add_bibliography(
    listed: Sequence[LedgerEntry], by: str, references: Sequence[Reference], source: str
) -> list[LedgerEntry]:
    """Return `listed` merged with `references`, the bibliography in the text of the entry `by`.

    References are matched by the rules that link papers inside a cluster. References that no service lists are
    appended. Papers that only services list are kept because the bibliography may have been misread.
    """
    numbers = match_references([entry.work for entry in listed], references)
    merged = list(listed)
    for reference, number in zip(references, numbers, strict=True):
        cite = CitationLink(by, reference.key, reference.raw)
        record = record_from_reference(reference)
        if number is None:
            merged.append(LedgerEntry("", "cited", record, listed=(source,), cites=(cite,)))
            continue
        entry = merged[number]
        merged[number] = replace(
            entry,
            work=combine_records([entry.work, record]),
            listed=tuple(dict.fromkeys((*entry.listed, source))),
            cites=(*entry.cites, cite),
        )
    return merged


def match_references(records: Sequence[PaperRecord], references: Sequence[Reference]) -> list[int | None]:
    """Return, for each of `references`, the index of the record that it refers to; None if no match is certain."""
    width = len(str(len(records)))
    papers = [
        Paper(f"{number:0{width}}", record.title, record.authors, record.year, ids=record.ids)
        for number, record in enumerate(records)
    ]
    citing = Paper("~", "", references=tuple(references))
    resolved = resolve_references([*papers, citing])[-1].references
    return [int(reference.paper_id) if reference.paper_id else None for reference in resolved]


def record_from_reference(reference: Reference) -> PaperRecord:
    """Return the metadata in a bibliography entry."""
    ids = normalize_ids(reference.ids)
    return PaperRecord(reference.title, reference.authors, reference.year, reference.venue, ids=ids)


def record_from_paper(paper: Paper) -> PaperRecord:
    """Return the metadata in a paper's own text."""
    return PaperRecord(paper.title, paper.authors, paper.year, "", paper.abstract, paper.ids)
