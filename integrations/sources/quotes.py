"""Quotes with the page that is printed on them and the text around them."""

from __future__ import annotations

from collections.abc import Sequence

from ...agent.types import Citation
from ...agent.verification.quotes import canonical
from ...papers.clusters.cluster import Cluster
from ...papers.clusters.ids import describe_location
from ...papers.parsing.printed_pages import find_printed_page
from ...papers.sentences import split_sentences
from ...papers.types import Paper
from ..sanitize import clean_line


def quote_papers(citations: Sequence[Citation], cluster: Cluster) -> list[tuple[Paper, list[str]]]:
    """The quoted papers in order, each with its quotes and their pages: 'p. 118: "..."'."""
    quotes: dict[str, list[str]] = {}
    for citation in dict.fromkeys(citations):
        place = describe_page(cluster.paper(citation.paper_id), citation.page, citation.quote)
        quotes.setdefault(citation.paper_id, []).append(f"{place}: “{clean_line(citation.quote)}”")
    return [(cluster.paper(paper_id), found) for paper_id, found in quotes.items()]


def describe_page(paper: Paper, page: int, quote: str = "") -> str:
    """The printed number of `page`, with its number in the file behind it, or the latter alone."""
    printed = find_printed_page(paper, page)
    return f"p. {printed} (page {page} of the file)" if printed else describe_location(paper, page, quote)


def find_paragraph(citation: Citation, paper: Paper) -> str:
    """The block of the paper that contains the quote, nearest to its page; the quote itself if none does."""
    needle = canonical(citation.quote)
    blocks = [block for block in paper.blocks if needle in canonical(block.text)]
    nearest = min(blocks, key=lambda block: abs(block.page - citation.page), default=None)
    return nearest.text if nearest else citation.quote


def find_context(citation: Citation, paper: Paper) -> tuple[str, str]:
    """The sentence before and the sentence after the quote in its paragraph, "" where there is none."""
    before, found, after = find_paragraph(citation, paper).partition(citation.quote)
    if not found:
        return "", ""
    return "".join(split_sentences(before)[-1:]), "".join(split_sentences(after)[:1])
