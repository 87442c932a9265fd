"""Read dates of publication as pages print them: "Received 4 February 2011", "Submitted 4/02; Published 2/03"."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...plural import count_noun
from ...record import DatedEvent, Event
from ...types import Paper
from .printed_page import PrintedPage, ReadPage

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
DATE = (
    rf"(?:(?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}},)?,? (?:19|20)\d\d|(?:19|20)\d\d {_MONTH} \d{{1,2}}"
    r"|\d{1,2}/\d{2,4}|(?:19|20)\d\d-\d\d-\d\d)"
)
MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)
_STEP = re.compile(
    r"\b(?:(?:submission|manuscript|article|paper|first|final|revised|revision) )*"
    rf"(?:received|submitted|revised|accepted|approved|published|available online)\b[\w ]{{0,30}}?:? ?(?P<date>{DATE})",
    re.I,
)
# Words that identify an event. Rarer words come first, because of "revised submission received" and similar phrases.
_EVENTS: tuple[tuple[str, Event], ...] = (
    ("revis", "revised"), ("accept", "accepted"), ("approv", "accepted"),
    ("receiv", "received"), ("submi", "received"), ("", "published")
)  # fmt: skip
_SHORT = 60  # most words of a block that gives dates
_LATEST = 50  # largest two-digit year that belongs to this century


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A month of a year, and the `day` if it is printed."""

    year: int
    month: int
    day: int | None


def read_events(paper: Paper, read_page: ReadPage) -> tuple[DatedEvent, ...]:
    """Read the steps of publication with their dates, from the first page or else from notes on other pages."""
    if found := tuple(_find_events(read_page(min(paper.pages, 1)))):
        return found
    notes = (block for block in paper.blocks if block.kind not in ("reference", "caption"))
    pages = dict.fromkeys(
        block.page for block in notes if _STEP.search(block.text) and len(block.text.split()) <= _SHORT
    )
    return next((found for number in pages if (found := tuple(_find_events(read_page(number))))), ())


def _find_events(page: PrintedPage) -> Iterator[DatedEvent]:
    for match in _STEP.finditer(page.text):
        event = next(event for words, event in _EVENTS if words in match[0].casefold())
        if read_date(match["date"]):
            yield DatedEvent(event, match["date"], page.locate(*match.span()))


def time_between(events: Sequence[DatedEvent]) -> str:
    """Describe the time from the first to the last date: "146 days", or "10 months" if a day is missing.

    Return "" for fewer than two dates.
    """
    dates = [date for event in events if (date := read_date(event.date))]
    if len(dates) < 2:
        return ""
    first, last = dates[0], dates[-1]
    if first.day and last.day:
        days = datetime.date(last.year, last.month, last.day) - datetime.date(
            first.year, first.month, first.day
        )
        return count_noun(days.days, "day")
    return count_noun(12 * (last.year - first.year) + last.month - first.month, "month")


def read_date(text: str) -> PrintedDate | None:
    """Parse `text` as a date; None if it has no month or year, or if the date does not exist."""
    if match := re.fullmatch(r"(\d{1,2})/(\d{2}|\d{4})", text):
        month, year, day = int(match[1]), int(match[2]), None
        year += 0 if year > 99 else 1900 if year > _LATEST else 2000
    elif match := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text):
        year, month, day = map(int, match.groups())
    else:
        names = [place for place, name in enumerate(MONTHS, 1) if name[:3].casefold() in text.casefold()]
        years, days = re.findall(r"\d{4}", text), re.findall(r"(?<!\d)\d{1,2}(?!\d)", text)
        year, month = int(years[0]) if years else 0, names[0] if names else 0
        day = int(days[0]) if days else None
    is_date = year and 1 <= month <= 12 and (day is None or 1 <= day <= calendar.monthrange(year, month)[1])
    return PrintedDate(year, month, day) if is_date else None
