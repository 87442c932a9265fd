"""The papers of a cluster with the most or the fewest pages, authors, references, figures, tables or citations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....papers.clusters.cluster import Cluster
from ....papers.plural import count_noun, join_names
from ....papers.types import Paper

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
_SECTION = re.compile(r"(\d{1,2})\.?\s+(?=[^\W\d])")
_CITING = frozenset({"papers", "works", "sources"})  # counted where they are what a paper cites
_UNCAPTIONED = re.compile(r" on page \d+$")
# How the text refers to a figure or a table by its number.
_REFERRED = {
    "figures": r"(?i:\bfig(?:ure|s?\.)s?) ?(\d{1,2})(?!\d|\.\d)",
    "tables": r"(?i:\btables?) ?(\d{1,2})(?!\d|\.\d)",
}


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


def count_parts(paper: Paper, noun: str) -> int:
    """Number of "references", "sections", "figures" or "tables" of a paper; of the latter two by their numbers, some of which may
    have been missed, or of those without a caption where there are no others."""
    if noun == "references":
        return len(paper.references)
    if noun == "sections":
        return len(numbered_sections(paper))
    found = [figure for figure in paper.figures if figure.kind == noun.removesuffix("s") and figure.label]
    # "Table on page 14" is the label of one without a caption, such as a list of settings within the text.
    labels = {figure.label for figure in found if not _UNCAPTIONED.search(figure.label)}
    if not labels:
        return len({figure.label for figure in found})
    # "Figure 2A" and "Figure 2B" are one.
    wholes = {re.sub(r"(?<=\d)[A-Za-z]$", "", label) for label in labels}
    numbers = [int(match[0]) for label in wholes if (match := re.search(r"\d+", label))]
    return max(len(wholes), _last_referred(paper, noun, max(numbers, default=0)))


def _last_referred(paper: Paper, noun: str, last: int) -> int:
    """The number of the last figure or table: `last`, or those behind it that were missed but that the text refers to."""
    pattern = re.compile(_REFERRED[noun])
    referred = {
        int(number)
        for block in paper.blocks
        if block.kind != "reference"
        for number in pattern.findall(block.text)
    }
    while last and last + 1 in referred:
        last += 1
    return last


def has_none(paper: Paper, noun: str) -> bool:
    """True if `paper` surely has no "figures" or "tables": none was found, and its text refers to none by a number."""
    label = _REFERRED.get(noun)
    if label is None or count_parts(paper, noun):
        return False
    return bool(paper.blocks) and not any(
        re.search(label, block.text, re.I) for block in paper.blocks if block.kind != "reference"
    )


def numbered_sections(paper: Paper) -> list[str]:
    """The headings of the sections from number 1 on, subsections left out; [] where a number is missing."""
    headings: dict[int, str] = {}
    for block in paper.blocks:
        if block.kind == "heading" and (match := _SECTION.match(block.text)):
            headings.setdefault(int(match[1]), block.text)
    is_complete = sorted(headings) == list(range(1, len(headings) + 1))
    return [headings[number] for number in sorted(headings)] if is_complete else []
