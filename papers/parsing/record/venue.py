"""Find the venue of a paper on its first page or in its running heads, with volume, issue and pages."""

from __future__ import annotations

import re

from ...record import Printed
from ...types import Paper
from ..references.venue import parse_place
from .own_citation import (
    OwnCitation,
    find_issue,
    find_own_citation,
    find_running_journal,
    list_margin_rows,
)
from .placeholders import is_placeholder
from .printed_page import REFERENCES, ReadPage

CONFERENCES = (
    "ACL|EACL|NAACL|EMNLP|COLING|CoNLL|NIPS|NeurIPS|ICML|ICLR|AAAI|IJCAI|CVPR|ICCV|ECCV|SIGIR|KDD|LREC"
    "|TACL|IJCNLP|RANLP|SIGDIAL|AISTATS|JMLR|ECAI|CIKM|WSDM|ICDAR|ICPR|ICIP|BMVC|MICCAI|VLDB|SIGMOD|ISMIR|ICRA|IROS"
)
_ORDINALS = (
    "First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Thirteenth|Fourteenth|Fifteenth"
    "|Sixteenth|Seventeenth|Eighteenth|Nineteenth|Twentieth|(?:Twenty|Thirty|Forty|Fifty)-[A-Z]?[a-z]+(?:st|nd|rd|th)"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_YEAR_WORD = r"(?:19|20)\d\d"
# The place after the date: "July 5-10, 2020, Bergen, Norway. ACM".
_TOWN = r"(?:St\. )?[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?"
_PLACE = rf"(?:, {_TOWN}(?:, {_TOWN}){{0,2}}(?=[.;]| ACM\b| ©|$))"
_VENUE = re.compile(
    rf"(?:\bIn )?Proceedings of (?:the )?[^;]{{8,240}}?(?:{_YEAR_WORD}\b(?!.{{0,60}}{_YEAR_WORD}){_PLACE}?|[.;]|$)"
    r"|\bProc\. [^.;]{8,120}"
    r"|(?:Published|Accepted|Under review|Presented)(?: as a \w+ paper)? (?:at|in|to) [A-Z][^.;]{3,80}"
    r"|\b\d+(?:st|nd|rd|th) (?:Annual |International |Conference |Meeting )[^.;]{6,140}"
    rf"|(?:\b{_YEAR_WORD} )?\b(?:{_ORDINALS}) (?:[A-Z][\w-]+ ){{0,3}}(?:Conference|Meeting|Workshop|Symposium|Congress)"
    r" (?:on|of|for) [A-Z][A-Za-z,&()/ -]{3,110}"
    rf"|\b(?:{CONFERENCES}|WWW|CHI|INTERSPEECH|ICASSP)(?: ?['’]?\d{{2,4}})\b"
    r"|arXiv:\d{4}\.\d{4,5}(?:v\d+)?(?: \[[\w.-]+\])?(?: \d{1,2} \w{3} \d{4})?",
)
_ARXIV = "arXiv"
_HEADED = 3  # number of first pages to read: the first page, and the running heads of a left and a right page
_YEAR = re.compile(r"\b(?:19[5-9]\d|20\d\d)\b")
# Ranges of days such as "April 23–28" and "18-21 October", which are not pages.
_DAYS = re.compile(rf"(?:{_MONTHS})\.? \d+ ?[-–] ?\d+|\d+ ?[-–] ?\d+ (?:{_MONTHS})")


def read_publication(paper: Paper, read_page: ReadPage) -> OwnCitation | None:
    """Find the place of publication; None if the paper does not print it.

    The citation in the margins or in a note comes first, then the venue that the first page names, then the journal or
    venue in the running heads.
    """
    cited = {block.page for block in paper.blocks if block.kind == "reference"}
    first = min(paper.pages, 1)
    pages = [
        read_page(number)
        for number in range(first, min(paper.pages, _HEADED) + 1)
        if number == first or number not in cited
    ]
    if own := find_own_citation(pages, paper.title):
        return own
    found = find_venue(pages[0].text, paper.title)
    if found and not found.startswith(_ARXIV):
        return _read_place(pages[0].find(found) or Printed(found))
    if running := find_running_journal(pages):
        return running
    heads = ((page, find_venue("; ".join(list_margin_rows(page)), "")) for page in pages)
    named = ((page, head) for page, head in heads if head and not head.startswith(_ARXIV))
    return next((_read_place(page.find_any(head, (head,))) for page, head in named), None)


def _read_place(venue: Printed) -> OwnCitation:
    """Return the venue with the volume, the issue and the pages that its text gives."""
    place = parse_place(_DAYS.sub("", venue.text))
    return OwnCitation(venue, place.volume, find_issue(venue.text), place.pages)


def find_venue(text: str, title: str) -> str:
    """Return the part of a first page that names its own venue; "" if no part does.

    The head of the page, before the `title`, comes first; references are ignored, because they name the venues of other
    papers. Proceedings and journals come before arXiv ids, then venues with a year before other venues, then longer
    before shorter ones.
    """
    flat = " ".join(text.split())
    flat = REFERENCES.split(flat)[0]
    pieces = re.split(re.escape(" ".join(title.split())), flat, flags=re.IGNORECASE) if title else [flat]
    for piece in pieces:
        matches = [match[0].strip(" ,;:") for match in _VENUE.finditer(piece) if not is_placeholder(match[0])]
        if matches:
            return max(
                matches, key=lambda text: (not text.startswith(_ARXIV), bool(_YEAR.search(text)), len(text))
            )
    return ""
