"""Find the line by which a journal cites the article itself, in page margins or in a note on how to cite it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...journals.table import find_journal
from ...record import Printed
from ...titles import fold_title
from ..references.journal_name import find_journal_start
from ..references.locator import Locator, find_locators
from .institutions import is_institution
from .marked_lines import MarkedLine, find_below
from .placeholders import is_placeholder
from .printed_page import PrintedPage

_TOP, _BOTTOM = 0.13, 0.1  # shares of the printed height that are the head and the foot of a page
_ROW = 3.0  # most points by which baselines of one row differ
_LONGEST = 60  # most words of a row or note
_CITE = re.compile(
    r"^\W*(?:(?:how to )?cite (?:this|as)\b[^:]{0,20}:?|citation:|source:|published in (?=[A-Z]))\s*", re.I
)
_CITE_LINES, _STEP = 4, 1.75  # most lines below the first line; font sizes from line to line
_AUTHORS = re.compile(r"\W*(?:.{1,60}\bet al\W+)?", re.I)  # authors before the journal in a running head
_BARS = re.compile(r"\s*[|•·‖]\s*|\s+/\s+")
_DATE = re.compile(
    r"\(?\b(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,?\s+"
    r"(?:\d{1,2},?\s+)?(?:19|20)\d\d\b\)?,?|\bweek ending\b",
    re.I,
)
_ADDRESS = re.compile(
    r"(?:\b(?:https?|doi)\b:?\s?\S*|\bwww\.\S+|\b10\.\d{4,9}/\S+|\b[\w.]{1,60}\.(?:org|com|net)\b\S*)", re.I
)
_VOLUME = re.compile(r"\b(?:vol(?:ume)?|том)\b\.? ?\d+", re.I)
_PAGES = re.compile(r"(?:pp?\. ?)?(?:[A-Za-z]{1,2}\d[\w.]*|\d+ ?[-–—] ?\w+)")
# The parts of a row after the name, in the order in which they are usually cited.
_FORMS = (
    re.compile(rf"{_VOLUME.pattern}.*", re.I),
    re.compile(r"(?:no|number|issue|№)\.? ?\d+", re.I),
    _PAGES,
    re.compile(r"\d+"),
)
_PAGES_RANK = _FORMS.index(_PAGES) + 1
_CAPITAL = r"[^\W\d_a-zа-я][\w.&:'’-]*"
_NAME = re.compile(rf"{_CAPITAL}(?: (?:(?:of|and|in|for|on|the|&|de|y|в|и) ){{0,2}}{_CAPITAL})*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ASIDE = re.compile(r"\([^()]*\)|\b\d+/\d+\b")  # "(Reprinted)", "1/14"
_ISSUE = re.compile(r"\b(?:no|number|issue|nr)\.? ?(\d+)|№ ?(\d+)|\d ?\((\d{1,3})\)", re.I)
_JOURNAL = re.compile(
    r"\b(?:journal|letters|reports|reviews?|transactions|annals|bulletin|proceedings|magazine|quarterly|revista|zeitschrift|журнал)\b",
    re.I,
)
# Labels of sections that are also names of journals.
_NUMBERS = re.compile(r"[\s\d;:,.()–-]+$")
_LABEL = re.compile(
    r"(?:original |research |review |short |brief )*(?:articles?|research|letters?|reviews?|reports?|communications?|papers?"
    r"|perspectives?|opinion|news|editorial|correspondence|analysis|preprint|comment|methods|results|discussion|introduction"
    r"|medicine|biology|physics|chemistry|astronomy|mathematics|economics)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class OwnCitation:
    """The place of publication of an article: the `venue` as printed with everything after it, and its parts.

    A missing part is "". `name` is the name of the journal, and `is_known` says that the table of journals has it.
    """

    venue: Printed
    volume: str = ""
    issue: str = ""
    pages: str = ""
    is_known: bool = False
    name: str = ""


def find_own_citation(pages: Sequence[PrintedPage], title: str) -> OwnCitation | None:
    """Find the most complete citation of the article `title` in the margins and notes of its first `pages`.

    The first citation wins a tie. Return None if there is no citation.
    """
    texts = [(page, row, False) for page in pages for row in list_margin_rows(page)]
    texts += [(page, note, True) for page in pages for note in _list_notes(page)]
    found = [
        own
        for page, text, is_note in texts
        if len(text.split()) <= _LONGEST and not is_placeholder(text)
        for own in _read_citations(text, page, is_note)
        if own.is_known or fold_title(own.name) not in fold_title(title)
    ]
    return max(
        found,
        key=lambda own: (own.is_known, bool(own.pages), bool(own.volume), bool(own.issue)),
        default=None,
    )


def find_running_journal(pages: Sequence[PrintedPage]) -> OwnCitation | None:
    """Find a journal name that is a row of the margins by itself, apart from dates.

    A name of a single word must be on two pages. Return None if there is no such name.
    """
    names = [
        (name, page)
        for page in pages
        for row in list_margin_rows(page)
        for part in _split_row(row)
        for name in (part.partition(". ")[0], _NUMBERS.sub("", part), part.partition(", ")[0])
        if _is_journal(name)
    ]
    pages_of = Counter(name for name, _ in {(name.casefold(), page.number) for name, page in names})
    for name, page in names:
        if " " in name or pages_of[name.casefold()] > 1:
            return OwnCitation(page.find_any(name, (name,)), is_known=True)
    return None


def _is_journal(name: str) -> bool:
    """True for a journal in the table, or for a capitalized name with a word such as "Letters"."""
    is_titled = " " in name and _JOURNAL.search(name)
    is_named = is_titled or (find_journal(name) and not is_institution(name))
    return bool(is_named and _NAME.fullmatch(name)) and not _LABEL.fullmatch(name)


def _list_notes(page: PrintedPage) -> Iterator[str]:
    """Yield the notes on how to cite the article, without their labels."""
    for line in page.lines:
        label = _CITE.match(line.plain)
        if label or (" " in line.plain and find_journal(line.plain)):
            text, below = line.plain[label.end() if label else 0 :], find_below(page.lines, line, _STEP)
            for _ in range(_CITE_LINES):
                if below:
                    text, below = f"{text} {below.plain}", find_below(page.lines, below, _STEP)
            yield text


def list_margin_rows(page: PrintedPage) -> Iterator[str]:
    """Yield the rows in the head and at the foot of the page; lines of one row are joined with bars."""
    if not page.lines:
        return
    top = min(line.bbox.y0 for line in page.lines)
    height = max(line.bbox.y1 for line in page.lines) - top
    lines = [
        line for line in page.lines if not top + _TOP * height < line.baseline < top + (1 - _BOTTOM) * height
    ]
    row: list[MarkedLine] = []
    for line in sorted(lines, key=lambda line: (line.baseline, line.bbox.x0)):
        if row and line.baseline - row[0].baseline > _ROW:
            yield _join_row(row)
            row = []
        row.append(line)
    if row:
        yield _join_row(row)


def _join_row(row: Sequence[MarkedLine]) -> str:
    return " | ".join(line.plain for line in sorted(row, key=lambda line: line.bbox.x0))


def _read_citations(text: str, page: PrintedPage, is_note: bool) -> Iterator[OwnCitation]:
    """Yield the citations of a journal in `text`, with volume, issue and pages.

    The parts may be in the usual order, or in any order between bars. Only a note may have a title before the journal.
    """
    parts = _split_row(text)
    ordered = _order_parts(parts) if len(parts) > 1 else ""
    for part in filter(None, (*parts, ordered)):
        for locator in find_locators(part):
            start, is_known = find_journal_start(part[: locator.start]) or (0, False)
            name = part[start if is_known else 0 : locator.start].strip(" ,;:([-–")
            name = (
                name if name.count(".") > 1 else name.rstrip(".")
            )  # abbreviations keep their last full stop
            is_placed = is_note or _AUTHORS.fullmatch(part, 0, part.index(name))
            if not ((is_known and name[:1].isupper() and is_placed) or _is_own(name, locator, part)):
                continue
            printed = part[part.index(name) : locator.end].rstrip(" ,;.")
            pages = "" if _YEAR.fullmatch(locator.pages) else locator.pages
            volume, pages = (locator.volume, pages) if locator.volume.strip("0") else ("", "")
            shown = text if part is ordered else printed
            venue = page.find_any(shown, (shown, *_BARS.split(shown), name))
            yield OwnCitation(venue, volume, find_issue(printed), pages, is_known, name)


def find_issue(text: str) -> str:
    """Return the number of the issue in a citation; "" if it has none."""
    match = _ISSUE.search(text)
    return next(filter(None, match.groups()), "") if match else ""


def _split_row(text: str) -> list[str]:
    """Split a row at bars into its parts, without dates and addresses."""
    plain = " ".join(_DATE.sub(" ", _ADDRESS.sub(" ", text)).split())
    return [part for each in _BARS.split(plain) if (part := each.strip(" ,;."))]


def _order_parts(parts: Sequence[str]) -> str:
    """Order the parts of a row as name, volume, issue and pages.

    A single page number is dropped if a page range is given.
    """
    ranks = {part: next((n for n, form in enumerate(_FORMS, 1) if form.fullmatch(part)), 0) for part in parts}
    own = [part for part in parts if not (part.isdecimal() and _PAGES_RANK in ranks.values())]
    return ", ".join(sorted(own, key=ranks.__getitem__))


def _is_own(name: str, locator: Locator, part: str) -> bool:
    """True for a citation of a journal that is not in the table.

    It consists of a name and numbers with a year or a marked volume, and nothing else.
    """
    is_dated = bool(locator.year or _VOLUME.search(part))
    is_whole = not any(map(str.isalnum, _ASIDE.sub("", part[locator.end :])))
    return bool(_NAME.fullmatch(name)) and is_dated and is_whole and not _LABEL.fullmatch(name)
