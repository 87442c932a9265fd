"""Questions about the text of a paper."""

from __future__ import annotations

import pytest

from citehop.evaluation.question_generation.reference import PassageSentence, ask_about_full_text


def _ask(*texts: str) -> dict[str, str]:
    found = ask_about_full_text([PassageSentence(text, 2) for text in texts])
    return {one.question: one.answer for one in found}


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "To avoid overfitting on small basins, we use dropout (Hill et al., 2014) with a rate of 0.4.",
            "What do the authors do to avoid overfitting on small basins?",
            "we use dropout (Hill et al., 2014) with a rate of 0.4",
        ),
        (
            "Since the gauges are sparse, we adopt a graph over the drainage lines.",
            "Why do the authors adopt a graph over the drainage lines?",
            "the gauges are sparse",
        ),
        (
            "We train vectors of length 80 because longer vectors did not fit into the memory.",
            "Why do the authors train vectors of length 80?",
            "longer vectors did not fit into the memory",
        ),
        (
            "The GaugeNet dataset (Brook, 2019) consists of 3,750 annotated pairs and their ratings.",
            "According to the paper, how many annotated pairs does the GaugeNet dataset contain?",
            "3,750",
        ),
    ],
)
def test_a_sentence_is_asked_about(text: str, question: str, answer: str) -> None:
    assert _ask(text) == {question: answer}
    assert answer in text


@pytest.mark.parametrize(
    "text",
    [
        "To account for this problem, we use dropout with a rate of 0.4 in all layers.",
        "Since it is sparse there, we adopt a graph over the drainage lines.",
        "The dataset consists of 3,750 pairs and their ratings.",
        "To avoid overfitting on small basins, we use dropout as discussed above in all layers.",
    ],
)
def test_a_sentence_that_needs_others_is_not(text: str) -> None:
    assert not _ask(text)


def test_two_answers_to_one_question_are_ambiguous() -> None:
    again = "To avoid overfitting on small basins, we use early stopping on a held-out basin."
    assert not _ask(again, "To avoid overfitting on small basins, we use dropout with a rate of 0.4.")
