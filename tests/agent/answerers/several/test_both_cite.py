"""Which of several papers cite another one."""

from __future__ import annotations

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session

RILLNET, SNOW, TWIN = "castellanos-2021-rillnet", "thorvik-2023-snowledger", "haldorsen-2021-donor-catchments"


@pytest.mark.parametrize(
    "question",
    [
        "Do SnowLedger and TwinGauge both refer to RillNet?",
        "Which of SnowLedger and TwinGauge cites RillNet?",
        "Is RillNet cited by both SnowLedger and TwinGauge?",
    ],
)
def test_those_that_cite_a_paper_are_told_from_the_others(by_words: Session, question: str) -> None:
    citing = by_words.cluster.citing(by_words.paper_id(RILLNET))
    found = [by_words.paper_id(paper) in citing for paper in (SNOW, TWIN)]
    text = ask(by_words, question).text
    assert text.startswith({2: "Yes: ", 1: "Only ", 0: "No: "}[sum(found)])
    assert all(
        f'"{by_words.cluster.summary(by_words.paper_id(paper)).title}"' in text for paper in (SNOW, TWIN)
    )


def test_a_question_for_something_else_is_not_about_citing(by_words: Session) -> None:
    text = ask(by_words, "Do RillNet and SnowLedger cite the rain?").text
    assert not text.startswith(("Yes: ", "Only ", "No: "))
