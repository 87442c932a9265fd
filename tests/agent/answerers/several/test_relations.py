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
        ("They train networks. Which optimizer did each use?", "list", "Which optimizer did they use"),
        ("Which parser does each of these run?", "list", "Which parser does they run"),
        ("How much faster to train is, i.e. what are the training times", "least", "How long to train"),
        ("Accuracy - who reports the higher figure", "most", "What is the Accuracy"),
        ("Is the same optimizer used", "same", "Which optimizer is used"),
        ("On five-class sentiment, who does better", "most", "What is the score On five-class sentiment"),
        ("Accuracy on MNLI, which is higher", "most", "What is the Accuracy on MNLI"),
        ("How many systems do they combine at most", "list", "How many systems do they combine at most"),
        ("Parsing: which data do they use", "list", "Parsing: which data do they use"),
        ("Whose vocabulary is bigger", "most", "What is the size of the vocabulary"),
        ("Is the starting learning rate lower", "least", "What is the starting learning rate"),
        ("Which paper has fewer parameters", "least", "How many parameters"),
        ("Which one is older", "least", "What is the year of publication"),
        ("Which took longer to train", "most", "How long took to train"),
        ("Do they use the same optimizer", "same", "Which optimizer do they use"),
        ("Are they trained with the same optimizer?", "same", "Which optimizer are they trained with"),
        ("Do they share an optimizer? Which one(s)?", "same", "Which optimizer do they use"),
        ("Which is more accurate on MNLI, and with what scores?", "most", "What is the accuracy on MNLI"),
        ("Which has the best error on MNLI", "least", "What is the error on MNLI"),
        ("Do they do better on MNLI, and by how many points?", "most", "What is the score on MNLI"),
        ("Were they trained on SNLI?", "all", "Were they trained on SNLI"),
        ("Rank they by dev F1.", "most", "What is the dev F1"),
        ("How do the dropout rates differ", "difference", "What are the dropout rates"),
        ("Compare dropout on MNLI: they. who drops more?", "most", "What is the dropout on MNLI: they"),
        (
            "Which uses the larger hidden size, and what are the two values?",
            "most",
            "What is the hidden size",
        ),
        ("Which toolkit do they have in common", "common", "Which toolkit do they have"),
        ("I am writing a survey: what dropout do they apply", "list", "what dropout do they apply"),
    ],
)
def test_relations_and_the_question_to_each(question: str, kind: str, part: str) -> None:
    assert find_relation(question) == Relation(kind, part)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Which came first", "least"),
        ("Which one was published earlier", "least"),
        ("Which came out later", "most"),
        ("Which paper is more recent", "most"),
    ],
)
def test_what_came_first_is_asked_as_the_year(text: str, kind: str) -> None:
    relation = find_relation(text)
    assert (relation.kind, relation.part) == (kind, "What is the year of publication")


def test_what_is_done_first_is_no_year() -> None:
    assert "year" not in find_relation("Which step do they run first").part
