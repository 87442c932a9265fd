"""Read the record of a paper from its pages and blocks."""

from __future__ import annotations

from functools import cache

from ...boxes import NOWHERE
from ...record import Printed, Record
from ...sentences import split_sentences
from ...types import Paper, Word
from ..references.ids import Stamp
from .acknowledgments import read_acknowledgments, read_funding
from .affiliations import read_affiliations
from .byline import find_correspondent, list_byline
from .dates import read_events
from .emails import read_emails
from .identifiers import read_identifiers
from .keywords import read_keywords, read_license, read_publisher
from .links import read_links
from .marked_lines import mark_text
from .printed_page import PrintedPage, ReadPage, build_page, locate_in_block
from .venue import read_publication
from .whereabouts import find_signature, read_whereabouts


def read_record(paper: Paper, read_page: ReadPage, stamp: Stamp | None = None) -> Record:
    """Read the record of `paper`.

    `read_page` returns a page by its number; `stamp` is the stamp of arXiv on the first page.
    """
    read_page = cache(read_page)
    first = read_page(min(paper.pages, 1))
    byline = list_byline(paper)
    published = read_publication(paper, read_page)
    signed = None if paper.authors else find_signature(paper.pages, read_page)
    opening = next(iter(split_sentences(paper.abstract)), "")
    return Record(
        title=first.find(paper.title),
        year=first.find(str(paper.year)) if paper.year else None,
        abstract=first.find(opening),
        authors=_locate_authors(paper, first),
        byline=tuple(locate_in_block(line, line.text, read_page) for line in byline),
        affiliations=(signed,) if signed else read_affiliations(paper, read_page),
        whereabouts=tuple(read_whereabouts(first)),
        emails=read_emails(paper.authors, " ".join(line.text for line in byline), first),
        corresponding=find_correspondent(paper, first.text) or "",
        venue=published.venue if published else None,
        journal=published.name if published and published.is_known and published.volume else "",
        volume=published.volume if published else "",
        issue=published.issue if published else "",
        pages=published.pages if published else "",
        publisher=read_publisher(first),
        dates=read_events(paper, read_page),
        identifiers=tuple(read_identifiers(paper, first, stamp)),
        keywords=read_keywords(first),
        license=read_license(first),
        links=read_links(paper, read_page),
        funding=read_funding(paper, read_page),
        acknowledgments=read_acknowledgments(paper, read_page),
    )


def read_unpaged_record(paper: Paper) -> Record:
    """Read the record of a paper that has no pages."""
    texts = [block.text for block in paper.blocks] or [paper.title, paper.abstract]
    words = [Word(word, NOWHERE) for text in texts for word in text.split()]
    page = build_page(0, words, [mark_text(block.text) for block in paper.blocks if block.kind == "front"])
    return read_record(paper, lambda _: page)


def _locate_authors(paper: Paper, page: PrintedPage) -> tuple[Printed, ...]:
    found = (page.find(name) for name in paper.authors)
    return tuple(name for name in found if name)
