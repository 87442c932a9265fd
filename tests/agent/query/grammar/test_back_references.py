from __future__ import annotations

import pytest

from citehop.agent.query.grammar.back_references import (
    asks_for_cited_work,
    citing_phrase,
    in_first_person,
    is_about_other_work,
    leads_elsewhere,
    names_cited_work,
    refers_back,
    refers_to_other_work,
    without_reference,
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
    ("text", "rest"),
    [
        ("In its own paper, what window size was best?", "What window size was best?"),
        ("How long did it train, and on what GPU, in its own paper?", "How long did it train, and on what GPU?"),
        ("How many genres do the books have, according to its authors?", "How many genres do the books have?"),
        ("In the paper that introduced it, what size was best for trees?", "What size was best for trees?"),
        ("How many nodes does that graph hold, in the paper which describes its construction?",
         "How many nodes does that graph hold?"),
        ("What was the best size for trees in the original paper of that model?", "What was the best size for trees?"),
        ("How old, in its paper?", "How old, in its paper?"),
        ("Which words are in the training set?", "Which words are in the training set?"),
    ],
)  # fmt: skip
def test_phrases_that_only_name_the_paper_are_left_out(text: str, rest: str) -> None:
    assert without_reference(text) == rest


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


@pytest.mark.parametrize(
    ("text", "citing"),
    [
        ("Which paper does the QANet paper cite for convolutions?", "the QANet paper"),
        ("Which parser that Falk and Ek build on is the fastest?", "Falk and Ek"),
        ("Falk's note credits Ek with the idea.", "Falk's note"),
        ("Which parser is the fastest?", ""),
    ],
)
def test_the_subject_of_a_verb_of_citing(text: str, citing: str) -> None:
    assert citing_phrase(text) == citing


def test_one_cited_work_is_asked_for_not_the_list_of_them() -> None:
    assert asks_for_cited_work("Which paper does QANet cite for character-level convolutions?")
    assert asks_for_cited_work("Whose model does the paper build on?")
    assert asks_for_cited_work("Which work is the direct inspiration of RillNet?")
    assert not asks_for_cited_work("Which papers does QANet cite?")
    assert not asks_for_cited_work("Which paper has the most layers?")


@pytest.mark.parametrize(
    ("first", "second", "leads"),
    [
        ("Which paper does X cite for trees?", "What score does chunking add in it?", True),
        ("X takes its labels from others.", "How many labels do they have?", True),
        ("X speaks of a recent sentence model.", "How many sentences can its code treat?", True),
        (
            "X is surprised by averages, citing one study.",
            "On how many pairs was the model of this study trained?",
            True,
        ),
        ("Which rival is there in X?", "How many words join its lexicon?", True),
        ("Which model is best?", "How many layers has it in its own paper?", True),
        ("Which optimizer does X use?", "What is its learning rate?", False),
        ("Which papers does X cite?", "How many references does it have?", False),
        ("Falk and Ek also try a Chinese corpus.", "Which software did they use?", False),
        ("From which site did X collect news for opaque mentions?", "How many words did they get?", False),
        ("Our model is better than the others.", "What explains it?", False),  # the statement itself
    ],
)
def test_a_first_part_leads_to_another_work_by_itself(first: str, second: str, leads: bool) -> None:
    assert leads_elsewhere(first, second) == leads


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("What score did that 2005 work report on trees?", "What score did we report on trees?"),
        ("How many layers does its encoder have?", "How many layers does our encoder have?"),
        ("Which licence has that earlier toolkit?", "Which licence has our toolkit?"),
        ("What dropout do the authors of that model set?", "What dropout do we set?"),
        ("How long does it take to train?", "How long does it take to train?"),
    ],
)
def test_a_second_part_as_the_authors_would_ask_it(text: str, ours: str) -> None:
    assert in_first_person(text) == ours


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
