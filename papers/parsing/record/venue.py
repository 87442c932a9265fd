"""The venue of a paper on its own first page or in its running heads, with volume, issue and pages."""

from __future__ import annotations

import re
from itertools import takewhile

from ...record import Printed
from ...types import Paper
from ..references.venue import parse_place
from .own_citation import OwnCitation, find_own_citation
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
# The place behind the date: "July 5-10, 2020, Bergen, Norway. ACM".
_TOWN = r"(?:St\. )?[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?"
_PLACE = rf"(?:, {_TOWN}(?:, {_TOWN}){{0,2}}(?=[.;]| ACM\b| ©|$))"
_JOURNAL = r"[A-Z][\w&]+(?: (?:[A-Z][\w&]+|and|of|in|for|on|the))*"
_VENUE = re.compile(
    rf"(?:\bIn )?Proceedings of (?:the )?[^;]{{8,240}}?(?:{_YEAR_WORD}\b(?!.{{0,60}}{_YEAR_WORD}){_PLACE}?|[.;]|$)"
    r"|\bProc\. [^.;]{8,120}"
    r"|(?:Published|Accepted|Under review|Presented)(?: as a \w+ paper)? (?:at|in|to|by) [A-Z][^.;]{3,80}"
    r"|\b\d+(?:st|nd|rd|th) (?:Annual |International |Conference |Meeting )[^.;]{6,140}"
    rf"|(?:\b{_YEAR_WORD} )?\b(?:{_ORDINALS}) (?:[A-Z][\w-]+ ){{0,3}}(?:Conference|Meeting|Workshop|Symposium|Congress)"
    r" (?:on|of|for) [A-Z][A-Za-z,&()/ -]{3,110}"
    r"|\b(?:Journal|Transactions|Annals|Bulletin|Letters|Reviews?|Magazine) (?:of|on|in) [A-Z][^.;]{3,100}"
    rf"|\b(?!{_MONTHS}){_JOURNAL} (?:Volume |Vol\.? ?)?\d{{1,4}}(?:[,: ]+(?:No\.? ?|Number |Issue )?\d+)? ?"
    rf"\({_YEAR_WORD}\)(?:[:,]? ?(?:pp?\. ?)?\d+ ?[-–] ?\d+)?"
    rf"|\b{_JOURNAL}, \d{{1,4}}(?: ?\(\d+\))?: ?\d+[-–]\d+, {_YEAR_WORD}\b"
    r"|\b(?:Computational Linguistics|Artificial Intelligence|Machine Learning|Nature|Science|Cell|PLOS ONE|The Lancet)\b"
    r"[^.;]{0,60}(?:Volume|Vol|Number|No)\b\.? ?\d[^.;]{0,40}"
    rf"|\b(?:{CONFERENCES}|WWW|CHI|INTERSPEECH|ICASSP)(?: ?['’]?\d{{2,4}})\b"
    r"|arXiv:\d{4}\.\d{4,5}(?:v\d+)?(?: \[[\w.-]+\])?(?: \d{1,2} \w{3} \d{4})?",
)
_ARXIV = "arXiv"
_HEADED = (2, 3)  # pages with a running head, one of each side
_PAGE_NUMBER = re.compile(r"^\d+ ")
_YEAR = re.compile(r"\b(?:19[5-9]\d|20\d\d)\b")
# "April 23–28" and "18-21 October" are no pages.
_DAYS = re.compile(rf"(?:{_MONTHS})\.? \d+ ?[-–] ?\d+|\d+ ?[-–] ?\d+ (?:{_MONTHS})")
_ISSUE = re.compile(
    r"\b(?:[Nn]o\.?|[Nn]umber|[Ii]ssue|[Nn]r\.?) ?(?P<named>\d+)|\d ?\((?P<bracketed>\d{1,3})\)"
)


def read_publication(paper: Paper, read_page: ReadPage) -> OwnCitation | None:
    """The place of publication: as the first page cites the article, else the venue that it or the running heads name."""
    if own := find_own_citation(read_page(min(paper.pages, 1))):
        return own
    venue = _read_venue(paper, read_page)
    return _read_place(venue) if venue else None


def _read_venue(paper: Paper, read_page: ReadPage) -> Printed | None:
    """The venue that the first page names, else that of the running heads; an arXiv number is none."""
    first = read_page(min(paper.pages, 1))
    found = find_venue(first.text, paper.title)
    if found and not found.startswith(_ARXIV):
        return first.find(found) or Printed(found)
    for number in _HEADED:
        if headed := find_venue(_running_head(paper, number, read_page), ""):
            return read_page(number).find(headed) or Printed(headed)
    return None


def _read_place(venue: Printed) -> OwnCitation:
    """The venue with the volume, the issue and the pages that its words give."""
    match = _ISSUE.search(venue.text)
    issue = (match["named"] or match["bracketed"]) if match else ""
    place = parse_place(_DAYS.sub("", venue.text))
    return OwnCitation(venue, place.volume, issue, place.pages)


def _running_head(paper: Paper, page: int, read_page: ReadPage) -> str:
    """The words with which both this page and the next on the same side begin, without the number of the page."""
    if page + 2 > paper.pages:
        return ""
    heads = (_PAGE_NUMBER.sub("", read_page(number).text).split() for number in (page, page + 2))
    common = takewhile(lambda pair: pair[0] == pair[1], zip(*heads, strict=False))
    return " ".join(word for word, _ in common)


def find_venue(text: str, title: str) -> str:
    """The part of a first page that names its own venue; "" if none does.

    The head of the page, before the `title`, comes first; its references name the venues of other papers. Proceedings and
    journals come before arXiv numbers, those with a year before others, then the longest.
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
