"""The noun and the unit that a question asks for, and texts that have them."""

from __future__ import annotations

import pytest

from citehop.agent.relevance.asked_for import (
    NO_ATTRIBUTE,
    asked_noun,
    asked_noun_terms,
    attribute_share,
    attribute_terms,
    lacks_attribute,
    lacks_unit,
    name_degree,
    phrase_share,
    unit_degree,
)


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("In which programming language is FooNet written?", ("programming", "language")),
        ("What off-the-shelf solver does it use?", ("off-the-shelf", "solver")),
        ("Which tool's output is ranked?", ("tool", "output")),
        ("How deep is it?", ()),
        ("What is it?", ()),
    ],
)
def test_the_noun_behind_a_question_word(question: str, noun: tuple[str, ...]) -> None:
    assert asked_noun(question) == noun


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is the learning rate of FooNet?", {"learn", "rate"}),
        ("What learning rate does FooNet use?", {"learn", "rate"}),
        ("Tell me the annotation cost of FooNet.", {"annot", "cost"}),
        ("How many GPUs are needed?", {"gpus"}),
        ("What is the name of it?", set()),  # a generic word
        ("Why is it slow?", set()),
    ],
)
def test_the_attribute_that_a_question_asks_for(question: str, terms: set[str]) -> None:
    assert attribute_terms(question) == terms


def test_a_name_counts_by_its_distance_to_the_noun() -> None:
    question = "Which solver does FooNet use?"
    noun = asked_noun_terms(question)
    assert name_degree(question, noun, "We use the GLPK solver.") == pytest.approx(5 / 6)
    assert name_degree(question, noun, "The solver that is the best of all is GLPK.") == 0.0
    assert name_degree(question, noun, "The solver of FooNet is fast.") == 0.0  # the name is the question's
    assert name_degree(question, frozenset(), "We use GLPK.") == 0.0


@pytest.mark.parametrize(
    ("question", "text", "degree"),
    [
        ("How long did training take?", "Training took 3 days on two machines.", 1.0),
        ("How long did training take?", "We train on 3 machines.", -1.0),
        ("What share of the words is unknown?", "In all, 8.5% of the words are unknown.", 1.0),
        ("What share of the words is unknown?", "That makes .085 for 12 words.", 1.0),
        ("Which parser is used?", "It takes 3 days.", 0.0),
    ],
)
def test_a_quantity_has_the_unit_that_is_asked_for(question: str, text: str, degree: float) -> None:
    assert unit_degree(question, text) == degree


def test_neighbouring_words_of_the_question_are_near_one_another() -> None:
    words = ["marginal", "probability", "threshold"]
    assert phrase_share(words, "The marginal probability has no such limit.") == 0.5
    assert phrase_share(words, "A threshold on the probability of marginal cases.") == 1.0
    assert phrase_share(["one"], "one") == 0.0


@pytest.mark.parametrize(
    ("question", "terms", "lacks"),
    [
        ("What is the dropout of FooNet?", {"foonet"}, True),
        ("What is the dropout of FooNet?", {"foonet", "dropout"}, False),
        ("What F1 score does FooNet reach?", {"foonet"}, False),  # a table of results need not say so
    ],
)
def test_a_table_that_lacks_what_is_asked_for(question: str, terms: set[str], lacks: bool) -> None:
    assert lacks_attribute(question, terms) is lacks


def test_the_share_of_what_is_asked_for_leaves_out_measures() -> None:
    assert attribute_share(("learn", "rate"), {"rate"}) == 0.5
    assert attribute_share(("percentag", "corpu"), {"corpu"}) == 1.0
    assert attribute_share(("percentag",), set()) == attribute_share((), set()) == NO_ATTRIBUTE


def test_cells_without_the_unit_that_is_asked_for_lack_it() -> None:
    question = "How long does one run take?"
    assert lacks_unit(question, "CAFE Train", "92.5")
    assert not lacks_unit(question, "CAFE Training time", "92.5")
    assert not lacks_unit(question, "CAFE Train", "6.5 hours")
    assert not lacks_unit("What score does CAFE reach?", "CAFE Train", "92.5")
    share = "What part of the words has several tags?"
    assert lacks_unit(share, "Accuracy of part-of-speech tags: CAFE", "85.4")
    assert not lacks_unit(share, "Share of words: CAFE", "85.4")
    assert not lacks_unit("What part of the words has which accuracy?", "Accuracy: CAFE", "85.4 %")
    assert not lacks_unit("What accuracy does CAFE reach?", "CAFE Train", "92.5")  # tables print no sign
