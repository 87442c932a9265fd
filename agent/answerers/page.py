"""Answers to a question that asks for the text of a page by its number, either of the file or as printed."""

from __future__ import annotations

from ...papers.parsing.printed_pages import find_page, find_printed_page
from ...papers.plural import count_noun
from ...papers.sentences import split_sentences
from ...papers.types import Paper
from ..query.grammar.pages import find_page_number
from ..request_context import RequestContext
from ..types import Citation
from ..verification.sentences import Prover
from .types import ComposedAnswer, markers

_MOST = 4  # most sentences that are quoted


def answer_page(context: RequestContext, paper_id: str) -> ComposedAnswer | None:
    """Return the first sentences of the paragraphs on the page; a refusal if the paper has no such page.

    None if the question asks for anything else, if `paper_id` is "", or if no sentence is found on the page.
    """
    number = find_page_number(context.query.text)
    if not number or not paper_id:
        return None
    paper = context.session.cluster.paper(paper_id)
    page = find_page(paper, number)
    if not page:
        return ComposedAnswer(probability=0.0, refusal=_describe_pages(paper, number))
    prover = Prover(context.session.cluster, context.session.settings)
    openings = [
        split_sentences(block.text)[0]
        for block in paper.blocks
        if block.page == page and block.kind in ("paragraph", "list", "caption")
    ]
    found = [prover.find(paper_id, page, sentence) for sentence in openings]
    quotes: list[Citation] = list(dict.fromkeys(citation for citation in found if citation))[:_MOST]
    if not quotes:
        return None
    text = " ".join(f"{quote.quote} {markers(1, place)}" for place, quote in enumerate(quotes))
    return ComposedAnswer(text, tuple(quotes))


def _describe_pages(paper: Paper, number: int) -> str:
    first, last = (find_printed_page(paper, page) for page in (1, paper.pages))
    printed = f", numbered {first} to {last} in print" if first and last else ""
    return f'"{paper.title}" has {count_noun(paper.pages, "page")}{printed}, and no page {number}.'
