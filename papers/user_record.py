"""The user's own record of a paper, from a bibliography or `citehop papers --set`, which overrides the paper's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from ..errors import UsageError
from .record import Printed
from .titles import fold_title
from .types import Paper

UserFields = tuple[tuple[str, str], ...]  # (name, value) pairs in the order of _APPLY
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_LONGEST = 2_000  # largest number of characters in a value
_AUTHORS = re.compile(r"\s*;\s*|\s+and\s+")


def parse_assignment(text: str) -> tuple[str, str]:
    """Split "title=Rain on Mars" into name and value. An empty value takes back what was set. Raises UsageError for
    anything else.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or name not in _APPLY or len(value) > _LONGEST:
        raise UsageError(f"{text[:60]!r}: give NAME=VALUE with one of {', '.join(_APPLY)}")
    if name == "year" and value and not _YEAR.fullmatch(value):
        raise UsageError(f"{text!r}: a year has four digits")
    return name, value


def update_fields(fields: UserFields, changes: Mapping[str, str]) -> UserFields:
    """Return `fields` with `changes` applied; a field whose new value is empty is removed."""
    merged = {**dict(fields), **changes}
    return tuple((name, merged[name]) for name in _APPLY if merged.get(name))


def list_fields(paper: Paper) -> UserFields:
    """Return the fields of a paper that was read from a bibliography."""
    values = {
        "title": paper.title,
        "authors": "; ".join(paper.authors),
        "year": str(paper.year or ""),
        "venue": paper.place.venue,
        "doi": dict(paper.ids).get("doi", ""),
    }
    return update_fields((), values)


def apply_fields(paper: Paper, fields: UserFields) -> Paper:
    """Return `paper` with the user's values.

    A value that differs from what the paper prints has no place on its pages.
    """
    for name, value in fields:
        paper = _APPLY[name](paper, value)
    return paper


def _apply_title(paper: Paper, value: str) -> Paper:
    printed = paper.record.title if fold_title(value) == fold_title(paper.title) else Printed(value)
    return replace(paper, title=value, record=replace(paper.record, title=printed))


def _apply_authors(paper: Paper, value: str) -> Paper:
    authors = tuple(filter(None, _AUTHORS.split(value)))
    if authors == paper.authors:
        return paper
    return replace(paper, authors=authors, record=replace(paper.record, authors=tuple(map(Printed, authors))))


def _apply_year(paper: Paper, value: str) -> Paper:
    if value == str(paper.year):
        return paper
    return replace(paper, year=int(value), record=replace(paper.record, year=Printed(value)))


def _apply_venue(paper: Paper, value: str) -> Paper:
    printed = paper.record.venue
    same = printed is not None and fold_title(value) in fold_title(printed.text)
    record = replace(paper.record, venue=printed if same else Printed(value))
    return replace(paper, place=replace(paper.place, venue=value), record=record)


def _apply_doi(paper: Paper, value: str) -> Paper:
    ids = {**dict(paper.ids), "doi": value.casefold().removeprefix("https://doi.org/")}
    return replace(paper, ids=tuple(sorted(ids.items())))


_APPLY: Mapping[str, Callable[[Paper, str], Paper]] = MappingProxyType(
    {
        "title": _apply_title,
        "authors": _apply_authors,
        "year": _apply_year,
        "venue": _apply_venue,
        "doi": _apply_doi,
    }
)
