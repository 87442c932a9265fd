"""Terms of texts."""

import pytest

from citehop.indexes.text.analysis import analyze


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the K_I of x_{max}", ["ki", "xmax"]),
        ("60·3 years", ["60.3", "year"]),
        ("How long does HIM train? Ask him.", ["long", "him", "train", "ask"]),
        ("the SHMM-ME model", ["shmm", "me", "shmmme", "model"]),
        ("HIM", ["him"]),
        ("CAN IT BE DONE?", ["done"]),  # all of it is in capitals
        ("I saw A", ["saw"]),
        ("70M of 1,000 state-of-the-art", ["70m", "1000", "state", "art", "stateoftheart"]),
        ("so\u00adft \ufb01ne", ["soft", "fine"]),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms
