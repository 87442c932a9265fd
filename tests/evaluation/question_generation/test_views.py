"""Names of a figure that questions are about."""

from __future__ import annotations

import pytest

from citehop.evaluation.question_generation.views import is_label


@pytest.mark.parametrize("text", ["ADF-CRF", "NC-RAPT (High)", "k-NN (k) and SVM", "(ours)", "C++ (gcc)"])
def test_names(text: str) -> None:
    assert is_label(text)


@pytest.mark.parametrize("text", ["ADF-CRF (Sun )", "Liu ()", "Self- (High", "High)", "+ IV NCC", "& others"])
def test_pieces_of_names(text: str) -> None:
    assert not is_label(text)
