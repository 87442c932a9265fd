"""Statements about authors are told from statements of the study."""

import pytest

from citehop.agent.relevance.author_statements import covers_question, find_initials, is_about_authors

AUTHORS = ("Denis Agniel", "Isaac S. Kohane", "Griffin M Weber", "Ludwig van der Berg")


@pytest.mark.parametrize(
    ("text", "is_about"),
    [
        ("DA and GMW conducted the analysis.", True),
        ("Contributors: ISK and GMW designed the study.", True),
        ("IK wrote the first draft.", True),
        ("Denis Agniel reported grants during the conduct of the study.", True),
        ("Two large hospitals in Boston, Massachusetts.", False),
        ("Dr Weber reported grants from a foundation.", True),
        ("The Berg glacier lost mass.", False),
        ("The DNA of 12 patients was sequenced.", False),
        ("Berg and colleagues found the opposite.", False),
    ],
)
def test_initials_and_full_names_are_found(text: str, is_about: bool) -> None:
    assert is_about_authors(text, AUTHORS, find_initials(AUTHORS, [text])) is is_about


def test_initials_that_a_paper_uses_often_are_an_acronym() -> None:
    texts = [f"DA model {number} is trained on weather." for number in range(9)]
    assert find_initials(AUTHORS, texts) == {"ISK", "IK", "GMW", "GW", "LB"} | find_initials(AUTHORS[3:], ())
    assert not is_about_authors(texts[0], AUTHORS, find_initials(AUTHORS, texts))


def test_a_question_may_ask_for_what_authors_did() -> None:
    text = "Competing interests: DA has received research funding."
    assert covers_question(text, ("compet", "interest"))
    assert not covers_question(text, ("countri", "conduct"))
    assert not covers_question(text, ())
    assert not covers_question("Analyzed the data: DA GMW.", ("data",))
