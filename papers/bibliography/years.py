"""The year of a paper as other papers cite it."""

from __future__ import annotations

from collections import Counter


def choose_year(counts: Counter[int]) -> int | None:
    """The most frequent year, the later of equally frequent ones; None if there is none."""
    return max(counts, key=lambda year: (counts[year], year), default=None)
