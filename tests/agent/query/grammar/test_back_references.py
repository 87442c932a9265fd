from __future__ import annotations

import pytest

from citehop.agent.query.grammar.back_references import (
    asks_for_cited_work,
    is_about_other_work,
    names_cited_work,
    refers_back,
    refers_to_other_work,
)


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


@pytest.mark.parametrize("second", ["Which optimizer was used to train it?", "Who built it?"])
def test_any_pronoun_refers_to_the_system_that_is_asked_for(second: str) -> None:
    assert refers_back("Which method has a training time of 336 hours in Table 3?", second)
    assert not refers_back("How many hours are in Table 3?", second)


def test_a_second_part_about_the_same_paper() -> None:
    assert not refers_back("The paper has two tables.", "How many layers does the model of this paper have?")
    assert not refers_back("Table 2 lists methods.", "How many rows are there in the table?")


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("In the work cited for the confidence measure, what value does alpha have?", True),
        ("According to the paper introducing TagPair, how many tokens are tested?", True),
        ("Consider the paper that introduces the method", True),
        ("How large is the corpus described in this paper?", False),
        ("Which optimizer does the proposed model use?", False),
    ],
)
def test_a_work_is_named_by_its_citation_or_contribution(text: str, cited: bool) -> None:
    assert names_cited_work(text) is cited


def test_a_pronoun_after_a_colon_refers_to_a_work_of_others_only() -> None:
    assert is_about_other_work("The fastest baseline", "How many layers does it have?")
    assert not is_about_other_work("Table 2 of the Foo paper", "How many layers does it list?")


def test_one_cited_work_is_asked_for_not_the_list_of_them() -> None:
    assert asks_for_cited_work("Which paper does QANet cite for character-level convolutions?")
    assert asks_for_cited_work("Whose model does the paper build on?")
    assert asks_for_cited_work("Which work is the direct inspiration of RillNet?")
    assert not asks_for_cited_work("Which papers does QANet cite?")
    assert not asks_for_cited_work("Which paper has the most layers?")


@pytest.mark.parametrize(
    ("second", "refers"),
    [
        ("At which rank of the answer does it occur?", False),
        ("Where is it reached?", False),
        ("At which learning rate was it trained?", True),
        ("At which size does it occur in its own paper?", True),
    ],
)
def test_the_place_of_a_value_is_no_work(second: str, refers: bool) -> None:
    assert refers_back("What is the minimum accuracy of the AoA Reader?", second) is refers
