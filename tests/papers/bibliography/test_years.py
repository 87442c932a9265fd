"""The year of a paper as others cite it."""

from collections import Counter

from citehop.papers.bibliography.years import choose_year


def test_the_most_frequent_year_and_of_equally_frequent_ones_the_later() -> None:
    assert choose_year(Counter([2001, 2001, 2003])) == 2001
    assert choose_year(Counter([2001, 2003])) == 2003
    assert choose_year(Counter()) is None
