"""Requests that no paper answers are told from questions."""

from __future__ import annotations

import pytest

from citehop.agent.ask import HELP, ask
from citehop.agent.relevance.small_talk import is_small_talk
from citehop.agent.session import Session


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "???",
        "hello",
        "Thanks a lot!",
        "who are you?",
        "write me a poem",
        "Translate this into French",
        "What is 2 + 2?",
    ],
)
def test_greetings_errands_and_empty_text_are_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hi, which corpus is it trained on?",  # about papers, whatever opens it
        "Generate the list of tables in the second paper",
        "What is the learning rate?",
        "email of who wrote RillNet",
        "How many 3 x 3 kernels are there?",
        "yes or no: did they tune on the held-out half and report numbers on another one?",  # longer than a greeting
    ],
)
def test_questions_about_papers_are_not(text: str) -> None:
    assert not is_small_talk(text)


def test_small_talk_is_refused_with_the_help_line(by_words: Session) -> None:
    answer = ask(by_words, "hello there")
    assert (answer.status, answer.text, answer.citations, answer.ranking) == ("abstained", HELP, (), ())
    assert answer.closest is None
