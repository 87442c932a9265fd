"""State how many references, pages, figures, tables and sections a paper has, and name its section headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from ...papers.plural import count_noun
from ...papers.types import Block, Paper
from ..relevance.question_terms import GENERIC
from ..relevance.text_features import share_of, word_terms
from .record_request import RecordRequest, StateField, cite_block
from .types import Statement

_SECTION = re.compile(r"(\d{1,2})\.?\s+(?=[^\W\d])")
_UNCAPTIONED = re.compile(r" on page \d+$")
# Patterns by which the text refers to a figure or a table by its number.
_REFERRED = {
    "figures": r"(?i:\bfig(?:ure|s?\.)s?) ?(\d{1,2})(?!\d|\.\d)",
    "tables": r"(?i:\btables?) ?(\d{1,2})(?!\d|\.\d)",
}
# Sections that do not count as the section about a topic: abstracts and conclusions mention every topic of a paper.
_NO_SECTION = re.compile(r"acknowledg|^references\b|^bibliography\b|\babstract\b|\bconclusions?\b", re.I)
_LEAST_IN_HEADING = 0.5  # least share of the weight of the terms that a heading must have
_LEAST_IN_TEXT = 0.75  # least share of the weight of the terms that a paragraph must have


def state_reference_count(request: RecordRequest) -> Iterator[Statement]:
    """State the number of references in the bibliography."""
    if number := len(request.paper.references):
        counted = count_noun(number, "reference")
        yield request.state(f"{request.title} lists {counted}.", value=counted)


def state_page_count(request: RecordRequest) -> Iterator[Statement]:
    """State the number of pages."""
    if request.paper.pages:
        counted = count_noun(request.paper.pages, "page")
        yield request.state(f"{request.title} has {counted}.", value=counted)


def count_figures(kind: Literal["figures", "tables"]) -> StateField:
    """Return a function that states how many figures or tables a paper has."""

    def state(request: RecordRequest) -> Iterator[Statement]:
        paper, noun = request.paper, kind.removesuffix("s")
        number = count_parts(paper, kind)
        if not number:
            if has_none(paper, kind):
                yield request.state(f"{request.title} has no {kind}.", value="0")
            return
        counted = count_noun(number, noun)
        captions = {figure.caption for figure in paper.figures if figure.kind == noun}
        blocks = [block for block in paper.blocks if block.kind == "caption" and block.text in captions]
        last = [cite_block(paper, block) for block in blocks[-1:]]
        yield request.state_cited(f"{request.title} has {counted}.", last, counted)

    return state


def state_sections(request: RecordRequest) -> Iterator[Statement]:
    """State the number and the headings of the numbered sections."""
    if headings := numbered_sections(request.paper):
        counted = count_noun(len(headings), "numbered section")
        yield request.state(f"{request.title} has {counted}: {'; '.join(headings)}.", value=counted)


def state_section(request: RecordRequest) -> Iterator[Statement]:
    """State the section about the topic of the request, with its page, as `find_section` finds it."""
    statistics = request.session.subjects.statistics
    terms = sorted(request.terms - GENERIC)
    heading = find_section(request.paper, {term: statistics.idf(term) for term in terms}) if terms else None
    if heading:
        text = f"This is in section “{heading.text}” of {request.title}, on page {heading.page}."
        yield request.state_cited(text, [cite_block(request.paper, heading)], heading.text)


def find_section(paper: Paper, weights: Mapping[str, float]) -> Block | None:
    """Return the heading of the section about some terms; `weights` maps each term to its weight.

    It is the heading with the largest share of the weight, if that is at least half. Otherwise it is the heading above
    the paragraph with the largest share, if that is at least three quarters. The first of equals is taken, and None if
    the shares are too small.
    """
    headings = [
        block for block in paper.blocks if block.kind == "heading" and not _NO_SECTION.search(block.text)
    ]
    shares = [share_of(weights, word_terms(block.text)) for block in headings]
    if max(shares, default=0.0) >= _LEAST_IN_HEADING:
        return headings[shares.index(max(shares))]
    by_section = {block.section: block for block in headings}
    texts = [
        block for block in paper.blocks if block.kind in ("paragraph", "list") and block.section in by_section
    ]
    shares = [share_of(weights, word_terms(block.text)) for block in texts]
    if max(shares, default=0.0) < _LEAST_IN_TEXT:
        return None
    return by_section[texts[shares.index(max(shares))].section]


def count_parts(paper: Paper, noun: str) -> int:
    """Return the number of "references", "sections", "figures" or "tables" of a paper, as `noun` says.

    Figures and tables are counted by the highest number in their labels, because some of them may not have been found.
    Figures without a caption count only if no figure has one; the same holds for tables.
    """
    if noun == "references":
        return len(paper.references)
    if noun == "sections":
        return len(numbered_sections(paper))
    found = [figure for figure in paper.figures if figure.kind == noun.removesuffix("s") and figure.label]
    # "Table on page 14" is the label of a table without a caption, such as a list of settings within the text.
    labels = {figure.label for figure in found if not _UNCAPTIONED.search(figure.label)}
    if not labels:
        return len({figure.label for figure in found})
    # "Figure 2A" and "Figure 2B" are one figure.
    wholes = {re.sub(r"(?<=\d)[A-Za-z]$", "", label) for label in labels}
    numbers = [int(match[0]) for label in wholes if (match := re.search(r"\d+", label))]
    return max(len(wholes), _last_referred(paper, noun, max(numbers, default=0)))


def _last_referred(paper: Paper, noun: str, last: int) -> int:
    """Return the number of the last figure or table.

    `last` is the highest number found; each following number that the text refers to raises it by one.
    """
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
    """True if `paper` surely has no "figures" or "tables": none was found, and its text refers to no number of that
    kind."""
    label = _REFERRED.get(noun)
    if label is None or count_parts(paper, noun):
        return False
    return bool(paper.blocks) and not any(
        re.search(label, block.text, re.I) for block in paper.blocks if block.kind != "reference"
    )


def numbered_sections(paper: Paper) -> list[str]:
    """Return the headings of the sections with the numbers 1, 2, 3 and so on, without subsections; [] if a number is
    missing."""
    headings: dict[int, str] = {}
    for block in paper.blocks:
        if block.kind == "heading" and (match := _SECTION.match(block.text)):
            headings.setdefault(int(match[1]), block.text)
    is_complete = sorted(headings) == list(range(1, len(headings) + 1))
    return [headings[number] for number in sorted(headings)] if is_complete else []
