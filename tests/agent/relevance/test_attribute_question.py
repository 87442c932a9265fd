"""Questions for an attribute of a paper have one wording, whatever they were asked in."""

from __future__ import annotations

import pytest

from citehop.agent.relevance.attribute_question import with_plain_wording

NAMING = frozenset({"rillnet", "castellano", "2021"})


@pytest.mark.parametrize(
    "asked",
    [
        "What batch size does RillNet use?",
        "What is RillNet's batch size?",
        "what's the batch size of RillNet",
        "What is the batch size in the RillNet?",
        "RillNet's batch size",
        "batch size of RillNet",
        "batch size used by RillNet?",
        "RillNet batch size?",
        "which batch size was used by RillNet",
    ],
)
def test_one_wording(asked: str) -> None:
    assert with_plain_wording(asked, NAMING) == "What batch size does RillNet use?"


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Castellanos et al. 2021 dropout", "What dropout does Castellanos et al. 2021 use?"),
        ("RillNet's authors", "Who are the authors of RillNet?"),
        ("year of the RillNet paper", "In what year was RillNet paper published?"),
        ("Attention RillNet's batch size", "What batch size does Attention RillNet use?"),
        ("F1 of RillNet", "What is the F1 of RillNet?"),
        ("number of hidden layers in RillNet", "How many hidden layers does RillNet use?"),
        ("RillNet encoder's optimizer", "What optimizer does RillNet encoder use?"),
    ],
)
def test_results_and_counts_are_not_used(asked: str, plain: str) -> None:
    assert with_plain_wording(asked, NAMING) == plain


@pytest.mark.parametrize(
    "asked",
    [
        "What is the role of the gate in RillNet?",  # of a part of it
        "Why does RillNet use dropout?",
        "Which paper does RillNet cite for its batch size?",
        "value of RillNet in Table 2",
        "batch size of KarstMix",  # another paper
        "gain of the gate in RillNet over KarstMix",
    ],
)
def test_other_questions_stay_as_they_are(asked: str) -> None:
    assert with_plain_wording(asked, NAMING) == asked
