"""What something is, and what a paper contributes: the sentence that introduces it."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.definitions import asks_for_contribution, defined_name, introduces
from citehop.agent.relevance.subject import Subject

NET = Subject("rill-2021", 0.9, 0.9, frozenset({"rillnet"}))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is RillNet?", "RillNet"),
        ("what are word vectors", "word vectors"),
        ("What is the TagPair method?", "TagPair"),
        ("Explain what RillNet is.", "RillNet"),
        ("tell me about fastText", "fastText"),
        ("What is the learning rate?", ""),
        ("What is RillNet's learning rate?", ""),
        ("What is the accuracy of RillNet?", ""),
        ("What is Table 3?", ""),
        ("What is it?", ""),
    ],
)
def test_a_name_is_asked_for_and_no_attribute(question: str, name: str) -> None:
    assert defined_name(question) == name


@pytest.mark.parametrize(
    ("sentence", "strength"),
    [
        ("RillNet (Rill Network) is a network for short texts.", 3),
        ("We introduce RillNet, a network for short texts.", 3),
        ("We present a network for short texts called RillNet.", 3),
        ("In contrast, RillNet is a network without recurrence.", 2),
        ("In this paper we describe how RillNet was made.", 1),
        ("The result is called a Rill Network (RillNet), which has gates.", 1),
        ("RillNet reaches 91.2 on CRESTA.", 0),
        ("We introduce RillNet2, a network for long texts.", 0),
    ],
)
def test_a_sentence_says_what_a_name_is(sentence: str, strength: float) -> None:
    assert introduces(sentence, "RillNet") == strength


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the main contribution of RillNet?", True),
        ("What does RillNet propose?", True),
        ("What is the contribution of dropout to the accuracy of RillNet?", False),
        ("What is RillNet's batch size?", False),
    ],
)
def test_a_contribution_is_that_of_the_whole_paper(question: str, asked: bool) -> None:
    assert asks_for_contribution(question, NET) is asked
