"""Attributes with a fixed name: a text without its wordings does not give them."""

from __future__ import annotations

import pytest

from citehop.agent.relevance.named_attributes import find_named_attribute


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("What learning rate does RillNet use?", "We use Adam with a learning rate of 0.001.", True),
        ("What learning rate does RillNet use?", "The error rate falls to 0.12.", False),
        ("What learning rate does RillNet use?", "Adadelta needs no learning rate.", True),  # "no"
        ("Which initial learning rate is best?", "The step size is 0.5.", True),
        (
            "What mini-batch size does RillNet use?",
            "It is trained with mini-batches by back-propagation.",
            False,
        ),
        ("What mini-batch size does RillNet use?", "We use minibatches of 32.", True),
        ("What dropout rate does RillNet use?", "A tenth of the corpus is held out.", False),
        ("What kappa did the annotators reach?", "The corpus has 122 threads.", False),
        ("On which GPU was RillNet trained?", "All runs took an hour on a Tesla K40.", True),
        ("How many GPUs were used?", "We trained on a single GPU.", True),
        ("How many parameters does RillNet have?", "The model has 14 million parameters.", True),
        ("What vocabulary size does RillNet use?", "The words surround it in a window of 5.", False),
        ("What context window does RillNet use?", "The context matrix is orthonormal.", False),
        ("What context window does RillNet use?", "We use a window of two tokens to each side.", True),
        (
            "How many parameters does RillNet lose?",
            "An ensemble of 12 runs has equal hyper-parameters.",
            False,
        ),
        ("What was the odds ratio of smokers?", "The odds were higher (OR = 2.1).", True),
    ],
)
def test_is_given(question: str, text: str, given: bool) -> None:
    attribute = find_named_attribute(question)
    assert attribute is not None
    assert attribute.is_given(text) is given


@pytest.mark.parametrize(
    "question",
    [
        "What corpus is RillNet trained on?",
        "Why does RillNet use dropout?",
        "Which river has the lowest learning rate of all?",
    ],
)
def test_other_things_have_no_fixed_name(question: str) -> None:
    assert find_named_attribute(question) is None
