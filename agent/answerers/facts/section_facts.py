"""The section in which a paper describes something: by its heading, else by the paragraph with most of the words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.types import Block, Paper
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject
from ...relevance.text_features import share_of, word_terms
from ...request_context import RequestContext
from .fact_parts import Part, asked_paper, locate, quote_title

_SECTION = r"(?:sub-?)?(?:sections?|chapters?|headings?)"
_TELLS = (
    r"(?:describ|explain|discuss|introduc|present|report|defin|detail|outlin|cover|treat|address|deal|talk|contain|give|find|found"
    r"|evaluat|motivat|analy[sz]|state|mention|propos|about|dedicated|devoted|located|appear)\w*"
)
_OF_PAPER = (
    r"(?: (?:of|in) (?:(?!(?:do|does|did|is|are)\b)[^\s?]+ ){0,8}?(?:paper|article|(?-i:[A-Z])[\w-]+))?"
)
_ASKS = re.compile(
    rf"\b(?:in|under) (?:which|what) (?:numbered )?(?:section )?{_SECTION}\b{_OF_PAPER}(?! of\b)[^?]*\b{_TELLS}"
    rf"|\b(?:which|what) {_SECTION}{_OF_PAPER} (?:{_TELLS}|is about)"
    rf"|\bwhere in (?:the|their|its) (?:[\w-]+ )?(?:paper|article|text)\b[^?]*\b{_TELLS}",
    re.I,
)
# "Which section of the Wall Street Journal is found in the test set?"
_OF_DATA = re.compile(
    r"\b(?:treebanks?|wsj|wall street journal|penn|brown|corpus|corpora|data(?:set)?s?|train(?:ed|ing)?"
    r"|test(?:ed|ing)? (?:on|set)|testing)\b",
    re.I,
)
_ASKING = frozenset(
    analyse(
        "section subsection chapter heading describe explain discuss introduce present report define detail outline cover "
        "treat address deal talk contain give find located appear authors paper article text state mention propose number"
    )
)
# An abstract and conclusions speak of everything, and describe it nowhere.
_NO_SECTION = re.compile(r"acknowledg|^references\b|^bibliography\b|\babstract\b|\bconclusions?\b", re.I)
_LEAST_IN_HEADING = 0.5  # of the weight of the question's terms
_LEAST_IN_TEXT = 0.75


def asks_for_section(question: str) -> bool:
    """True if `question` asks in which section of a paper something is described, and not for sections of a corpus."""
    return bool(_ASKS.search(question)) and not _OF_DATA.search(question)


def describe_section(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The heading of the section that the question asks for; None where no heading has half of its terms, weighted by rarity, and
    no paragraph nearly all."""
    paper = asked_paper(context, subjects)
    statistics = context.session.subjects.statistics
    terms = set(analyse(context.question.text)) - GENERIC - _ASKING - STOP_WORDS - subjects[0].terms
    weights = {term: statistics.idf(term) for term in terms}
    heading = _best_heading(paper, weights) if weights else None
    if heading is None:
        return None
    text = f"This is in section “{heading.text}” of {quote_title(paper)}, on page {heading.page}."
    return text, locate(context, paper, heading.page, heading.text)


def _best_heading(paper: Paper, weights: Mapping[str, float]) -> Block | None:
    """The first of the headings with most of the terms, else that of the first of the paragraphs with most of them."""
    headings = [
        block for block in paper.blocks if block.kind == "heading" and not _NO_SECTION.search(block.text)
    ]
    shares = [share_of(weights, word_terms(block.text)) for block in headings]
    if max(shares, default=0.0) >= _LEAST_IN_HEADING:
        return headings[shares.index(max(shares))]
    of_section = {block.section: block for block in headings}
    texts = [
        block for block in paper.blocks if block.kind in ("paragraph", "list") and block.section in of_section
    ]
    shares = [share_of(weights, word_terms(block.text)) for block in texts]
    if max(shares, default=0.0) < _LEAST_IN_TEXT:
        return None
    return of_section[texts[shares.index(max(shares))].section]
