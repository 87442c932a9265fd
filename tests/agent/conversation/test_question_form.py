"""A question taken apart, and put together with another attribute or a reason."""

from __future__ import annotations

import pytest

from citehop.agent.conversation.question_form import QuestionForm, parse_form


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("How many units does Elm have?", QuestionForm("units", "many", "does", "Elm have", start=20)),
        ("Which corpus is Elm trained on?", QuestionForm("corpus", "", "is", "Elm trained on", start=16)),
        ("What is Falk's CNN's dropout rate?", QuestionForm("dropout rate", owner="Falk's CNN")),
        ("What is the dropout rate of Elm?", QuestionForm("dropout rate", owner="Elm")),
        ("Why is Elm faster?", QuestionForm(auxiliary="is", rest="Elm faster")),
        ("Who wrote Elm?", QuestionForm()),
    ],
)
def test_the_parts_of_a_question(question: str, form: QuestionForm) -> None:
    assert parse_form(question) == form


def test_only_a_question_for_a_data_set_asks_for_data() -> None:
    assert parse_form("Which corpus is Elm trained on?").asks_for_data
    assert not parse_form("How many units does Elm have?").asks_for_data
    assert not parse_form("What is the corpus of Elm?").asks_for_data


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What is Falk's CNN's dropout rate?", "Why does Falk's CNN use this dropout rate?"),
        ("How many units does Elm have?", "Why does Elm have this many units?"),
        ("Who wrote Elm?", ""),
    ],
)
def test_the_reason_is_asked_of_the_answer(question: str, why: str) -> None:
    assert parse_form(question).ask_why("Why") == why
