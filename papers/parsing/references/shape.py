"""Recognize entries, headings, captions, and single lines of an entry in bibliographies by their surface features."""

from __future__ import annotations

import re
from functools import lru_cache

from .authors import parse_authors
from .clean import clean_text
from .labels import parse_label

_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d[a-z]?(?!\d)")
_UNDATED = re.compile(r"\b(?:in press|to appear|forthcoming|n\.d\.|under review|submitted)\b", re.IGNORECASE)
_PLACE = re.compile(
    r"\bpp?\.\s?\d|\bpages?\s\d|\bproc(?:eedings|\.)|\bin\s(?:[A-Z]|\d{4})|\barxiv\b|\bcorr\b|\bjournal\b"
    r"|\btrans(?:actions|\.)|"
    r"\bpress\b|\bdoi\b|https?://|\bvol(?:ume|\.)|\d\s?\(\d+\)|\d+\s?[–-]\s?\d+|\bconference\b|\bworkshop\b"
    r"|\bthesis\b|\breport\b|"
    r"\buniversity\b|\bspringer\b|\bieee\b|\bacm\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"\s*(?:figure|fig\.|table|tab\.|algorithm)\s*[A-Z]?\.?\d+\s*[:.]", re.IGNORECASE)
_HEADING = re.compile(
    r"(?:acknowledge?ments)?(?:(?:selected|cited|listof|theliterature|notesand|endnotesand|\w{0,12}recommended)?"
    r"(?:references?|bibliograph(?:y|ie|ía|icalreferences)|literature?|literaturverzeichnis|workscited|referencias"
    r"|referências|références|riferimenti|参考文献|списоклитературы|литература)"
    r"(?:cited|list|and\w{0,20}notes|and\w{0,12}reading|bibliográficas|bibliográfica|citedinthisreview)?"
    r"|(?:cited|further)(?:literature|references|reading))"
)
_NUMBERING = re.compile(r"^\s*(?:[\dIVX]+(?:\.\d+)*|[A-Z])[.)]?\s+(?=\S)")
_BACK_MATTER = re.compile(
    r"\s*(?:Anschrift(?:en)?\b|Korrespondenz(?:adresse|autor)|Correspond(?:ence|ing [Aa]uthor)|Authors?['’]?s? [Aa]ddress|"
    r"Address(?:es)? (?:for|of)\b|E-?[Mm]ails?:|(?:Manuscript )?[Rr]eceived:?\s+(?:\d|[A-Z][a-z]+ \d)|Zum Autor|Zu den Autoren|"
    r"About the [Aa]uthors?|Prof\. Dr\.|Dr\. [A-Z][\w.]* [A-Z]\w+,)"
)
_SECTION = re.compile(
    r"\s*(?:appendi(?:x|ces)|supplement|acknowledge?ments?\b|author contributions|checklist|[A-Z](?:\.\d+)*\.?\s+[A-Z]|"
    r"\d+(?:\.\d+)*\.?\s+[A-Z][a-z])",
    re.IGNORECASE,
)


REPEATED_NOTE = re.compile(
    r"(?:see\s+)?(?:[^\W\d_][^,()]{1,40},?\s*\(?(?:above|supra),?\s*(?:n|note|fn)\.?\s*(?P<number>\d{1,3})|ibid(?:em)?\b)",
    re.IGNORECASE,
)


def is_bibliography_heading(line: str) -> bool:
    """True for "References", "7. REFERENCES", "R EFERENCES" and similar headings in common languages."""
    if len(line) > 60:
        return False
    bare = re.sub(r"[\s:.*§\d]+", "", line).lower()
    plain = re.sub(r"[\s:.]+", "", _NUMBERING.sub("", line)).lower()
    return any(_HEADING.fullmatch(text) is not None for text in (bare, plain))


def is_section_heading(line: str) -> bool:
    """True if the words of a line could be the heading after a bibliography; its type is not considered."""
    return len(line) < 100 and not _YEAR.search(line) and bool(_SECTION.match(line))


def is_back_matter(line: str) -> bool:
    """True if a line after a bibliography begins the address of an author or the dates of a manuscript."""
    return bool(_BACK_MATTER.match(line))


def is_caption(line: str) -> bool:
    """True if a line begins the caption of a float."""
    return bool(_CAPTION.match(line))


def looks_dated(text: str) -> bool:
    """True if the text contains a year or a substitute for one ("in press")."""
    return bool(_YEAR.search(text) or _UNDATED.search(text))


@lru_cache(maxsize=1024)  # several rules of the splitter test the same lines
def looks_like_entry(text: str) -> bool:
    """True if a text has two of these: a date, an author list at its start, a place of publication.

    A note that repeats an earlier note counts as an entry too.
    """
    body = clean_text(text[:3000])
    body = body[parse_label(body)[1] :]
    if REPEATED_NOTE.match(body):
        return True
    if len(body) < 15:
        return False
    dated = looks_dated(body)
    placed = bool(_PLACE.search(body))
    return (dated and placed) or ((dated or placed) and bool(parse_authors(body).names))


def score_line(line: str) -> int:
    """Return 1 for a line with a feature of entries, otherwise -1.

    Features are a year, a place of publication, initials, and a list of names.
    """
    text = line[:400]
    initials = len(re.findall(r"\b[A-Z]\.", text)) >= 2
    names = len(re.findall(r"\b[A-Z][a-z]+ [A-Z][\w.-]+,", text)) >= 2
    return 1 if initials or names or _YEAR.search(text) or _PLACE.search(text) else -1
