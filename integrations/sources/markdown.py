"""Sources as Markdown: authors, title and place, and the quote in its context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...agent.types import Citation
from ...papers.clusters.cluster import Cluster
from ...papers.types import Paper
from ..sanitize import escape_markdown
from .csl import find_venue, split_name
from .quotes import describe_page, find_context

_FEW = 3  # most authors that are named


def write_markdown(citations: Iterable[Citation], cluster: Cluster) -> str:
    """Return one numbered entry per citation, in the order in which the answer numbers them."""
    return "\n".join(
        _write_entry(number, citation, cluster.paper(citation.paper_id))
        for number, citation in enumerate(citations, 1)
    )


def _write_entry(number: int, citation: Citation, paper: Paper) -> str:
    before, after = map(escape_markdown, find_context(citation, paper))
    quote = f"{before} **{escape_markdown(citation.quote)}** {after}".strip()
    reference = ". ".join(part.rstrip(".") for part in _list_parts(paper))
    indent = " " * (len(str(number)) + 2)
    place = describe_page(paper, citation.page, citation.quote)
    return f"{number}. {reference}. {place}:\n\n{indent}> {' '.join(quote.split())}\n"


def _list_parts(paper: Paper) -> Iterator[str]:
    """Yield authors, title, place and link, as far as they are known."""
    names = [split_name(name) for name in paper.authors]
    families = [name["family"] if "family" in name else name["literal"] for name in names[:_FEW]]
    more = " et al." if len(names) > _FEW else ""
    if families:
        yield escape_markdown(", ".join(families)) + more
    yield f"*{escape_markdown(paper.title)}*"
    volume, pages = paper.place.volume or paper.record.volume, paper.place.pages or paper.record.pages
    place = ", ".join(filter(None, (f"{find_venue(paper)} {volume}".strip(), pages)))
    year = f"({paper.year})" if paper.year else ""
    if place or year:
        yield escape_markdown(f"{place} {year}".strip())
    ids = dict(paper.ids)
    if doi := ids.get("doi"):
        yield f"<https://doi.org/{escape_markdown(doi)}>"
    elif arxiv := ids.get("arxiv"):
        yield f"<https://arxiv.org/abs/{escape_markdown(arxiv)}>"
