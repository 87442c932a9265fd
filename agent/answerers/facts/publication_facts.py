"""When a paper was accepted, and who paid for it, as it prints them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....papers.sentences import split_sentences
from ....papers.types import Block, Paper
from ...relevance.subject import Subject
from ...request_context import RequestContext
from .fact_parts import Part, asked_paper, locate, quote_title
from .printed.acknowledgements import join_running
from .printed.dates import DATE, time_between
from .title_page import read_page

_STEP = (
    r"\b(?:(?:submission|manuscript|article|paper|first|final|revised|revision) )*"
    rf"(?:received|submitted|revised|accepted|published)\b[\w ]{{0,30}}?:? ?{DATE}"
)
_HISTORY = re.compile(rf"{_STEP}(?:[;,.]? (?:and )?{_STEP})*", re.I)
# What a question asks for, and how a page may print it.
_EVENTS = {
    "hand": "submi|receiv",
    "receipt": "submi|receiv",
    "accept": "accept",
    "submi": "submi|receiv",
    "receiv": "receiv|submi",
    "revis": "revis",
    "publi": "publi",
}
_HOW_LONG = re.compile(
    r"\bhow (?:long|many|much|quickly|fast)\b|\bduration\b|\b(?:days|weeks|months|years|time) (?:from|between)\b",
    re.I,
)
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
    """When the paper was received and accepted, by its first page; None where that has no line with what is asked for."""
    paper, question = asked_paper(context, subjects), context.question.text.casefold()
    asked = "|".join(printed for event, printed in _EVENTS.items() if event in question)
    lines = (match[0] for match in _HISTORY.finditer(read_page(context.session, paper)))
    line = next((line for line in lines if re.search(asked, line, re.I)), None)
    if line is None:
        return None
    lasted = time_between(line) if _HOW_LONG.search(question) else ""
    said = f"{line}; {lasted} from the first to the last" if lasted else line
    return f"{quote_title(paper)}: {said}.", locate(context, paper, 1, line)


def describe_funding(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The sentence that says who paid for the work, with those right behind it if the page has all as one quote; None where the
    paper has none."""
    paper = asked_paper(context, subjects)
    found = _funding_sentences(paper)
    if not found:
        return None
    block, first = found[0]
    runs = [
        " ".join(sentence for _, sentence in found[:count]) for count in range(min(_MOST, len(found)), 0, -1)
    ]
    quotes = ((run, locate(context, paper, block.page, run)) for run in runs if run in block.text)
    return next(((run, citation) for run, citation in quotes if citation), (first, None))


def _funding_sentences(paper: Paper) -> list[tuple[Block, str]]:
    """The sentences of the acknowledgements that speak of money; where there are none, those of the text that say so."""
    own = [block for block in paper.blocks if _THANKS.search(block.section) and block.kind != "heading"]
    prose = [block for block in paper.blocks if block.kind != "reference"]
    return _sentences_with(_PAID, join_running(own)) or _sentences_with(_PAID_FOR_THIS, prose)


def _sentences_with(pattern: re.Pattern[str], blocks: Sequence[Block]) -> list[tuple[Block, str]]:
    return [(block, text) for block in blocks for text in split_sentences(block.text) if pattern.search(text)]
