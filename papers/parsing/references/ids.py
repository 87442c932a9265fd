"""Find identifiers in bibliography entries, and a paper's own identifiers on its first page or in its file name."""

from __future__ import annotations

import re
from dataclasses import dataclass

Ids = tuple[tuple[str, str], ...]

# arXiv ids: four digits after the dot from 2007 to 2014, five since; "archive/YYMMNNN" before 2007.
# https://info.arxiv.org/help/arxiv_identifier.html
_ARXIV_NEW = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_ARXIV_OLD = r"[a-z][a-z-]{1,10}(?:\.[A-Z]{2})?/\d{7}"
_ARXIV = re.compile(
    rf"(?:arxiv(?:\.org)?\s?[:/]?\s?(?:(?:abs|pdf)/)?|\babs/|\bcorr,?\s(?:abs/)?)\s?({_ARXIV_NEW}|{_ARXIV_OLD})(?!\d)",
    re.IGNORECASE,
)
# Since April 2007, the stamp has the subject in brackets; before, it had only the date.
_STAMP_DATE = r"(?P<date>\d{1,2}\s+[A-Z][a-z]{2}\s+\d{4})"
_ARXIV_STAMP = re.compile(
    rf"arXiv:(?P<id>{_ARXIV_NEW}|{_ARXIV_OLD})v(?P<version>\d+)\s*"
    rf"(?:\[(?P<subject>[\w.-]+)\](?:\s*{_STAMP_DATE})?|{_STAMP_DATE.replace('date', 'only_date')})"
)
_ARXIV_STEM = re.compile(rf"(?:^|[^\d.])({_ARXIV_NEW})(?:v\d+)?(?![\d.]*\d)")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]{1,200}")
# ACL ids: until 2019 a letter, two digits of the year and a number; since then the whole year, venue and volume.
_ACL_ID = r"[A-Z]\d{2}-\d{4}|(?:19|20)\d{2}\.[a-z0-9_]+-[a-z0-9_]+\.\d+"
_ACL = re.compile(
    rf"(?:aclanthology\.(?:org|info)|aclweb\.org/anthology)/(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({_ACL_ID})",
    re.IGNORECASE,
)
_ACL_STEM = re.compile(rf"({_ACL_ID})(?:v\d)?", re.IGNORECASE)
_ACL_DOI = re.compile(rf"10\.18653/v1/({_ACL_ID})", re.IGNORECASE)
_URL = re.compile(r"\bhttps?://[^\s<>\"]{1,500}|\bwww\.[^\s<>\"]{1,500}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stamp:
    """The stamp of arXiv on a first page.

    `subject`, such as "cs.CL", and `date`, such as "24 Feb 2017", are "" if they are missing.
    """

    id: str
    version: int
    subject: str
    date: str


def find_stamp(first_page: str) -> Stamp | None:
    """Find the first stamp of arXiv in the text; None if there is no stamp."""
    match = _ARXIV_STAMP.search(first_page)
    if match is None:
        return None
    date = " ".join((match["date"] or match["only_date"] or "").split())
    return Stamp(match["id"].lower(), int(match["version"]), match["subject"] or "", date)


def find_ids(text: str) -> Ids:
    """Find pairs of ("arxiv" | "doi" | "acl" | "url", identifier), at most one of each kind, in that order.

    arXiv ids have no version. DOIs are in lower case, because case does not matter in them. ACL ids of the old form are
    in upper case ("P14-1023"). A URL that only spells another identifier is skipped.
    """
    found: list[tuple[str, str]] = []
    if match := _ARXIV.search(text):
        found.append(("arxiv", match[1].lower()))
    if match := _DOI.search(text):
        found.append(("doi", _trim_punctuation(match[0]).lower()))
    if match := _ACL.search(text):
        found.append(("acl", _normalize_acl(match[1])))
    elif found and found[-1][0] == "doi" and (acl := _ACL_DOI.fullmatch(found[-1][1])):
        found.append(("acl", _normalize_acl(acl[1])))
    for match in _URL.finditer(text):
        url = _trim_punctuation(match[0])
        if "arxiv.org" not in url and "doi.org" not in url and not _ACL.search(url):
            found.append(("url", url))
            break
    return tuple(found)


def find_own_ids(file_stem: str, first_page: str = "") -> Ids:
    """Find a paper's own identifiers, in the form that `find_ids` returns.

    These are the arXiv id in its first-page stamp or file name, the DOI printed on the first page, and the ACL id that
    is its file name or part of that DOI. The DOI counts only if it is the only one on the page; otherwise some of the
    DOIs belong to other works.
    """
    found: list[tuple[str, str]] = []
    if match := _ARXIV_STAMP.search(first_page) or _ARXIV_STEM.search(file_stem):
        found.append(("arxiv", match[1].lower()))
    dois = {_trim_punctuation(match).lower() for match in _DOI.findall(first_page)}
    if len(dois) == 1:
        found.append(("doi", min(dois)))
    if acl := _ACL_STEM.fullmatch(file_stem) or (len(dois) == 1 and _ACL_DOI.fullmatch(min(dois))):
        found.append(("acl", _normalize_acl(acl[1])))
    return tuple(found)


def parse_id_year(ids: Ids) -> int | None:
    """Return the year in a paper's arXiv id, or else in its ACL id; None if it has neither id."""
    known = dict(ids)
    if "arxiv" in known:
        return parse_arxiv_year(known["arxiv"])
    return parse_acl_year(known["acl"]) if "acl" in known else None


def parse_acl_year(acl_id: str) -> int:
    """Return the year in an ACL id: 2008 for "I08-4015", 1999 for "E99-1025", 2020 for "2020.acl-main.207"."""
    if not acl_id[0].isalpha():
        return int(acl_id[:4])
    return expand_year(int(acl_id[1:3]))


def parse_arxiv_year(arxiv_id: str) -> int:
    """Return the year in which the first version was submitted: 2015 for "1509.01626", 1999 for "cs/9905001"."""
    return expand_year(int(arxiv_id.rpartition("/")[2][:2]))


def expand_year(digits: int) -> int:
    """Expand a two-digit year to a year from 1950 to 2049."""
    return digits + (1900 if digits >= 50 else 2000)


def _normalize_acl(identifier: str) -> str:
    return identifier.upper() if identifier[:1].isalpha() else identifier.lower()


def _trim_punctuation(found: str) -> str:
    """Strip the punctuation of the surrounding sentence; a closing bracket stays if its opening bracket is inside."""
    while found and (
        found[-1] in ".,;:'*"
        or (found[-1] == ")" and found.count("(") < found.count(")"))
        or (found[-1] == "]" and "[" not in found)
    ):
        found = found[:-1]
    return found
