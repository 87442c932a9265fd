"""Parse the text of one bibliography entry into authors, year, title, venue, volume, pages and identifiers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ...titles import fold_title
from .authors import parse_authors
from .clean import clean_text
from .ids import Ids, find_ids
from .located import split_at_locator
from .title import split_title
from .venue import parse_place

_LONGEST = 3000  # most characters of an entry that are parsed
_YEAR = re.compile(r"(?<![\d./:-])((?:1[5-9]|20)\d\d)([a-z]?)(?![\d/:]|\.\d|[–-]\d)")
_YEAR_FIRST = re.compile(
    r"\s*[.,:]?\s*[(\[]?\s*(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?,?\s)?((?:1[5-9]"
    r"|20)\d\d)(?:\s?[–/-]\s?(?:(?:1[89]|20)\d\d|\d\d(?!\d)))?([a-z]?)"
    r"(?:\s*[\[(](?:(?:1[5-9]|20)\d\d|[A-Z][a-z]+)[\])])?(?:\s*,[^)\]]{0,20}(?=[)\]]))?\s*[)\]]?\s*[.,:;]?\s*"
)
_UNDATED_FIRST = re.compile(
    r"\s*[.,]?\s*[(\[]?\b(?:n\.\s?d\.?|in press|forthcoming|to appear|o\.\s?J\.?)\s*[)\]]?\s*[.,:]?\s*",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"[(\[](?:[A-Za-z.]{3,9}\s)?((?:1[5-9]|20)\d\d)([a-z]?)[)\]]")
_SIGNAL = re.compile(r"^(?:[Ss]ee(?: also)?|[Cc]f\.),? (?=[A-Z])")  # before a work in a note
_ACCESSED = re.compile(
    r"\[?\b(?:[Ll]ast )?(?:[Aa]ccessed|[Rr]etrieved|cited|[Aa]bgerufen)(?: on)?(?:\s(?:[A-Z][a-z]+\.?|\d[\d,./-]*)){1,4}\]?[.;]?"
)
_NOISE = re.compile(
    r"https?://\S+|\barXiv:\S+|\b10\.\d{4,9}/\S+|\babs/\S+|\b\d+\s?[–-]\s?\d+\b|\b(?:accessed|retrieved|cited|abgerufen"
    r"|stand)\b[^,;)]{0,40}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReferenceFields:
    """Fields of an entry; missing fields are empty.

    `suffix` is the letter after the year ("2013a" has "a"). `repeated` says that a dash repeats the authors of the
    preceding entry, to which `authors` are added.
    """

    authors: tuple[str, ...] = ()
    year: int | None = None
    suffix: str = ""
    title: str = ""
    venue: str = ""
    volume: str = ""
    pages: str = ""
    ids: Ids = ()
    repeated: bool = False


def parse_fields(text: str) -> ReferenceFields:
    """Parse an entry without its label.

    This never fails: from text in an unexpected form, it returns the fields that it recognizes.
    """
    text = _SIGNAL.sub("", clean_text(text[:_LONGEST]))
    listed = parse_authors(text)
    rest = text[listed.end :]
    dated = _YEAR_FIRST.match(rest) if listed.names or listed.repeated else None
    if dated:
        rest = rest[dated.end() :]
    elif undated := _UNDATED_FIRST.match(rest):
        rest = rest[undated.end() :]
    found = split_at_locator(rest)
    if found is not None:
        title, place, printed = found
        year, suffix = (int(dated[1]), dated[2]) if dated else (_read_year(printed) or _find_year(text, text))
    else:
        title, after = split_title(_ACCESSED.sub(" ", rest))
        year, suffix = (int(dated[1]), dated[2]) if dated else _find_year(after if title else text, text)
        place = parse_place(after, year)
    ids = find_ids(text)
    if fold_title(title) in ("arxiv", "arxivpreprint", "arxiveprints"):
        title = ""
    if not place.venue and "arxiv" in dict(ids):
        place = replace(place, venue="arXiv")
    return ReferenceFields(
        listed.names,
        year,
        suffix,
        title,
        place.venue,
        place.volume,
        place.pages,
        ids,
        listed.repeated,
    )


def _read_year(printed: str) -> tuple[int, str] | None:
    """Split a printed year into number and letter; None for ""."""
    return (int(printed[:4]), printed[4:]) if printed else None


def _find_year(after: str, whole: str) -> tuple[int | None, str]:
    """Find the last year in brackets, or else the last year outside of page ranges, identifiers and URLs.

    Return the year, None if there is no year, and the letter after it. `whole` is searched only if `after` has no year.
    """
    for part in (after, whole):
        plain = _NOISE.sub(" ", part)
        found = list(_IN_BRACKETS.finditer(plain)) or list(_YEAR.finditer(plain))
        if found:
            return int(found[-1][1]), found[-1][2]
    return None, ""
