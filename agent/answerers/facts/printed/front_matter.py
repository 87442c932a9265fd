"""Keywords and notes of rights on the first page of a paper."""

from __future__ import annotations

import re

from ....relevance.subject import Subject
from ....request_context import RequestContext
from ..fact_parts import Part, asked_paper, locate, quote_title
from ..title_page import read_page

_KEYWORDS = re.compile(
    r"\b(?:Key ?words|KEY ?WORDS|Index Terms|INDEX TERMS)(?: and (?:phrases|Phrases))?\s*[:.—–-]*\s*(?P<words>[^.©]{3,400}?)"
    r"(?=\.\s|\s(?:\d\.? |I\. )?(?:Introduction|INTRODUCTION)\b|\s1\.? [A-Z]|\s(?:ACM|ABSTRACT|Abstract|JEL|CCS|©)|\s∗|$)"
)
_RIGHTS = re.compile(
    r"(?:\bLicensed under\b|\bThis (?:work|article|paper) is licensed\b|\bCreative Commons\b|©|\bCopyright\b)"
    r"[^©]{4,160}?(?=\.\s|\.$|$)"
)


def describe_keywords(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The keywords of the first page; None where it has none."""
    paper = asked_paper(context, subjects)
    match = _KEYWORDS.search(read_page(context.session, paper))
    words = match["words"].strip(" ,;") if match else ""
    return (
        (f"Keywords of {quote_title(paper)}: {words}.", locate(context, paper, 1, words)) if words else None
    )


def describe_rights(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The note of licence or copyright on the first page; None where it has none."""
    paper = asked_paper(context, subjects)
    match = _RIGHTS.search(read_page(context.session, paper))
    return (f"{quote_title(paper)}: {match[0]}.", locate(context, paper, 1, match[0])) if match else None
