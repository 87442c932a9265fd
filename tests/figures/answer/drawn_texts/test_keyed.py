"""Texts behind a key, what signs stand for, and tags behind quoted words."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.drawn_texts.keyed import answer_key, answer_meaning, answer_tag
from citehop.figures.answer.drawn_texts.titles import answer_printed_value
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox

LINES = [
    DrawnText(text, BBox(0, 12.0 * i, 6.0 * len(text), 12.0 * i + 10))
    for i, text in enumerate(
        [
            "Question: Which river flows through",
            "the old town of Bern?",
            "Answer: the Aare",
            "Context: The town lies on a bend. It",
            "was founded in 1191.",
            "Answer: Bern",
        ]
    )
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's the example question?", "Which river flows through the old town of Bern?"),
        ("What is the context in the example?", "The town lies on a bend. It was founded in 1191."),
        ("What is the first answer?", "the Aare"),
        ("What is the answer in the bottom panel?", "Bern"),
        ("What is the answer?", ""),  # there are two
        ("What is the title?", ""),
    ],
)
def test_the_text_behind_a_key(question: str, answer: str) -> None:
    assert answer_key(parse_question(question, one_hop=True), LINES) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does L stand for?", "L = liver"),
        ("What does the letter H mean?", "H = heart"),
        ("What does K denote?", "K = kidney"),
        ("What does the symbol α denote?", "α = 0.5"),
        ("What does Z stand for?", ""),
        ("Which organ is L?", ""),
        ("What is the point H in Figure 2?", "H = heart"),
        ("What is Z in Figure 2?", ""),
    ],
)
def test_what_a_sign_stands_for(question: str, answer: str) -> None:
    texts = ["Figure 2. Organs (H = heart, L = liver).", "K: kidney", "α = 0.5, β = 2", "Z = ."]
    assert answer_meaning(parse_question(question, one_hop=True), texts) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('Which tag does "Well done" get?', "PRAISE"),
        ('What label has "Look again" in the excerpt?', "HINT"),
        ('Which tag does "Good" get?', ""),  # tagged in two ways
        ('Which tag does "!?" get?', ""),
        ('Who says "Well done"?', ""),
    ],
)
def test_the_tag_behind_quoted_words(question: str, answer: str) -> None:
    texts = ["Tutor: Well done. [PRAISE]", "Tutor: Look again [HINT]", "A: Good [X]", "B: Good [Y]"]
    assert answer_tag(parse_question(question, one_hop=True), texts) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many sensor units are there for each site?", "150"),
        ("How many pumps are there?", ""),  # two sizes
        ("How many valves are there?", ""),
    ],
)
def test_a_number_that_is_printed_before_the_things(question: str, answer: str) -> None:
    printed = ("150 units", "150 units", "3 pumps", "4 pumps")
    texts = [DrawnText(text, BBox(0, 20.0 * i, 60, 20.0 * i + 10)) for i, text in enumerate(printed)]
    assert answer_printed_value(parse_question(question, one_hop=True), texts) == answer
