"""Quotes with the page number that the paper prints and the sentences around them."""

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
    """Return the quoted papers in order, each with its quotes and their pages: 'p. 118: "..."'."""
    quotes: dict[str, list[str]] = {}
    for citation in dict.fromkeys(citations):
        place = describe_page(cluster.paper(citation.paper_id), citation.page, citation.quote)
        quotes.setdefault(citation.paper_id, []).append(f"{place}: “{clean_line(citation.quote)}”")
    return [(cluster.paper(paper_id), found) for paper_id, found in quotes.items()]


def describe_page(paper: Paper, page: int, quote: str = "") -> str:
    """Return the printed number of `page` followed by its number in the file, or only the latter if none is printed."""
    printed = find_printed_page(paper, page)
    return f"p. {printed} (page {page} of the file)" if printed else describe_location(paper, page, quote)


def find_paragraph(citation: Citation, paper: Paper) -> str:
    """Return the text of the block with the quote that is nearest to the quote's page; the quote itself if no block
    has it.
    """
    needle = canonical(citation.quote)
    blocks = [block for block in paper.blocks if needle in canonical(block.text)]
    nearest = min(blocks, key=lambda block: abs(block.page - citation.page), default=None)
    return nearest.text if nearest else citation.quote


def find_context(citation: Citation, paper: Paper) -> tuple[str, str]:
    """Return the sentence before and the sentence after the quote in its paragraph; "" if there is none."""
    before, found, after = find_paragraph(citation, paper).partition(citation.quote)
    if not found:
        return "", ""
    return "".join(split_sentences(before)[-1:]), "".join(split_sentences(after)[:1])
