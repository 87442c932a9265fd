"""Keywords and the note of rights on the first page of a paper."""

from __future__ import annotations

import re

from ...record import Printed
from .printed_page import PrintedPage

_KEYWORDS = re.compile(
    r"\b(?:Key ?words|KEY ?WORDS|Index Terms|INDEX TERMS)(?: and (?:phrases|Phrases))?\s*[:.—–-]*\s*(?P<words>[^.©]{3,400}?)"
    r"(?=\.\s|\s(?:\d\.? |I\. )?(?:Introduction|INTRODUCTION)\b|\s1\.? [A-Z]|\s(?:ACM|ABSTRACT|Abstract|JEL|CCS|©)|\s∗|$)"
)
_RIGHTS = re.compile(
    r"(?:\bLicensed under\b|\bThis (?:work|article|paper) is licensed\b|\bCreative Commons\b|©|\bCopyright\b)"
    r"[^©]{4,160}?(?=\.\s|\.$|$)"
)
# Whoever holds the rights: "© 2019 Association for Rain", "(c) 2020 Elsevier Ltd."
_HOLDER = re.compile(
    r"(?:©|\([Cc]\)|\b[Cc]opyright\b)\W*(?:c\s)?(?:19|20)\d\d,?\s+(?:by\s+)?(?:[Tt]he\s+)?"
    r"(?P<name>[A-Z][\w&’'-]*(?:,? (?:of|for|and|the|in|on|&|[A-Z][\w&’'-]*)){0,8})"
)
_AUTHORS = re.compile(r"\b(?:authors?|owner|copyright)\b", re.I)


def read_keywords(page: PrintedPage) -> Printed | None:
    """The keywords of the first page."""
    match = _KEYWORDS.search(page.text)
    words = match["words"].strip(" ,;") if match else ""
    return page.find(words)


def read_license(page: PrintedPage) -> Printed | None:
    """The note of license or copyright on the first page."""
    match = _RIGHTS.search(page.text)
    return page.locate(*match.span()) if match else None


def read_publisher(page: PrintedPage) -> str:
    """The holder of the copyright on the first page, unless these are the authors."""
    match = _HOLDER.search(page.text)
    return match["name"] if match and not _AUTHORS.search(match["name"]) else ""
