"""Questions about a paper by template."""

from __future__ import annotations

import pytest

from citehop.evaluation.question_generation.reference import PassageSentence, _is_name, ask_about_text


def _ask(*texts: str) -> dict[str, str]:
    return {one.question: one.answer for one in ask_about_text([PassageSentence(text, 3) for text in texts])}


def test_a_quantity_that_is_stated_once_is_asked_for() -> None:
    found = _ask("We train with a learning rate of 0.001 and a batch size of 64 throughout.")
    assert found == {
        "What learning rate does the text of the paper state?": "0.001",
        "What batch size does the text of the paper state?": "64",
    }


def test_a_number_is_read_to_its_end() -> None:
    assert not _ask("The perplexity was computed after each batch of 200,000 examples.")


def test_two_values_are_ambiguous_and_one_repeated_is_not() -> None:
    again = "Again the learning rate is 0.01 for all of them."
    assert not _ask("We train with a learning rate of 0.001 for all data sets.", again)
    assert _ask(again, "We keep the learning rate of 0.01 for all data sets.")


@pytest.mark.parametrize(
    "text",
    [
        "The vocabulary size is approximately 670K for Wikipedia and 300K for news.",
        "The learning rate and momentum were set to 0.2 and 0.95 in all runs.",
        "The default L2 regularization is set to 10⁻⁶ for all layers.",
        "We use a window size of 256 and of more for training and validation respectively.",
    ],
)
def test_one_of_several_values_is_not_asked_for(text: str) -> None:
    assert not _ask(text)


def test_a_value_that_another_sentence_gives_in_other_words_is_ambiguous() -> None:
    stated = "We train all models with a batch size of 64 throughout."
    assert _ask(stated)
    assert not _ask(stated, "Each batch contains 32 of the longest documents.")


def test_the_quote_is_the_sentence_with_its_page() -> None:
    sentence = "The parameters are optimized with Adam on all the data sets."
    (one,) = ask_about_text([PassageSentence(sentence, 3)])
    assert (one.answer, one.quote, one.page) == ("Adam", sentence, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BLEU", True),
        ("Number of Layers", True),
        ("Ahead of Network", False),
        ("F1 on", False),
        ("12", False),
    ],
)
def test_a_fragment_of_a_header_is_no_name(text: str, expected: bool) -> None:
    assert _is_name(text) is expected
