"""Several lists of the same references become one: by identifier, and by normalised title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..papers.bibliography.resolve import resolve
from ..papers.records import IDENTIFYING, CitationLink, OpenCopy, PaperRecord
from ..papers.titles import folded, title_words
from ..papers.types import Paper, Reference
from .services.json_access import ids

_TELLING = 18  # letters from which a title alone identifies a paper
_SHARED_WORDS = 0.4  # of the shorter title
_APART = 2  # years between a preprint and its publication


@dataclass(frozen=True, slots=True)
class ListedReference:
    """One reference: what all lists say of it together, who listed it, and how the bibliography prints it."""

    work: PaperRecord
    sources: tuple[str, ...]
    cites: tuple[CitationLink, ...] = ()


def combined(works: Iterable[PaperRecord]) -> PaperRecord:
    """One work of all that `works` say of it: of each field the first that says something, all identifiers by kind,
    all places and contexts."""
    whole = PaperRecord()
    for work in works:
        known = dict(whole.ids)
        whole = PaperRecord(
            title=whole.title or work.title,
            authors=whole.authors or work.authors,
            year=whole.year or work.year,
            venue=whole.venue or work.venue,
            abstract=whole.abstract or work.abstract,
            ids=(*whole.ids, *((kind, name) for kind, name in work.ids if kind not in known)),
            places=_places(whole, work),
            contexts=tuple(dict.fromkeys((*whole.contexts, *work.contexts))),
            closed=whole.closed or work.closed,
            known=whole.known or work.known,
        )
    return whole


def _places(whole: PaperRecord, work: PaperRecord) -> tuple[OpenCopy, ...]:
    by_url: dict[str, OpenCopy] = {}
    for place in (*whole.places, *work.places):
        by_url.setdefault(place.url, place)
    return tuple(by_url.values())


def same_work(one: PaperRecord, other: PaperRecord) -> bool:
    """Whether both are one paper: an identifier in common, or one title in years that agree. Two different arXiv ids
    are two papers, whatever else they share."""
    first, second = dict(one.ids), dict(other.ids)
    if "arxiv" in first and "arxiv" in second:
        return first["arxiv"] == second["arxiv"]
    if any(kind in first and first[kind] == second.get(kind) for kind in IDENTIFYING):
        return True
    title = folded(one.title)
    apart = abs(one.year - other.year) if one.year and other.year else 0
    return len(title) >= _TELLING and title == folded(other.title) and apart <= _APART


def is_stranger(work: PaperRecord, answer: PaperRecord) -> bool:
    """Whether `answer`, found by an identifier of `work`, is another paper: identifiers are mistyped, too. Titles that
    share few words tell, where both are known; one that was read badly still shares some."""
    wanted, found = title_words(work.title), title_words(answer.title)
    return bool(wanted and found) and len(wanted & found) < _SHARED_WORDS * min(len(wanted), len(found))


def merge(lists: Sequence[tuple[str, Sequence[PaperRecord]]]) -> list[ListedReference]:
    """The works of several (source, list), each once, in the order in which they first come."""
    groups: list[list[tuple[str, PaperRecord]]] = []
    by_key: dict[tuple[str, str], list[int]] = {}
    for source, works in lists:
        for work in works:
            keys = _keys(work)
            near = sorted({number for key in keys for number in by_key.get(key, ())})
            match = next((n for n in near if any(same_work(work, other) for _, other in groups[n])), None)
            if match is None:
                match = len(groups)
                groups.append([])
            groups[match].append((source, work))
            for key in keys:
                if match not in by_key.setdefault(key, []):
                    by_key[key].append(match)
    return [
        ListedReference(
            combined(work for _, work in group), tuple(dict.fromkeys(source for source, _ in group))
        )
        for group in groups
    ]


def _keys(work: PaperRecord) -> list[tuple[str, str]]:
    title = folded(work.title)
    return [pair for pair in work.ids if pair[0] in IDENTIFYING] + ([("title", title)] if title else [])


def with_bibliography(
    listed: Sequence[ListedReference], by: str, references: Sequence[Reference], source: str
) -> list[ListedReference]:
    """The lists of services checked against the paper's own bibliography `references`, that of entry `by`.

    Every entry is found among `listed` by the rules that link papers inside a cluster, or stands behind them as a
    reference that no service has. What only services list is kept: a bibliography may have been read badly.
    """
    numbers = matching([item.work for item in listed], references)
    found = list(listed)
    for reference, number in zip(references, numbers, strict=True):
        cite = CitationLink(by, reference.key, reference.raw)
        if number is None:
            found.append(ListedReference(work_of(reference), (source,), (cite,)))
            continue
        item = found[number]
        found[number] = replace(
            item,
            work=combined([item.work, work_of(reference)]),
            sources=tuple(dict.fromkeys((*item.sources, source))),
            cites=(*item.cites, cite),
        )
    return found


def matching(works: Sequence[PaperRecord], references: Sequence[Reference]) -> list[int | None]:
    """For each of `references` the place of the work that it is, None where none is sure enough."""
    width = len(str(len(works)))
    shelf = [
        Paper(f"{number:0{width}}", work.title, work.authors, work.year, ids=work.ids)
        for number, work in enumerate(works)
    ]
    citing = Paper("~", "", references=tuple(references))
    resolved = resolve([*shelf, citing])[-1].references
    return [int(reference.paper_id) if reference.paper_id else None for reference in resolved]


def work_of(reference: Reference) -> PaperRecord:
    """What a bibliography says of a paper."""
    return PaperRecord(
        reference.title, reference.authors, reference.year, reference.venue, ids=ids(reference.ids)
    )
