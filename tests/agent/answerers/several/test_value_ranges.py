"""Values of several papers in one unit."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.value_ranges import Range, find_ranges, parse_values


@pytest.mark.parametrize(
    ("texts", "ranges"),
    [
        (("0.85", "91%"), [Range("0.85", 85.0, 85.0), Range("91%", 91.0, 91.0)]),  # a share as per cent
        (("50 or 60", "40"), [Range("50 or 60", 50.0, 60.0), Range("40", 40.0, 40.0)]),
        (("500", "91%"), []),  # a count is no share
        (("2 hours", "91"), []),  # times and plain numbers
        (("large", "91"), []),  # no number
    ],
)
def test_values_are_compared_in_one_unit_only(texts: tuple[str, ...], ranges: list[Range]) -> None:
    assert find_ranges([parse_values(text) for text in texts]) == ranges
