"""Choose papers of a cluster by year, author and venue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import UsageError
from ..journals.table import is_same_journal
from ..titles import fold_title
from ..types import Paper
from .cluster import Cluster

_YEARS = re.compile(r"(\d{4})?\s?[-–]\s?(\d{4})?|(\d{4})")


@dataclass(frozen=True, slots=True)
class PaperFilter:
    """A filter that a paper passes if it is from `years` and has one of `authors` and one of `venues`.

    `years` is a range or a year: "2015-2020", "2018-", "2019". An author is given by any words of the name, a venue by
    words of its name or by its abbreviation. Empty fields do not restrict.
    """

    years: str = ""
    authors: Sequence[str] = ()
    venues: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.years or self.authors or self.venues)


def filter_papers(cluster: Cluster, chosen: PaperFilter) -> tuple[str, ...]:
    """Return the ids of the papers that pass the filter, sorted.

    Raises UsageError if `chosen.years` cannot be parsed, or if no paper passes.
    """
    first, last = _parse_years(chosen.years)
    found = tuple(
        paper.id
        for paper in cluster.summaries
        if (not chosen.years or (paper.year is not None and first <= paper.year <= last))
        and (not chosen.authors or any(_has_author(paper, name) for name in chosen.authors))
        and (not chosen.venues or any(_is_in_venue(cluster.paper(paper.id), name) for name in chosen.venues))
    )
    if not found:
        given = [chosen.years, *chosen.authors, *chosen.venues]
        raise UsageError(
            f"no paper of {cluster.name} fits {', '.join(filter(None, given))}; citehop papers {cluster.name} lists them"
        )
    return found


def _parse_years(text: str) -> tuple[int, int]:
    match = _YEARS.fullmatch(text.strip())
    if not text:
        return 0, 9999
    if match is None or not any(match.groups()):
        raise UsageError(f"no years: {text!r}; give 2019, 2015-2020, 2015- or -2020")
    if match[3]:
        return int(match[3]), int(match[3])
    return int(match[1] or 0), int(match[2] or 9999)


def _has_author(paper: Paper, name: str) -> bool:
    words = {fold_title(word) for word in name.split()}
    return any(
        words <= {fold_title(word) for word in re.split(r"[\s-]+", author)} for author in paper.authors
    )


def _is_in_venue(paper: Paper, name: str) -> bool:
    printed = paper.record.venue.text if paper.record.venue else ""
    return fold_title(name) in fold_title(f"{paper.place.venue} {printed}") or bool(
        paper.place.venue and is_same_journal(name, paper.place.venue)
    )
