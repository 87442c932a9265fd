"""Compute edit distances (Levenshtein, 1966)."""

from __future__ import annotations


def edit_distance(one: str, other: str) -> int:
    """Return the least number of inserted, deleted and replaced characters that turn `one` into `other`."""
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        diagonal, row[0] = row[0], place
        for column, against in enumerate(other, 1):
            replaced = diagonal + (character != against)
            diagonal = row[column]
            row[column] = min(replaced, diagonal + 1, row[column - 1] + 1)
    return row[-1]
