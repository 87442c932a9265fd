"""When a paper was accepted, and who paid for it, as it prints them."""

from __future__ import annotations

import re

from ....papers.sentences import split_sentences
from ....papers.types import Block, Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from .fact_parts import Part, asked_paper, locate, quote_title
from .title_page import first_page

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_DATE = rf"(?:(?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}},)?,? (?:19|20)\d\d|\d{{1,2}}/\d{{2,4}}|(?:19|20)\d\d-\d\d-\d\d)"
_STEP = rf"(?:[\w]+ ){{0,2}}?(?:received|submitted|revised|accepted|published|available)\b[\w ]{{0,30}}?:? ?{_DATE}"
_HISTORY = re.compile(rf"{_STEP}(?:[;,.]? (?:and )?{_STEP})*", re.I)
_PAID = re.compile(
    r"\b(?:support\w*|fund(?:s|ed|ing)|grants?|award\w*|fellowships?|sponsor\w*|scholarships?|contracts?|financ\w+)\b",
    re.I,
)
_PAID_FOR_THIS = re.compile(
    r"\b(?:th(?:is|e|ese)|our) (?:\w+ ){0,2}(?:work|research|project|study|paper|authors?)\b[^.]{0,60}"
    r"\b(?:supported|funded|sponsored|financed)\b|\b(?:supported|funded|sponsored|financed) (?:in part |partially |partly )?by\b"
    r"[^.]*\b(?:grants?|foundation|council|award|fellowship|contract)\b",
    re.I,
)
_THANKS = re.compile(r"acknowledg|funding", re.I)
_MOST = 3  # sentences


def describe_dates(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """When the paper was received and accepted, by its first page; None where that has no such line."""
    paper = asked_paper(context, subjects)
    match = _HISTORY.search(first_page(context.session, paper))
    if match is None:
        return None
    return f"{quote_title(paper)}: {match[0]}.", locate(context, paper, 1, match[0])


def describe_funding(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The sentences that say who paid for the work; None where the paper has none."""
    paper = asked_paper(context, subjects)
    found = _funding_sentences(paper)
    if not found:
        return None
    block, text = found[0]
    return " ".join(sentence for _, sentence in found[:_MOST]), locate(context, paper, block.page, text)


def _funding_sentences(paper: Paper) -> list[tuple[Block, str]]:
    """The sentences of the acknowledgements that speak of money; where there are none, those of the text that say so."""
    sentences = [(block, sentence) for block in paper.blocks for sentence in split_sentences(block.text)]
    thanks = [
        (b, s) for b, s in sentences if _THANKS.search(b.section) and b.kind != "heading" and _PAID.search(s)
    ]
    return thanks or [(b, s) for b, s in sentences if _PAID_FOR_THIS.search(s) and b.kind != "reference"]
