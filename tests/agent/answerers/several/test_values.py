"""Values that answer a question."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.values import find_number, fits_asked, has_number_of


@pytest.mark.parametrize(
    ("question", "text", "quantity", "value"),
    [
        ("What is the size of the minibatch", "dropout rate of 0.5, norm of 3, and mini-batch size of 50", "50", 50),
        ("What is the learning rate", "a batch size of 400 and learning rate of 5e-4 with Adam", "5e-4", 5e-4),
        ("What is the F-measure", "the F-measure on the 5 relation types is 70.9", "70.9", 70.9),
        ("What dropout", "the size was set to 200 and dropout was used with ratio 0.2", "0.2", 0.2),
        ("What batch size", "optimization with 32 batch size", "32", 32),
        ("What threshold of the rate", "goes under the threshold of 10⁻⁵", "10⁻⁵", 1e-5),
        ("What is the vocabulary size", "a vocabulary size of 20,000 words [17]", "20,000", 20000),
        ("How many parameters", "one with only 750K parameters", "750K", 750_000),
        ("How many texts trained on", "2nd stage: 1600 annotated texts for training and 40 documents", "1600", 1600),
        ("How long took to train", "5 minutes per epoch at size 256; a run takes 3 hours", "3 hours", 3),
        ("How long took to train", "training takes approximately 10 days and is stopped then", "10 days", 240),
        ("How many GPUs", "We train it on a single Titan V GPU (12G memory) for 2 epochs", "1", 1),
        ("What is the size in words of the corpus", "The corpus comprises about one million words, divided over "
         "500 samples of 2000 words from 15 text types.", "1 million", 1e6),
        ("What is the dimension of the word vectors", "We use 50-dimensional word vectors: the English words "
         "(Section 5.2 & 5.4) are learnt on Wikipedia", "50", 50),
        ("How many languages", "One of the tests is on eight languages.", "8", 8),
    ],
)  # fmt: skip
def test_the_number_nearest_to_what_is_asked(question: str, text: str, quantity: str, value: float) -> None:
    found = find_number(question, text)
    assert found is not None
    assert found.text == quantity
    assert found.value == pytest.approx(value)


def test_a_year_or_a_citation_is_no_printed_number() -> None:
    assert find_number("What batch size", "We batch documents as in (Yang et al., 2016) [17].") is None


@pytest.mark.parametrize(
    ("part", "text", "fits"),
    [
        ("What is the batch size", "The batch size is 32.", (True, True)),
        ("What is the batch size", "The hidden size is 128.", (False, True)),
        ("Which parser do they use", "The parser of Collins is run.", (True, True)),
        ("Which parser do they use", "The parser is run first.", (True, False)),
    ],
)
def test_a_text_has_the_attribute_and_a_value_of_it(part: str, text: str, fits: tuple[bool, bool]) -> None:
    assert fits_asked(part, text) == fits


def test_a_number_of_something_else_is_not_the_one_asked_for() -> None:
    assert has_number_of("What is the batch size", "We use mini-batches of 64 and a hidden size of 300.")
    assert not has_number_of("What is the batch size", "We use a hidden size of 300.")
    assert not has_number_of("Which parser do they use", "The parser has 3 modes.")
