"""Dates as pages print them: "4 February 2011", "April 2002", "4/02", "2011-02-04"."""

from __future__ import annotations

import calendar
import datetime
import re
from dataclasses import dataclass

from .....papers.plural import count_noun

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
DATE = rf"(?:(?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}},)?,? (?:19|20)\d\d|\d{{1,2}}/\d{{2,4}}|(?:19|20)\d\d-\d\d-\d\d)"
MONTHS = tuple(
    "January February March April May June July August September October November December".split()
)
_LATEST = 50  # two digits of a year up to which it is of this century


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A month of a year, with the `day` if it is printed."""

    year: int
    month: int
    day: int | None


def time_between(line: str) -> str:
    """Time from first to last date of `line`: "146 days", or "10 months" where a day is missing; "" for fewer than two."""
    dates = [date for text in re.findall(DATE, line, re.I) if (date := read_date(text))]
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
    """The date that `text` is; None where it has no month or year that there is."""
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
