"""The question to one of several papers."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_parts import NamedPaper
from citehop.agent.answerers.several.paper_question import PaperQuestion, asks_year_of_part

RILLNET = NamedPaper("castellanos-2021-rillnet", "RillNet", frozenset({"rillnet"}))


@pytest.mark.parametrize(
    ("part", "question"),
    [
        ("What is the batch sizes", "What batch size does RillNet use?"),
        ("What is the accuracy on MNLI", "What accuracy does RillNet reach on MNLI?"),
        ("What is the size of the minibatch", "What size of the minibatch does RillNet use?"),
        ("Which optimizer do they use", "Which optimizer does RillNet use?"),
        ("Were they trained on SNLI", "Was RillNet trained on SNLI?"),
        ("which parser did", "which parser did RillNet?"),
        ("How many texts trained on", "How many texts trained on, in RillNet?"),
    ],
)
def test_each_paper_is_asked_by_its_name(part: str, question: str) -> None:
    assert PaperQuestion(part, RILLNET).text == question


def test_a_paper_given_by_its_id_is_asked_without_its_title() -> None:
    given = NamedPaper("castellanos-2021-rillnet", "RillNet: Message Passing along Drainage Lines")
    assert PaperQuestion("What is the batch size", given).text == "What batch size does it use?"
    assert PaperQuestion("What batch size is used", given).text == "What batch size is used?"


def test_a_restriction_is_kept_without_the_name() -> None:
    paper = NamedPaper("castellanos-2021-rillnet", "RillNet on MossGauge", frozenset({"rillnet"}))
    assert (
        PaperQuestion("What is the batch size", paper).text_without_name
        == "What is the batch size on MossGauge?"
    )


@pytest.mark.parametrize(
    ("part", "is_of_something_else"),
    [
        ("Of what year is the test data", True),
        ("From which year is the corpus", True),
        ("In what year were they published", False),
        ("What is the year of publication", False),
        ("What is the size of the data", False),
    ],
)
def test_a_year_of_the_data_is_not_that_of_the_paper(part: str, is_of_something_else: bool) -> None:
    assert asks_year_of_part(part) is is_of_something_else
