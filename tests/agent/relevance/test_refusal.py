"""Refusals by the words of a question: names that no paper has, words that its paper lacks, another paper than its own."""

import pytest

from citehop.agent.relevance.refusal import (
    is_about_nothing_here,
    is_off_subject,
    least_probability,
)
from citehop.agent.relevance.subject import Subject
from citehop.indexes.text.analysis import analyze
from citehop.indexes.text.term_statistics import count_terms

TEXTS = {
    "p": "ZebraNet counts stripes in France with a batch size of 12.",
    "q": "BERT reads words. A capital is large.",
}
STATISTICS = count_terms({paper: [text] for paper, text in TEXTS.items()})
NAMED = Subject("p", 0.9, 0.9, frozenset(analyze("ZebraNet")))
UNCLEAR = Subject("p", 0.2, 0.02)


@pytest.mark.parametrize(
    ("question", "subject", "nothing"),
    [
        ("What does ZebraNet count?", NAMED, False),
        ("What does ZebraNet reach on HotpotQA?", NAMED, False),  # a rare name is asked of a paper
        ("What is the capital of Mongolia?", UNCLEAR, True),
        ("How many stripes does ZebraNet count in Mongolia?", NAMED, False),  # the paper is named
        ("What does Table 3 of the HotpotQA paper show?", NAMED, False),
    ],
)
def test_names_that_no_paper_has(question: str, subject: Subject, nothing: bool) -> None:
    assert is_about_nothing_here(question, STATISTICS, (subject,)) is nothing


@pytest.mark.parametrize(
    ("question", "subject", "least"),
    [
        ("What batch size does ZebraNet use?", NAMED, None),
        ("What learning momentum does ZebraNet use?", NAMED, 0.2),  # the paper has neither word
        ("Why does ZebraNet need momentum?", NAMED, None),  # reasons are given in other words
        ("What is the capital of France?", UNCLEAR, 0.7),
        ("How many gnus are large?", Subject("q", 0.6, 0.2), 0.3),
        ("How many words are large?", Subject("q", 0.6, 0.2), None),
    ],
)
def test_how_sure_an_answer_has_to_be(question: str, subject: Subject, least: float | None) -> None:
    assert least_probability(question, STATISTICS, (subject,)) == least


def test_papers_that_cannot_answer() -> None:
    question, other = "What batch size does BERT use?", Subject("q", 0.1, 0.1)
    assert is_off_subject("How many stripes are there?", STATISTICS, (NAMED, other), ("q",))
    assert is_off_subject(question, STATISTICS, (), ("p",))
    assert not is_off_subject(question, STATISTICS, (), ("p", "q"))
