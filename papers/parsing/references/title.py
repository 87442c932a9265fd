"""Find the title of a bibliography entry.

The title is the quoted text, or the text up to the mark before the place of publication.
"""

from __future__ import annotations

import re

from .venue import starts_like_venue

# Opening mark and the marks that may close it; German quotations close with the English opening mark.
_QUOTES = (
    ("“", "”"),
    ('"', '"“”'),
    ("„", "“”"),
    ("«", "»"),
    ("»", "«"),
    ("‚", "‘’"),
    ("‘", "’"),
    ("``", "''"),
    ("''", "''"),
    ("'", "'"),
)
_QUOTED = tuple(
    re.compile(
        rf"\s*[,.:]?\s*(?:{opening})\s*(.{{3,400}}?)\s*[,.]?\s*"
        + ("(?:'')" if closing == "''" else rf"[{closing}]" + (r"(?!\w|\s[a-z])" if closing in "‘’'" else ""))
    )
    for opening, closing in _QUOTES
)
# A full stop ends the title unless it follows one of these abbreviations; "?" and "!" end it only before a venue.
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:vs|al|st|no|vol|dr|mr|mrs|ms|prof|approx|cf|etc|ed|e\.g|i\.e|u\.\s?a|z\.\s?b|d\.\s?h|[^\W\d_])$",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?P<stop>\.)(?=[\s(\[“\"]|$)|(?P<mark>[?!])(?=\s)|(?P<comma>[,;])(?=\s)|(?P<slash>\s//?)(?=\s)|(?P<space>\s)"
)
_NUMERAL = re.compile(r"\.\s*[IVX]{1,5}$")
_SUBTITLE = re.compile(r"\s*(?:[IVX]{1,5}|[Pp]art\s+\w+)\b\s*[.:–-]")
_TRAILING = re.compile(
    r"(?:\s*[\[(](?:[^\[\]()]{0,30}\b(?:dissertation|thesis|pp?\.\s?\d[\d–-]*|online|electronic|in \w+"
    r"|computer software|preprint)\b"
    r"[^\[\]()]{0,20}|(?:pp?\.|S\.)\s?\d[\d\s–-]*|\d+(?:st|nd|rd|th)?\s*(?:ed\.|edition|Aufl\.))[\])]"
    r"|\s*,?\s*(?:pp?\.|pages?|S\.)\s?\d[\d\s–-]*|\s*[\[(](?:1[5-9]|20)\d\d[a-z]?[\])]|,\s(?:19|20)\d\d)+\s*$",
    re.IGNORECASE,
)
_MOST_ENDS = 150  # most marks of an entry that are examined


def split_title(text: str) -> tuple[str, str]:
    """Split the title from the text after it.

    The title is "" if a place of publication comes first, because entries in physics often omit the title.
    """
    if quoted := split_quoted(text):
        return quoted
    if starts_like_venue(text, alone=True):
        return "", text
    end = _find_end(text)
    if end is None:
        return strip_title(text), ""
    return strip_title(text[: end[0]]), text[end[1] :]


def split_quoted(text: str) -> tuple[str, str] | None:
    """Split a title in quotation marks from the text after it; None if the text does not begin with a quoted title."""
    for pattern in _QUOTED:
        if quoted := pattern.match(text):
            return strip_title(quoted[1]), text[quoted.end() :]
    return None


def _find_end(text: str) -> tuple[int, int] | None:
    """Return the end of the title and the start of the text after it; None if no mark ends the title.

    The title ends at the first mark before a place of publication, or else at the first full stop. A full stop does not
    end it if a sentence or a numbered part ("II. ...") follows, and then the place.
    """
    stop: tuple[int, int] | None = None
    for count, mark in enumerate(_END.finditer(text)):
        start, end = mark.span()
        before = text[:start]
        if count == _MOST_ENDS:
            break
        if not before.strip() or _is_open(before) or _NUMERAL.search(before[-8:]):
            continue
        if mark["space"]:
            if stop is None and starts_like_venue(text[end:], after="space"):
                return start, end
            continue
        sentence = mark["stop"] is not None and text[end : end + 1] != ","
        placed = starts_like_venue(text[end:].lstrip(","), after="stop" if sentence else "comma")
        if mark["slash"]:
            if placed or mark[0].endswith("//"):
                return start, end
        elif mark["mark"]:
            if placed:
                return end, end
        elif mark["comma"]:
            if placed and stop is None:
                return start, end
        elif placed:
            return (start, end) if stop is None or _continues_title(text[stop[1] : start]) else stop
        elif stop is None and not _ABBREVIATION.search(before[-12:]):
            stop = start, end
    return stop


def _continues_title(text: str) -> bool:
    """True if the text between a full stop and the place belongs to the title: a numbered part or a sentence."""
    words = text.split()
    small = sum(word[0].islower() for word in words)
    return bool(_SUBTITLE.match(text)) or (len(words) >= 4 and small >= 0.55 * len(words))


def _is_open(text: str) -> bool:
    """True if the text contains more opening than closing brackets."""
    return text.count("(") > text.count(")") or text.count("[") > text.count("]")


def strip_title(title: str) -> str:
    """Strip quotation marks and punctuation around `title`, and pages or a year after it."""
    return _TRAILING.sub("", title.strip(" .,;:“”\"'`«»„‘’")).strip(" .,;:“”\"'`")
