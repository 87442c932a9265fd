"""Questions about what is drawn, not about what it stands for."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.marks import asks_for_marks


@pytest.mark.parametrize(
    ("question", "about_marks"),
    [
        ("At which rate do all curves meet?", True),
        ("What does the dashed line stand for?", True),
        ("Which two words are dark red?", True),
        ("Which label is missing in the right tree?", True),
        ("Which rate is used on the left side?", True),
        ("Which language is used in the process?", False),
        ("How long is the path to w2 in the example tree?", False),
        ("Which line of work does it follow?", False),
    ],
)
def test_words_for_marks(question: str, about_marks: bool) -> None:
    assert asks_for_marks(question) is about_marks
