"""Sentences that say what a figure is."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.choice import presents


@pytest.mark.parametrize(
    ("text", "presented"),
    [
        ("Figure 4 (a) A standard parse.", True),
        ("As before, Figure 4(a) displays the drop for each seal.", True),
        ("The curves are depicted in Figure 4, where they rise.", True),
        ("Every seal is a column (see Figure 4).", True),
        ("Steel loses 3% (Figure 4).", False),
        ("Fig. 41 shows the loss.", False),
    ],
)
def test_a_sentence_that_presents_a_figure(text: str, presented: bool) -> None:
    assert presents(text, "Figure 4") is presented
    assert not presents(text, "")  # a drawing without a number
