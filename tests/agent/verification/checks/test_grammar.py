"""Subjects and names of sentences."""

import pytest

from citehop.agent.verification.checks.grammar import subject_tokens
from citehop.agent.verification.checks.names import find_names
from citehop.agent.verification.checks.words import tokenize


@pytest.mark.parametrize(
    ("sentence", "subject"),
    [
        ("The recurrent network performs best.", "The recurrent network"),
        ("In general, our method improves the score.", "our method"),
        ("Word-based tagging was used.", "Word based tagging"),
        ("Nothing finite here", ""),
    ],
)
def test_the_subject_ends_at_the_first_finite_verb(sentence: str, subject: str) -> None:
    assert " ".join(token.text for token in subject_tokens(tokenize(sentence))) == subject


def test_names_are_capitalized_or_mixed_words() -> None:
    names = [
        token.text for token in find_names(tokenize("Models like word2vec, LSTMs and Glove beat fastText."))
    ]
    assert names == ["word2vec", "LSTMs", "Glove", "fastText"]
