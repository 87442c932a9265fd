"""Choose the year of a paper from the years with which other papers cite it."""

from __future__ import annotations

from collections import Counter


def choose_year(counts: Counter[int]) -> int | None:
    """Return the most frequent year; the latest year wins a tie. None if `counts` is empty."""
    return max(counts, key=lambda year: (counts[year], year), default=None)
