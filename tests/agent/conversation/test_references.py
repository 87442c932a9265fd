"""Words of a follow-up that refer to what was spoken of, and values in another unit."""

from __future__ import annotations

import pytest

from citehop.agent.conversation.references import (
    ask_among,
    find_compared,
    find_ordinal,
    is_anaphoric,
    name_demonstratives,
)
from citehop.agent.conversation.unit_conversion import asked_unit, convert_answer
from citehop.agent.types import Answer


@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("which one of them is the oldest", "which one of these papers is the oldest"),
        ("which one has the highest", "Which of these papers has the highest"),
        ("which papers cite it", ""),
        ("which optimizer do they use", ""),
    ],
)
def test_a_question_among_papers_spoken_of(text: str, among: str) -> None:
    assert ask_among(text) == among


def test_ordinals_count_the_papers_spoken_of() -> None:
    assert find_ordinal("who wrote the second one", 3) == (1, (10, 24))
    assert find_ordinal("the authors of the latter", 3) == (2, (15, 25))
    assert find_ordinal("who wrote the fourth one", 3) is None
    assert find_ordinal("the first layer", 3) is None


def test_a_demonstrative_stands_for_the_latest_noun_of_its_kind() -> None:
    questions = ["Best F1 on the news corpus?", "And on the reports corpus?"]
    assert (
        name_demonstratives("what happens on that corpus", questions) == "what happens on the reports corpus"
    )
    assert name_demonstratives("what happens on that data", questions) == "what happens on that data"


def test_what_an_answer_is_compared_with() -> None:
    assert find_compared("how does that compare with the DPLVM segmenter") == "DPLVM segmenter"
    assert find_compared("compared to BiDAF") == "BiDAF"
    assert find_compared("how does dropout compare with batch norm") == ""


def test_there_and_that_noun_refer_back() -> None:
    assert is_anaphoric("why is the gain so small there")
    assert is_anaphoric("what happens on that corpus")
    assert not is_anaphoric("how many layers are there")


@pytest.mark.parametrize(
    ("question", "text", "converted"),
    [
        ("in minutes?", "It took 3 hours. [1]", "3 hours = 180 minutes"),
        ("what was that again in percent", ".750 (Table 2: “a .750”) [1]", ".750 = 75%"),
        ("in percent?", "0.85 (95% CI 0.81 to 0.88) [1]", "0.85 = 85%"),
        ("in percent?", "81.1 (Table 2: “a 81.1”) [1]", "81.1%"),
        ("in hours?", "7 s (Table 2: “a 7s”) [1]", "7 s = 0.001944 hours"),
    ],
)
def test_the_last_value_in_another_unit(question: str, text: str, converted: str) -> None:
    answer = convert_answer(Answer(text, status="answered"), asked_unit(question))
    assert answer is not None
    assert answer.text == converted


def test_counts_are_no_percentages_and_other_questions_ask_for_no_unit() -> None:
    assert convert_answer(Answer("9 classes [1]", status="answered"), "percent") is None
    assert asked_unit("most frequent tag, in percent?") == ""
