"""Statements of how many references, pages, figures, tables and sections a paper has, and of its headings."""

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
# How the text refers to a figure or a table by its number.
_REFERRED = {
    "figures": r"(?i:\bfig(?:ure|s?\.)s?) ?(\d{1,2})(?!\d|\.\d)",
    "tables": r"(?i:\btables?) ?(\d{1,2})(?!\d|\.\d)",
}
# An abstract and conclusions speak of everything, and describe it nowhere.
_NO_SECTION = re.compile(r"acknowledg|^references\b|^bibliography\b|\babstract\b|\bconclusions?\b", re.I)
_LEAST_IN_HEADING = 0.5  # of the weight of the words for what is sought
_LEAST_IN_TEXT = 0.75


def state_reference_count(request: RecordRequest) -> Iterator[Statement]:
    """The length of the bibliography."""
    if number := len(request.paper.references):
        counted = count_noun(number, "reference")
        yield request.state(f"{request.title} lists {counted}.", value=counted)


def state_page_count(request: RecordRequest) -> Iterator[Statement]:
    """The number of pages."""
    if request.paper.pages:
        counted = count_noun(request.paper.pages, "page")
        yield request.state(f"{request.title} has {counted}.", value=counted)


def count_figures(kind: Literal["figures", "tables"]) -> StateField:
    """The function that states how many figures or tables there are."""

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
    """The headings of the numbered sections."""
    if headings := numbered_sections(request.paper):
        counted = count_noun(len(headings), "numbered section")
        yield request.state(f"{request.title} has {counted}: {'; '.join(headings)}.", value=counted)


def state_section(request: RecordRequest) -> Iterator[Statement]:
    """The section about what the words say: by half of their weight in its heading, else nearly all of it in a paragraph."""
    statistics = request.session.subjects.statistics
    terms = sorted(request.terms - GENERIC)
    heading = find_section(request.paper, {term: statistics.idf(term) for term in terms}) if terms else None
    if heading:
        text = f"This is in section “{heading.text}” of {request.title}, on page {heading.page}."
        yield request.state_cited(text, [cite_block(request.paper, heading)], heading.text)


def find_section(paper: Paper, weights: Mapping[str, float]) -> Block | None:
    """The first of the headings with most of the terms, else the heading of the first paragraph with most of them."""
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
