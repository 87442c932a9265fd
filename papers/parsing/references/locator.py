"""Find volume, issue, pages and year where an entry prints them together.

Examples: "571, A42 (2014)", "2006;34(2):655–88", "Vol. 3, pp. 1–9".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?(?!\d)"
_MONTH = (
    r"(?:\s(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:\s\d{1,2})?|\s\d{1,2}(?=;))?"
)
_NUMBER = r"[A-Za-z]{0,4}\d+(?:\.\d+)?[A-Za-z]?(?!\w)"
_DASH = r"\s?[-–—−‐‑]{1,2}\s?"
_VOLUME = (
    rf"(?:(?:vol(?:ume)?|bd|band|jg|jahrgang|tome|tom|т|t|v)\b\.?\s*(?P<named>[A-Z]?\d{{1,5}}[A-Z]?|[IVXLC]+\b)"
    rf"|(?!{_YEAR}\b)(?P<plain>[A-Z]{{0,2}}\d{{1,5}}(?:{_DASH}\d{{1,3}}(?=\s?[(:]))?[A-Z]?(?!\w|[./]\d)))"
)
_ISSUE = (
    r"(?:\s?[(\[](?P<issue>(?!(?:1[5-9]|20)\d\d\))[^()\[\]]{1,24})[)\]]|\s?/\s?\d{1,3}\b|,\s\d{1,3}(?=\s\((?:1[5-9]|20)\d\d\),)"
    r"|\s*[,;:]?\s*\(?(?:no|nr|number|issue|iss|heft|h|n|№)\b\.?\s*[\w–-]{1,8}\)?)?"
)
_LATER_ISSUE = r"(?:\s*[,;]?\s*(?:no|nr|issue)\.\s*[\w–-]{1,8}(?=[,;]))?"
_PAGES = (
    rf"(?:\s*[,:;.]?\s*(?:pp?|pages?|pgs?|art(?:icle)?(?:\s(?:no|id))?|id|S|с|стр|p{{1,2}})\b\.?:?\s*"
    rf"(?P<page>{_NUMBER}(?:{_DASH}{_NUMBER})?)"
    rf"|\s*(?P<sign>[,:;])?\s*(?P<bare>(?:\d+,\s(?=e\d)|\d{{2}}\s(?=\d{{3}}\s\())?{_NUMBER}(?:{_DASH}{_NUMBER})?))?"
)
_LOCATOR = re.compile(
    rf"(?<![\w.–-])(?:\(?(?P<first>{_YEAR}){_MONTH}\)?\s*[,;:.]?\s*)?{_VOLUME}{_ISSUE}(?:\s*\((?P<middle>{_YEAR})\){_LATER_ISSUE})?{_PAGES}"
    rf"(?:\s*[,.]?\s*\((?:[^\W\d]+\.?\s)?(?P<last>{_YEAR})\)|[,.]\s(?P<end>{_YEAR})(?=\.?$))?",
    re.IGNORECASE,
)
_UNNUMBERED = re.compile(
    rf"(?:\(?(?P<year>{_YEAR})\)?\s*[,;:]?\s*)?\bpp?\.\s?(?P<page>{_NUMBER}(?:{_DASH}{_NUMBER})?)",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"\s*(?:[.,;)\]\[(]|$|doi\b|https?:|arxiv\b|ISBN|PMID|MR\d)", re.IGNORECASE)
_MOST = 40  # most numbers of an entry that are examined


@dataclass(frozen=True, slots=True)
class Locator:
    """The place of a work in a journal, as printed in text[start:end]. Parts that are not printed are empty.

    `marked` is False for two bare numbers, which may belong to a title.
    """

    start: int
    end: int
    volume: str
    pages: str
    year: str = ""
    marked: bool = True


def find_unnumbered(text: str) -> Iterator[Locator]:
    """Yield the locators that have pages but no volume: "(2025), p. 1–64"."""
    for match in islice(_UNNUMBERED.finditer(text), _MOST):
        yield Locator(
            match.start(), match.end(), "", re.sub(r"\s", "", match["page"]), match["year"] or "", False
        )


def find_locators(text: str) -> Iterator[Locator]:
    """Yield the locators in `text`, in order."""
    for match in islice(_LOCATOR.finditer(text), _MOST):
        volume = match["named"] or match["plain"]
        pages = re.sub(r"\s", "", match["page"] or match["bare"] or "")
        year = match["first"] or match["middle"] or match["last"] or match["end"] or ""
        named = bool(match["named"] or match["page"] or match["issue"])
        marked = bool(year or named or match["sign"])
        if (pages or year or match["issue"] or match["named"]) and _CLOSES.match(text, match.end()):
            yield Locator(match.start(), match.end(), volume, pages, year, marked)
