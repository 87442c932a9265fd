from __future__ import annotations

import pytest

from citehop.figures.question.back_references import refers_back, refers_to_other_work, without_reference


@pytest.mark.parametrize(
    "second",
    [
        "How does that method's own paper handle rare words?",
        "How many people marked changes for that earlier version?",
        "Which parser did that research use?",
        "How many trees does that suggesting paper count?",
        "What was the optimal window in the original paper?",
    ],
)
def test_a_second_part_that_names_another_work(second: str) -> None:
    assert refers_to_other_work(second)
    assert refers_back("Which method is best?", second)


@pytest.mark.parametrize(
    "second",
    [
        "What batch size was used there?",
        "How many tokens does the data have in it?",
        "What kappa did that set reach?",
    ],
)
def test_a_pronoun_refers_back_after_a_statement_only(second: str) -> None:
    assert refers_back("The note takes its labels from earlier work.", second)
    assert not refers_back("Which method is best?", second)


def test_a_second_part_about_the_same_paper() -> None:
    assert not refers_back("The paper has two tables.", "How many layers does the model of this paper have?")
    assert not refers_back("Table 2 lists methods.", "How many rows are there in the table?")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("In its own paper, what window size was best?", "What window size was best?"),
        ("How long did it train, and on what GPU, in its own paper?", "How long did it train, and on what GPU?"),
        ("How many genres do the books have, according to its authors?", "How many genres do the books have?"),
        ("In the paper that introduced it, what size was best for trees?", "What size was best for trees?"),
        ("How many nodes does that graph hold, in the paper which describes its construction?",
         "How many nodes does that graph hold?"),
        ("How old, in its paper?", "How old, in its paper?"),
        ("Which words are in the training set?", "Which words are in the training set?"),
    ],
)  # fmt: skip
def test_phrases_that_only_name_the_paper_are_left_out(text: str, rest: str) -> None:
    assert without_reference(text) == rest
