"""Questions of which one part asks for a paper's record and another for what its text says."""

from __future__ import annotations

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session


def test_the_part_beside_the_authors_is_answered_from_the_text(by_words: Session) -> None:
    answer = ask(
        by_words,
        "Who wrote the RillNet paper, and to what does its timing error rise if all delays are fixed at one day per edge?",
    )
    assert "Castellanos" in answer.text
    assert "the timing error rises from 9.6 to 13.1 hours. [2]" in answer.text
    assert {citation.paper_id for citation in answer.citations} == {"castellanos-2021-rillnet"}


def test_three_words_are_a_part(by_words: Session) -> None:
    answer = ask(
        by_words, "Who wrote RillNet, and how far does its timing error rise if all delays are fixed?"
    )
    assert "Castellanos" in answer.text
    assert "13.1 hours" in answer.text


def test_a_part_that_nothing_answers_is_named(by_words: Session) -> None:
    answer = ask(by_words, "Who wrote the RillNet paper, and on what GPU is it trained?")
    assert "Castellanos" in answer.text
    assert answer.text.endswith("(Nothing answers: on what GPU is it trained.)")


@pytest.mark.parametrize(
    "question", ["Who wrote RillNet and when?", "When was RillNet published, and who wrote it?"]
)
def test_two_facts_of_the_record_need_no_text(question: str, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert "Castellanos" in answer.text
    assert "2021" in answer.text
    assert "Nothing answers" not in answer.text
