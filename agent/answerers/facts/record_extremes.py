"""The papers of a cluster with the most or the fewest pages, authors, references, figures, tables or citations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....papers.clusters.cluster import Cluster
from ....papers.plural import count_noun, join_names
from ...statements.record_counts import count_parts

_MORE, _LESS = (
    r"(?P<more>most|(?:largest|highest|greatest) number of)",
    r"(?:fewest|least|smallest number of|lowest number of)",
)
_COUNTS = re.compile(
    rf"\b(?P<cites>cit\w+ )?(?:the )?(?:{_MORE}|{_LESS}) (?:other )?"
    r"(?P<noun>pages|authors|references|figures|tables|citations|papers|works|sources)\b",
    re.I,
)
_LENGTH = re.compile(r"\b(?:(?P<more>longest)|shortest)\b", re.I)
_CITED = re.compile(
    r"\b(?:(?P<more>most)|least)(?: often| frequently)?[- ]cited\b"
    r"|\bcited (?:the )?(?:(?P<more_after>most)|least)(?: often)?\b",
    re.I,
)
_CITING = frozenset({"papers", "works", "sources"})  # counted where they are what a paper cites


@dataclass(frozen=True, slots=True)
class CountExtreme:
    """The largest or smallest value of `noun` among papers, which a question asks for at `span`."""

    noun: str
    largest: bool
    span: tuple[int, int]


def find_extreme(question: str) -> CountExtreme | None:
    """The extreme of a count that `question` asks for; None if it asks for none."""
    if match := _COUNTS.search(question):
        noun = match["noun"].casefold()
        if noun in _CITING and not match["cites"]:
            return None
        return CountExtreme("references" if noun in _CITING else noun, bool(match["more"]), match.span())
    if match := _CITED.search(question):
        return CountExtreme("citations", bool(match["more"] or match["more_after"]), match.span())
    if match := _LENGTH.search(question):
        return CountExtreme("pages", bool(match["more"]), match.span())
    return None


def describe_extreme(cluster: Cluster, extreme: CountExtreme, paper_ids: Sequence[str]) -> str | None:
    """Those of the given papers of `cluster` with this extreme, in their order, and its value; None where none has any."""
    counts = {paper_id: _count(cluster, paper_id, extreme.noun) for paper_id in paper_ids}
    # A paper in which none was found may be one that is hard to read; but all are cited or not.
    known = [number for number in counts.values() if number or extreme.noun == "citations"]
    if not any(known):
        return None
    value = max(known) if extreme.largest else min(known)
    found = [paper_id for paper_id, number in counts.items() if number == value]
    titles = join_names([f'"{cluster.summary(paper_id).title}"' for paper_id in found])
    among = "in this cluster" if len(paper_ids) == len(cluster.paper_ids) else "of these papers"
    rank = f"the {'most' if extreme.largest else 'fewest'} {among}"
    if extreme.noun == "citations":
        verb = "is" if len(found) == 1 else "are"
        return f"{titles} {verb} cited by {count_noun(value, 'paper')}, {rank}."
    verb = "has" if len(found) == 1 else "have"
    return f"{titles} {verb} {count_noun(value, extreme.noun.removesuffix('s'))}, {rank}."


def _count(cluster: Cluster, paper_id: str, noun: str) -> int:
    if noun == "citations":
        return len(cluster.citing(paper_id))
    if noun in ("pages", "authors"):  # for which no paper has to be read
        summary = cluster.summary(paper_id)
        return summary.pages if noun == "pages" else len(summary.authors)
    return count_parts(cluster.paper(paper_id), noun)
