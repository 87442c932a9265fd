"""What a question asks of several papers together."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.relations import Relation, find_relation


@pytest.mark.parametrize(
    ("question", "kind", "part"),
    [
        ("What optimizer do they use?", "list", "What optimizer do they use"),
        ("Compare the initial learning rates", "list", "What is the initial learning rates"),
        ("Which has the larger minibatch", "most", "What is the size of the minibatch"),
        ("Whose vocabulary is bigger", "most", "What is the size of the vocabulary"),
        ("Is the starting learning rate lower", "least", "What is the starting learning rate"),
        ("Which paper has fewer parameters", "least", "How many parameters"),
        ("Which took longer to train", "most", "How long took to train"),
        ("Do they use the same optimizer", "same", "Which optimizer do they use"),
        ("Are they trained with the same optimizer?", "same", "Which optimizer are they trained with"),
        ("How do the dropout rates differ", "difference", "What are the dropout rates"),
        ("Which toolkit do they have in common", "common", "Which toolkit do they have"),
        ("I am writing a survey: what dropout do they apply", "list", "what dropout do they apply"),
    ],
)
def test_relations_and_the_question_to_each(question: str, kind: str, part: str) -> None:
    assert find_relation(question) == Relation(kind, part)  # type: ignore[arg-type]
