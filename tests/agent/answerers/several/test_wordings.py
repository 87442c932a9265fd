"""Comparisons of two papers in one wording."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.wordings import unify_wording


@pytest.mark.parametrize(
    ("question", "unified"),
    [
        (
            "Is the optimizer of RillNet the same as SnowLedger's? which one",
            "Do RillNet and SnowLedger use the same optimizer?",
        ),
        (
            "Is RillNet's optimizer the same as that of SnowLedger?",
            "Do RillNet and SnowLedger use the same optimizer?",
        ),
        (
            "Does the RillNet model start from the same vectors as SnowLedger does?",
            "Do SnowLedger and the RillNet model start from the same vectors?",
        ),
        (
            "How does the kappa of RillNet compare with that of SnowLedger?",
            "Compare the kappa of RillNet and SnowLedger",
        ),
        (
            "number of gauges that RillNet reports against SnowLedger",
            "number of gauges of RillNet against SnowLedger",
        ),
        (
            "How does the kappa of RillNet differ from that of SnowLedger?",
            "Compare the kappa of RillNet and SnowLedger",
        ),
        (
            "Whose model is larger, that of RillNet or that of SnowLedger?",
            "Whose model is larger, RillNet or SnowLedger?",
        ),
        (
            "RillNet and SnowLedger: which of them puts more record pairs into one minibatch?",
            "RillNet and SnowLedger: which of them has the larger batch size?",
        ),
        (
            "RillNet vs SnowLedger: how long are the word vectors?",
            "RillNet vs SnowLedger: What is the dimension of the word vectors?",
        ),
        (
            "How do the vocabularies compare between RillNet and SnowLedger: which one is larger?",
            "Compare the vocabularies of RillNet and SnowLedger",
        ),
        (
            "Compare RillNet with SnowLedger in terms of batch size.",
            "Compare the batch size of RillNet with SnowLedger",
        ),
        (
            "What is the optimizer common to RillNet and SnowLedger?",
            "Which optimizer do RillNet and SnowLedger both use?",
        ),
        (
            "Name the optimizer that RillNet and SnowLedger share.",
            "Which optimizer do RillNet and SnowLedger share?",
        ),
        (
            "RillNet and the snow model were trained with the same toolkit: which one is it?",
            "Which toolkit were RillNet and the snow model both trained with?",
        ),
        (
            "Both RillNet & SnowLedger rest on one contract. What number?",
            "Which contract number do RillNet & SnowLedger both rest on?",
        ),
        (
            "RillNet and SnowLedger are run on one corpus; give its name",
            "Which corpus are RillNet and SnowLedger both run on?",
        ),
        (
            "RillNet and SnowLedger share an optimizer. Name it.",
            "Which optimizer do RillNet and SnowLedger both share?",
        ),
        (
            "RillNet and SnowLedger were tested on which same corpus? and with what error",
            "Which corpus were RillNet and SnowLedger both tested on? and with what error",
        ),
        (
            "RillNet and SnowLedger use which optimizer?",
            "Which optimizer do RillNet and SnowLedger use?",
        ),
        (
            "RillNet and SnowLedger use the same optimizer, which, and with what rates?",
            "Which optimizer do RillNet and SnowLedger both use, and with what rates?",
        ),
        (
            "RillNet uses the same optimizer: which one is it?",
            "RillNet uses the same optimizer: which one is it?",
        ),
        ("Which gauges does RillNet use?", "Which gauges does RillNet use?"),
        ("What is the loss that they use?", "What is the loss that they use?"),
    ],
)
def test_two_papers_are_joined(question: str, unified: str) -> None:
    assert unify_wording(question) == unified
