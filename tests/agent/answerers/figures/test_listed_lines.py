from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.listed_lines import answer_line, answer_step, is_listing
from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def drawn(*texts: str) -> list[DrawnText]:
    return [DrawnText(text, BBox(0, 15 * i, 6 * len(text), 15 * i + 10)) for i, text in enumerate(texts)]


STATES = drawn("Start", "After SHIFT", "N V", "After REDUCE", "NP V", "After FINISH")
NUMBERED = drawn("1. Locate the pumps.", "2. Compare all pairs:", "2.1 Skip the small", "3. Insert a seal.")
DIALOGUE = drawn(
    "Tutor: Perfect [PF]",
    "Tutor: The syntax is right. But there is an error",
    "in the logic [LF]",
    "Student: Where? [Q]",
    "Student runs the code",
    "Tutor: In the loop [A]",
)
SETTINGS = drawn("Config", '{"pump_size": 5,', '"learning_rate": 0.2}', "Update", "Next", "Presets")


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("What is the very last action?", STATES, "After FINISH"),
        ("What is the first action in the example?", STATES, "After SHIFT"),
        ("What is done in the last step?", NUMBERED, "3. Insert a seal."),
        ("What is done in the second step?", NUMBERED, "2. Compare all pairs:"),
        ("What is the best action?", STATES, ""),
        ("What is the last step?", SETTINGS, ""),
    ],
)
def test_the_place_of_a_step_in_a_list(question: str, lines: list[DrawnText], answer: str) -> None:
    assert answer_step(parse_question(question, one_hop=True), lines) == answer


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        (
            "What tag has the line about a logic error?",
            DIALOGUE,
            "Tutor: The syntax is right. But there is an error in the logic [LF]",
        ),
        ("learning rate and pump size in the config?", SETTINGS, '{"pump_size": 5, "learning_rate": 0.2}'),
        ("Which pump is red?", SETTINGS, ""),
        ("How many lines have a logic error?", DIALOGUE, ""),
    ],
)
def test_the_line_with_the_words_of_the_question(question: str, lines: list[DrawnText], answer: str) -> None:
    assert answer_line(parse_question(question, one_hop=True), lines, ()) == answer


def test_a_line_with_few_of_the_words_is_no_answer() -> None:
    question = parse_question("learning rate and pump size of the blue machine behind the wooden door?")
    assert answer_line(question, SETTINGS, (), 0.5) == ""


def test_labels_are_no_listing() -> None:
    assert is_listing(DIALOGUE)
    assert not is_listing(SETTINGS)
