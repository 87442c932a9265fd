"""Supplements by the names of their files and by what is printed around the title."""

import pytest

from citehop.papers.parsing.supplements import is_supplement, strip_supplement


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("cs1c04879_si_001", True),
        ("41586_2020_2649_MOESM1_ESM", True),
        ("lee-2020-supplement", True),
        ("1-s2.0-S0140-mmc1", True),
        ("simple-nets-2020", False),
        ("suppressing-noise-2020", False),
        ("sm-lee-2020", False),
    ],
)
def test_names_of_files(stem: str, expected: bool) -> None:
    assert is_supplement(stem, ()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Supporting Information for", True),
        ("Electronic Supplementary Information", True),
        ("Supplemental Data", True),
        ("Supplementary materials are available online", False),
        ("Supporting farmers in dry years", False),
    ],
)
def test_printed_words(text: str, expected: bool) -> None:
    assert is_supplement("lee-2020", (text,)) == expected


def test_the_title_of_the_paper_is_what_follows() -> None:
    assert strip_supplement("Supporting Information for: Nets of Nets") == "Nets of Nets"
    assert strip_supplement("Nets of Nets") == "Nets of Nets"
