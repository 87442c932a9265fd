"""Read the keywords, the license and the publisher on the first page of a paper."""

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
_NAME = r"[A-Z][\w&’'-]*(?: (?:(?:of|for|and|the|in|on|&) )*[A-Z][\w&’'-]*){0,8}"
# The copyright holder: "© 2019 Association for Rain", "(c) 2020 Elsevier Ltd."
_HOLDER = re.compile(
    r"(?:©|\([Cc]\)|\b[Cc]opyright\b)\W*(?:c\s)?(?:19|20)\d\d,?\s+(?:by\s+)?(?:[Tt]he\s+)?"
    rf"(?P<name>{_NAME})"
)
_PUBLISHED = re.compile(rf"\b[Pp]ublished (?:\w+ )?by (?:the )?(?P<name>{_NAME})")
_AUTHORS = re.compile(r"\b(?:authors?|owner|copyright)\b", re.I)


def read_keywords(page: PrintedPage) -> Printed | None:
    """Return the keywords of the first page; None if it has none."""
    match = _KEYWORDS.search(page.text)
    words = match["words"].strip(" ,;") if match else ""
    return page.find(words)


def read_license(page: PrintedPage) -> Printed | None:
    """Return the note of license or copyright on the first page; None without such a note."""
    match = _RIGHTS.search(page.text)
    return page.locate(*match.span()) if match else None


def read_publisher(page: PrintedPage) -> str:
    """Return the publisher that the first page names, or else its copyright holder; "" if that is the authors."""
    for match in (_PUBLISHED.search(page.text), _HOLDER.search(page.text)):
        if match and not _AUTHORS.search(match["name"]) and not page.text.startswith(" et al", match.end()):
            return match["name"]
    return ""
