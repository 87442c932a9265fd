"""Dates of publication as pages print them, and the time between two."""

import pytest

from citehop.papers.parsing.record.dates import PrintedDate, read_date, read_events, time_between
from citehop.papers.types import Paper

from .test_printed_page import read_text


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("4 February 2011", PrintedDate(2011, 2, 4)),
        ("October 1, 2011", PrintedDate(2011, 10, 1)),
        ("June 2012", PrintedDate(2012, 6, None)),
        ("4/02", PrintedDate(2002, 4, None)),
        ("11/98", PrintedDate(1998, 11, None)),
        ("2/2003", PrintedDate(2003, 2, None)),
        ("2011-02-04", PrintedDate(2011, 2, 4)),
        ("29 Feb 2012", PrintedDate(2012, 2, 29)),
        ("31 April 2012", None),
        ("13/02", None),
        ("30 Feb 2011", None),
    ],
)
def test_a_printed_date(text: str, date: PrintedDate | None) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    ("page", "events", "time"),
    [
        (
            "Rain. Submission received: October 1, 2011; revised submission received: June 16, 2012; accepted: August 3, 2012.",
            [("received", "October 1, 2011"), ("revised", "June 16, 2012"), ("accepted", "August 3, 2012")],
            "307 days",
        ),
        ("Submitted 4/02; Published 2/03 Rain", [("received", "4/02"), ("published", "2/03")], "10 months"),
        (
            "Received 4 February 2011; received in revised form 9 June 2011; accepted 30 June 2011",
            [("received", "4 February 2011"), ("revised", "9 June 2011"), ("accepted", "30 June 2011")],
            "146 days",
        ),
        (
            "Received 30 June 2011; accepted July 2011",
            [("received", "30 June 2011"), ("accepted", "July 2011")],
            "1 month",
        ),
        ("Rain. The messages were received in 2012. Submitted 14/02", [], ""),
    ],
)
def test_the_steps_of_publication(page: str, events: list[tuple[str, str]], time: str) -> None:
    found = read_events(Paper("rain", "Rain", pages=1), read_text(page))
    assert [(each.event, each.date) for each in found] == events
    assert all(each.printed.quote and each.date.split()[0] in each.printed.quote for each in found)
    assert time_between(found) == time
