"""Journals by their names and abbreviations."""

import pytest

from citehop.papers.journals.table import find_journal, is_same_journal


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ApJ", "The Astrophysical Journal", True),
        ("Phys. Rev. E", "Physical Review E", True),
        ("PNAS", "Proc. Natl. Acad. Sci. USA", True),
        ("A&A", "Astron. Astrophys.", True),
        ("Rain Eng. Lett.", "Rain and Engine Letters", True),
        ("REL", "Rain Engine Letters", True),
        ("Nature", "Science", False),
        ("Rain Engine Letters", "Nature", None),
    ],
)
def test_two_names_are_compared(one: str, other: str, same: bool | None) -> None:
    assert is_same_journal(one, other) == is_same_journal(other, one) == same


def test_a_name_outside_the_table_has_no_key() -> None:
    assert find_journal("Rain Engine Letters") == ""
    assert find_journal("Mon. Not. R. Astron. Soc.") == find_journal("MNRAS") != ""
