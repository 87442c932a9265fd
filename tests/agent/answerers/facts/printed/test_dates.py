"""Dates as pages print them, and the time between two."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.printed.dates import PrintedDate, read_date, time_between


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
    ("line", "time"),
    [
        ("Submitted 4/02; Published 2/03", "10 months"),
        ("Received 4 February 2011; received in revised form 9 June 2011; accepted 30 June 2011", "146 days"),
        ("Received 30 June 2011; accepted July 2011", "1 month"),
        ("Submitted 4/02", ""),
    ],
)
def test_the_time_from_the_first_to_the_last_date(line: str, time: str) -> None:
    assert time_between(line) == time
