"""The line by which a journal cites the article itself, in the head or at the foot of its first page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from ...record import Printed
from .placeholders import is_placeholder
from .printed_page import REFERENCES, PrintedPage

_EDGE = 50  # words at the beginning and at the end of a page
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_NO_NAME = (
    rf"(?!(?i:Fig|Figs|Figure|Table|Section|Vol|Volume|No|Number|Issue|Eq|Chapter|Page|Article|{_MONTHS})\b)"
)
_LITTLE = r"(?:of|and|in|for|on|the|&)"
_WORD = rf"{_NO_NAME}[^\W\d_a-z][\w&.:’'-]*"
_NAME = rf"(?<![\w.])(?P<name>{_WORD}(?: (?:{_LITTLE} ){{0,2}}{_WORD}){{0,7}}?)"
_YEAR = r"(?:19|20)\d\d"
_VOLUME = r"(?P<volume>\d{1,4})"
_ISSUE = r"(?: ?\((?P<issue>\d{1,3})\))?"
_PAGES = r"(?P<pages>[A-Za-z]{0,2}\d[\w.]*?(?: ?[-–—−] ?[A-Za-z]?\d+)?)(?![\w.]*\w)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        # "BMJ 2018;361:k1479", "Current Opinion in Genetics & Development 2005, 15:116–124"
        rf"{_NAME}[.,]? {_YEAR} ?[;,] ?{_VOLUME}{_ISSUE} ?: ?{_PAGES}",
        # "MNRAS 492, 5721–5729 (2020)", "Rain Lett. 12(3), 45 (1999)", "Earth Records, 9:12-40, 2022"
        rf"{_NAME},? {_VOLUME}{_ISSUE} ?[,:] ?{_PAGES},? \(?{_YEAR}\b\)?",
        # "BMC Rain (2021) 22:14"
        rf"{_NAME},? \({_YEAR}\) ?{_VOLUME}{_ISSUE} ?: ?{_PAGES}",
        # "EPL, 101 (2013) 68002", "Journal of Topology 13 (2020) 59–76"
        rf"{_NAME},? {_VOLUME}{_ISSUE} ?\({_YEAR}\),?:? ?{_PAGES}",
        # "PNAS | July 19, 2011 | vol. 108 | no. 29 | 12173–12178", "Rain Letters, vol. 3, pp. 1–16, 2015"
        rf"{_NAME}(?:[ ,/•·]+| ?\|(?:[^|]{{0,60}}\|){{0,2}} ?)[Vv][Oo][Ll](?:ume|UME)?\.? ?{_VOLUME}"
        r"(?:[ ,|/•·]+(?:[Nn][Oo]|[Nn]umber|[Ii]ssue|ISSUE)\.? ?(?P<issue>\d{1,3}))?"
        rf"(?:[ ,|/•·]+(?:pp?\.|[Pp]ages?)? ?(?!{_YEAR}\b){_PAGES})?(?:[ ,|/•·]+\(?{_YEAR}\b\)?)?",
        # "VOL 477 | NATURE | 203"
        rf"[Vv][Oo][Ll](?:ume|UME)?\.? ?{_VOLUME}(?: ?\| ?(?:NO|[Nn]o)\.? ?(?P<issue>\d+))? ?\| ?{_NAME}"
        rf"(?: ?\| ?{_PAGES})?(?!\w)",
    )
)

_NEXT_ENTRY = re.compile(r"\[\d{1,3}\] [^\W\d_a-z]|(?<![\d.;:] )\b\d{1,3}\. [^\W\d_a-z]")


@dataclass(frozen=True, slots=True)
class OwnCitation:
    """The place of publication of an article: the `venue` as printed with all that follows, and its parts, "" if missing."""

    venue: Printed
    volume: str = ""
    issue: str = ""
    pages: str = ""


def find_own_citation(page: PrintedPage) -> OwnCitation | None:
    """The citation of the article in the last words of its first page, else in the first; None if it has none.

    A citation before another entry of a bibliography is an entry itself.
    """
    starts, size = page.starts, len(page.text)
    foot, head = (starts[-_EDGE], starts[_EDGE]) if len(starts) > _EDGE else (0, size)
    at_foot = (match for form in _FORMS for match in [*form.finditer(page.text, foot)][-1:])
    in_head = (match for form in _FORMS for match in form.finditer(page.text, 0, head))
    match = next((match for match in chain(at_foot, in_head) if _is_own(match, page.text)), None)
    if match is None:
        return None
    parts = match.groupdict(default="")
    return OwnCitation(page.locate(*match.span()), parts["volume"], parts.get("issue", ""), parts["pages"])


def _is_own(match: re.Match[str], text: str) -> bool:
    entries = REFERENCES.search(text, 0, match.start())
    is_entry = entries is not None and _NEXT_ENTRY.search(text, match.end()) is not None
    return not (is_entry or is_placeholder(match[0]))
