"""The names of authors in questions: surnames, unless they are common words."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.people.author_names import find_named_author

AUTHORS = ("Ada Falk", "Bo Ek", "Cleo Lind")


def test_an_author_is_named_by_the_surname() -> None:
    assert find_named_author(AUTHORS, "Where does falk work?") == "Ada Falk"
    assert find_named_author(("Ada Falk", "Bo Falk"), "Bo Falk's address?") == "Bo Falk"
    assert find_named_author(AUTHORS, "Where does Ada work?") is None


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("Where does he work?", None),
        ("So where is an author from?", None),
        ("Where does He work?", "Yichen He"),
        ("Where is Kim An from?", "Kim An"),
    ],
)
def test_a_surname_that_is_a_common_word_is_capitalised(question: str, author: str | None) -> None:
    assert find_named_author(("Yichen He", "Kim An", "Bo So"), question) == author
