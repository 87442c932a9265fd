"""Resolve citation markers to bibliography entries."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...types import Reference
from ..references.keys import split_list_number
from ..references.names import extract_surname
from .markers import CitationMarker, MarkerCitation

_HEAD = 120  # first characters of an entry, which may name the authors that were not parsed
_NAME_PART = re.compile(r"[^\W\d_a-zß-öø-ÿ][^\W\d_]{2,}(?:[-'’][^\W\d_]+)*")
_KEY = re.compile(
    r"(?P<who>.*?)(?:\s+et\s+al\.?|\s+and\s+(?P<second>.*?))?,\s*(?P<year>\d{4})(?P<suffix>[a-z]?)"
)


@dataclass(frozen=True, slots=True)
class _CitedWork:
    """The parts of an entry that a marker may spell.

    `second` is the second author if there are exactly two, otherwise "".
    """

    key: str
    year: int
    suffix: str
    second: str
    authors: int


@dataclass(frozen=True, slots=True)
class MarkerIndex:
    """A bibliography indexed by label, by first author, and by each part of any author's name.

    See `build_marker_index`.
    """

    labels: dict[str, str] = field(default_factory=dict)
    works: dict[str, list[_CitedWork]] = field(default_factory=dict)
    name_parts: dict[str, list[_CitedWork]] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """True if most entries have a number as label."""
        return 2 * sum(label.isdecimal() for label in self.labels) > max(len(self.labels), 1)


def build_marker_index(references: Sequence[Reference]) -> MarkerIndex:
    """Index the references for `resolve_marker`."""
    labels: dict[str, str] = {}
    works: dict[str, list[_CitedWork]] = defaultdict(list)
    name_parts: dict[str, list[_CitedWork]] = defaultdict(list)
    for reference in references:
        spelled = _KEY.fullmatch(reference.key)
        if not spelled:
            labels.setdefault(_fold(split_list_number(reference.key)[0]), reference.key)
        year = int(spelled["year"]) if spelled else reference.year
        first = reference.authors[0] if reference.authors else spelled["who"] if spelled else ""
        if year is None:
            continue
        listed = reference.authors or (reference.raw[:_HEAD],)
        parts = {_fold(word) for name in listed for word in _NAME_PART.findall(name)}
        work = _CitedWork(
            reference.key, year, spelled["suffix"] if spelled else "", "", len(reference.authors)
        )
        for part in sorted(parts):
            name_parts[part].append(work)
        if not first:
            continue
        authors = len(reference.authors)
        second = reference.authors[1] if authors == 2 else (spelled["second"] or "") if spelled else ""
        suffix = spelled["suffix"] if spelled else ""
        works[_fold(extract_surname(first))].append(
            _CitedWork(reference.key, year, suffix, _fold(extract_surname(second)), authors)
        )
    return MarkerIndex(labels, dict(works), dict(name_parts))


def resolve_marker(marker: CitationMarker, entries: MarkerIndex) -> tuple[str, ...]:
    """Return the keys of the references that a marker cites, in its order, each key once.

    A citation that matches no entry is skipped. Among several works of a first author in one year, the letter decides,
    then the second author; without either, all these works are returned. If the first author has only one entry, its
    year may differ by one, because the years of a preprint and its proceedings often differ.
    """
    found: dict[str, None] = {}
    for cite in marker.cites:
        label = entries.labels.get(_fold(cite.label)) if cite.label else None
        for key in [label] if label is not None else _resolve_author_year(cite, entries):
            found[key] = None
    return tuple(found)


def _resolve_author_year(cite: MarkerCitation, entries: MarkerIndex) -> list[str]:
    # Other words than authors may precede a year ("GRU, Cho et al., 2014"); the first name that is an author counts.
    for place, name in enumerate(cite.surnames):
        works = entries.works.get(_fold(extract_surname(name)), [])
        if works:
            found = _disambiguate(works, cite, cite.surnames[place + 1 :])
            if found:
                return found
            break
    return _resolve_name_part(cite, entries)


def _resolve_name_part(cite: MarkerCitation, entries: MarkerIndex) -> list[str]:
    """Return the key of the only work of the year that has a name in the marker, at any position among its authors.

    Return [] if several works match, or no work.
    """
    for name in cite.surnames:
        for word in reversed(_NAME_PART.findall(name)):
            works = [w for w in entries.name_parts.get(_fold(word), []) if _is_year(cite.year, w.year)]
            works = [w for w in works if not cite.suffix or w.suffix in ("", cite.suffix)]
            if len({work.key for work in works}) == 1:
                return [works[0].key]
    return []


def _is_year(printed: str, year: int) -> bool:
    """True if the printed year, with two or four digits, is `year`."""
    digits = "".join(filter(str.isdecimal, printed))
    return int(digits) == (year % 100 if len(digits) == 2 else year)


def _disambiguate(works: Sequence[_CitedWork], cite: MarkerCitation, others: Sequence[str]) -> list[str]:
    fitting = [work for work in works if _is_year(cite.year, work.year)]
    if (
        not fitting
        and len(works) == 1
        and len(cite.year) >= 4
        and abs(works[0].year - int(cite.year[:4])) == 1
    ):
        fitting = list(works)
    if cite.suffix:
        fitting = [w for w in fitting if w.suffix == cite.suffix] or [w for w in fitting if not w.suffix]
    second = _fold(extract_surname(others[0])) if len(others) == 1 else ""
    if len(fitting) > 1 and second:
        fitting = [work for work in fitting if work.second == second] or fitting
    elif len(fitting) > 1 and not others:
        fitting = [work for work in fitting if work.authors != 2] or fitting
    return [work.key for work in fitting]


def _fold(text: str) -> str:
    """Reduce `text` to lower-case letters and digits without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).lower() if c.isalnum())
