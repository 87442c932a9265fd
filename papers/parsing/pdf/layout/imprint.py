"""Find publishers' notes on the first page, and the year of publication."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from math import inf

from ...references.ids import Ids, expand_year, parse_id_year
from ..text.lines import Line
from .headings import is_references_heading
from .paragraphs import ParagraphPiece

_YEAR = re.compile(r"(?<![\d.:/–-])(19[5-9]\d|20[0-4]\d)(?![\d–-])(?!\.\d)")
_SHORT_YEAR = re.compile(r"[A-Z]{2}[\w-]*\s?['’‘`´]\s?(\d\d)\b")  # "EACL '99"
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}")
_COPYRIGHT = re.compile(r"©|copyright", re.IGNORECASE)
# The copyright symbol may be lost ("�c 2006").
_IMPRINT = re.compile(
    r"^proceedings of\b|(?:©|\bcopyright\b|\ufffdc|\([c~]\))\W*(?:c\s)?(?:19|20)\d\d", re.IGNORECASE
)
# Citations of the paper itself, as printed in its heads:
# "2007, 111, 2288-2292", "2018; 6: 464–75", "235 (2023) 2218–2244", "85:115–130, 2007".
_CITED_YEAR = r"(?<![\d.:/–-])(?P<year>1[89]\d\d|20[0-4]\d)(?![\d–-])"
_CITATIONS = (
    re.compile(
        rf"{_CITED_YEAR}\s*[,;]?\s*(?:vol(?:ume)?\.?|v\.|том)?\s*\d{{1,4}}\s*(?:\(\w{{1,7}}\))?\s*[,;:]",
        re.IGNORECASE,
    ),
    re.compile(rf"\b\d{{1,4}}\s*\({_CITED_YEAR}\)\s*[A-Z]?\d"),
    re.compile(
        rf"\b\d{{1,4}}(?:\(\w{{1,7}}\))?\s*[:,]\s*[A-Z]?\d+(?:[-–−]\d+)?,?\s*(?:doi\S*,?\s*)?\(?{_CITED_YEAR}"
    ),
)
_LONGEST_IMPRINT = 80  # words
_RECEIVED = re.compile(r"\breceived\b", re.IGNORECASE)
_VENUE = re.compile(
    r"proceeding|conference|copyright|©|journal|publish|accept|volume|workshop|preprint|posted|symposium|transactions|rxiv|"
    r"association for|springer|elsevier|wiley|"
    r"review|letters|annual meeting|\bvol\.|\bworking paper|technical report|all rights reserved|\bdoi\b|"
    r"\b\d{1,4}(?:\(\d{1,3}\))?:\s?\d+[-–]\d+",  # volume, issue and pages: "7(1):101-129"
    re.IGNORECASE,
)
_DATE_LINE = re.compile(
    r"\(?(?:dated?:?\s+)?(?:(?:\d{1,2}\.?\s+)?[A-Z][a-z]{2,8}\.?\s+(?:\d{1,2},\s*)?)?(?:19[5-9]|20[0-4])\d\)?",
    re.IGNORECASE,
)
_VOLUME_LINE = re.compile(r"[^\W\d_]\W+\d{1,4},\s(?:19[5-9]|20[0-4])\d$")  # "Rain Letters 4, 2019"
_DATE = re.compile(r"D:(?P<year>(?:19|20)\d\d)(?P<rest>\d*)")
_IN_PRINT = 2  # maximum years between the file's creation and its publication
_IN_PRESS = 1  # maximum years by which a cited work may be later than the paper
_LATER_COPY = (
    3  # maximum years from the newest cited work to the file's creation; after that, the file is a later copy
)


def is_imprint(piece: ParagraphPiece) -> bool:
    """True for a publisher's note on the first page: venue, copyright, or the dates of a manuscript."""
    text = piece.text
    if piece.page > 1 or len(text.split()) > _LONGEST_IMPRINT or not _YEAR.search(text):
        return False
    noted = piece.role == "margin" and (_VENUE.search(text) or _RECEIVED.search(text))
    return bool(noted or _IMPRINT.search(text))


def list_venue_lines(
    lines: Sequence[Line], title: Sequence[Line], names: Sequence[Line], body: float
) -> list[str]:
    """List the texts of a first page, outside its margins, that may name a venue and a year.

    These are the lines above the title, then dates and volumes with a year among the `names` below it. Lines in type
    smaller than the text's size `body` follow, up to the bibliography.
    """
    top = min((line.bbox.y0 for line in title), default=0.0)
    above = [line.text for line in lines if line.bbox.y1 <= top]
    texts = [line.text.strip() for line in names]
    dates = [f"Published {text}" for text in texts if _DATE_LINE.fullmatch(text) or _VOLUME_LINE.search(text)]
    before = takewhile(lambda line: not is_references_heading(line.text), lines)
    return [*above, *dates, *(line.text for line in before if line.size < body - 0.4)]


def find_year(
    margins: Sequence[str],
    ids: Ids,
    creation: str,
    cited: Sequence[int] = (),
    heads: Sequence[str] = (),
) -> int | None:
    """Find the year of publication; None if no source gives a plausible year.

    The first source wins: the citation of the paper in `heads`; a note about the venue in `margins`, the first page's
    head, foot and footnotes, with copyright lines first; the paper's `ids`; the dates on which a journal received and
    accepted it; the file's creation date (`creation`, "D:20160304..."). `cited` are the years in the bibliography.

    An arXiv id gives the year of the first version, with which a preprint is cited; the stamp has the date of the
    latest version. A printed year is rejected if it is more than two years after the file's creation, or more than one
    year before the newest cited work, because then it may be, for example, the year of a data set. The creation year is
    rejected if it is before the newest cited work, or so long after it that the file must be a later copy.
    """
    made = _parse_creation_year(creation)
    venues = sorted(filter(_VENUE.search, margins), key=lambda text: _COPYRIGHT.search(text) is None)
    received = list(filter(_RECEIVED.search, venues))
    # Take the second newest year, so that a single misread year does no harm.
    newest = sorted(cited)[-2] if len(cited) > 1 else None
    own = [int(match["year"]) for text in heads for form in _CITATIONS for match in form.finditer(text)]
    if own and (newest or 0) - _IN_PRESS <= own[0] <= (inf if made is None else made + _IN_PRINT):
        return own[0]
    printed = _find_printed_year([text for text in venues if text not in received], made, newest)
    year = printed or parse_id_year(ids) or _find_printed_year(received, made, newest)
    dated = made and (newest is None or newest <= made <= newest + _LATER_COPY)
    return year or (made if dated else None)


def _find_printed_year(texts: Sequence[str], made: int | None, newest: int | None) -> int | None:
    """Return the last year in the first of `texts` with a plausible year; None if no text has such a year.

    A year is plausible if it is neither too long after the file was `made` nor too long before the `newest` cited work.
    """
    earliest, latest = (newest or 0) - _IN_PRESS, inf if made is None else made + _IN_PRINT
    for text in texts:
        years = [int(year) for year in _YEAR.findall(_ARXIV_ID.sub("", text))]
        years = years or [expand_year(int(digits)) for digits in _SHORT_YEAR.findall(text)]
        if years and earliest <= years[-1] <= latest:
            return years[-1]
    return None


def _parse_creation_year(creation: str) -> int | None:
    """Return the year of a PDF date, or None if it cannot be trusted.

    It cannot be trusted before the first PDFs, because the clock was not set, or in the first second of a year, which
    some writers use to conceal the date.
    """
    date = _DATE.match(creation)
    if date is None or int(date["year"]) < 1993:
        return None
    return None if date["rest"] in ("0101000000", "0101") else int(date["year"])
