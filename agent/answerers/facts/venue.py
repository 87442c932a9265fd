"""Venue of a paper, from its own first page and running heads or from the bibliographies of the papers that cite it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ....papers.bibliography.years import choose_year
from ....papers.types import Paper, Reference
from ...relevance.names import CONFERENCES
from ...session import Session
from ...types import Citation
from ...verification.sentences import Prover
from .as_cited import citing_entries, find_in_bibliography
from .title_page import read_page

_ORDINALS = (
    "First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Thirteenth|Fourteenth|Fifteenth|Sixteenth|Seventeenth|"
    "Eighteenth|Nineteenth|Twentieth|(?:Twenty|Thirty|Forty|Fifty)-[A-Z]?[a-z]+(?:st|nd|rd|th)"
)
# The place behind the date: "July 5-10, 2020, Bergen, Norway. ACM".
_TOWN = r"(?:St\. )?[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)?"
_PLACE = rf"(?:, {_TOWN}(?:, {_TOWN}){{0,2}}(?=[.;]| ACM\b| ©|$))"
_VENUE = re.compile(
    rf"(?:\bIn )?Proceedings of (?:the )?[^;]{{8,240}}?(?:(?:19|20)\d\d\b(?!.{{0,60}}(?:19|20)\d\d){_PLACE}?|[.;]|$)|\bProc\. [^.;]{8, 120}"
    r"|(?:Published|Accepted|Under review|Presented)(?: as a \w+ paper)? (?:at|in|to|by) [A-Z][^.;]{3,80}"
    r"|\b\d+(?:st|nd|rd|th) (?:Annual |International |Conference |Meeting )[^.;]{6,140}"
    rf"|(?:\b(?:19|20)\d\d )?\b(?:{_ORDINALS}) (?:[A-Z][\w-]+ ){{0,3}}(?:Conference|Meeting|Workshop|Symposium|Congress) (?:on|of|for) [A-Z][A-Za-z,&()/ -]{{3,110}}"
    r"|\b(?:Journal|Transactions|Annals|Bulletin|Letters|Reviews?|Magazine) (?:of|on|in) [A-Z][^.;]{3,100}"
    r"|\b(?!January|February|March|April|May|June|July|August|September|October|November|December)[A-Z][\w&]+"
    r"(?: (?:[A-Z][\w&]+|and|of|in|for|on|the))* (?:Volume |Vol\.? ?)?\d{1,4}(?:[,: ]+(?:No\.? ?|Number |Issue )?\d+)? ?\((?:19|20)\d\d\)"
    r"(?:[:,]? ?(?:pp?\. ?)?\d+ ?[-–] ?\d+)?"
    r"|\b[A-Z][\w&]+(?: (?:[A-Z][\w&]+|and|of|in|for|on|the))*, \d{1,4}(?: ?\(\d+\))?: ?\d+[-–]\d+, (?:19|20)\d\d\b"
    r"|\b(?:Computational Linguistics|Artificial Intelligence|Machine Learning|Nature|Science|Cell|PLOS ONE|The Lancet)\b[^.;]{0,60}(?:Volume|Vol|Number|No)\b\.? ?\d[^.;]{0,40}"
    rf"|\b(?:{CONFERENCES}|WWW|CHI|INTERSPEECH|ICASSP)"
    r"(?: ?['’]?\d{2,4})\b"
    r"|arXiv:\d{4}\.\d{4,5}(?:v\d+)?(?: \[[\w.-]+\])?(?: \d{1,2} \w{3} \d{4})?",
)
# The line by which a journal cites the article itself, at the foot of the page: "Immunology. 2022;165:141–142. ... © 2022".
_OWN_LINE = re.compile(
    r"\b(?P<venue>[A-Z][\w&]+(?: (?:[A-Z][\w&]+|and|of|in|for))*\. (?:19|20)\d\d;\d+(?:\(\d+\))?:\w+[-–]\w+)(?=[^©]{0,80}©)"
)
_REFERENCES = re.compile(r"\b(?:References|REFERENCES|Bibliography|BIBLIOGRAPHY)\b")
_ARXIV = "arXiv"
_HEADED = (2, 3)  # pages with a running head, one of each side
_PAGES = re.compile(r"\bpages \d")
_PAGE_NUMBER = re.compile(r"^\d+ ")
_YEAR = re.compile(r"\b(?:19[5-9]\d|20\d\d)\b")


@dataclass(frozen=True, slots=True)
class Venue:
    """Venue of a paper as printed on a page; `year` if it is part of that text."""

    text: str
    year: int | None
    citation: Citation | None


def find_venue(session: Session, paper: Paper) -> Venue | None:
    """The venue of `paper`: from its first page or its running heads, else as other papers of the cluster cite it."""
    prover = Prover(session.cluster, session.settings)
    found = venue_in_text(read_page(session, paper), paper.title)
    if found and not found.startswith(_ARXIV):
        return _located(prover, paper.id, 1, found)
    cited = _as_cited(session, prover, paper)
    if cited and _PAGES.search(cited.text):  # a running head has no pages
        return cited
    for page in _HEADED:
        if headed := venue_in_text(_running_head(session, paper, page), ""):
            return _located(prover, paper.id, page, headed)
    return _located(prover, paper.id, 1, found) if found else cited


def _running_head(session: Session, paper: Paper, page: int) -> str:
    """The words with which both this page and the next on the same side begin, without the number of the page."""
    if page + 2 > paper.pages:
        return ""
    heads = (_PAGE_NUMBER.sub("", read_page(session, paper, number)).split() for number in (page, page + 2))
    common = takewhile(lambda pair: pair[0] == pair[1], zip(*heads, strict=False))
    return " ".join(word for word, _ in common)


def venue_in_text(text: str, title: str) -> str:
    """The part of a first page that names its own venue; "" if none does.

    The head of the page, before the `title`, comes first; its references name the venues of other papers. Proceedings and
    journals come before arXiv numbers, those with a year before others, then the longest.
    """
    flat = " ".join(text.split())
    if own := [match["venue"] for match in _OWN_LINE.finditer(flat)]:
        return own[-1]
    flat = _REFERENCES.split(flat)[0]
    pieces = re.split(re.escape(" ".join(title.split())), flat, flags=re.IGNORECASE) if title else [flat]
    for piece in pieces:
        matches = [match[0].strip(" ,;:") for match in _VENUE.finditer(piece)]
        if matches:
            return max(
                matches, key=lambda text: (not text.startswith(_ARXIV), bool(_YEAR.search(text)), len(text))
            )
    return ""


def _located(prover: Prover, paper_id: str, page: int, text: str) -> Venue:
    citation = prover.find(paper_id, page, text)
    year = _YEAR.search(text)
    return Venue(citation.quote if citation else text, int(year[0]) if year else None, citation)


def _as_cited(session: Session, prover: Prover, paper: Paper) -> Venue | None:
    entries = [(reference, citing) for reference, citing in citing_entries(session, paper) if reference.venue]
    if not entries:
        return None
    counts = Counter(reference.venue for reference, _ in entries)
    venue = max(counts, key=lambda text: (counts[text], text))
    same = [(reference, citing) for reference, citing in entries if reference.venue == venue]
    reference, citing = max(same, key=lambda entry: bool(entry[0].volume) + bool(entry[0].pages))
    citation = find_in_bibliography(prover, citing, venue)
    details = (
        f"volume {reference.volume}" if reference.volume else "",
        f"pages {reference.pages}" if reference.pages else "",
    )
    return Venue(
        ", ".join(filter(None, (venue, *details))), paper.year or _most_frequent_year(entries), citation
    )


def find_year(session: Session, paper: Paper) -> int | None:
    """The year of `paper` as most of the papers that cite it give it, the later of equally frequent ones; None if none does."""
    return _most_frequent_year(citing_entries(session, paper))


def _most_frequent_year(entries: Sequence[tuple[Reference, Paper]]) -> int | None:
    return choose_year(Counter(reference.year for reference, _ in entries if reference.year))
