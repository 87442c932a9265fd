"""Follow-ups completed by the turn before, and reasons that no paper gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.conversation.completion import complete_followup, find_base, refuse_without_reason
from citehop.agent.conversation.types import Turn
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.papers.types import BBox

WHY = "Why does RillNet use this dropout?"


def quoting(quote: str) -> Answer:
    return Answer(
        quote, (Citation("castellanos-2021-rillnet", 1, BBox(0, 0, 1, 1), quote),), status="answered"
    )


@pytest.mark.parametrize(
    "quote",
    [
        "The dropout is .2, as in most work.",
        "Therefore the rate is halved.",
        "RillNet is used because it is fast.",
    ],
)
def test_a_why_without_a_reason_is_refused(quote: str, by_words: Session) -> None:
    refused = refuse_without_reason(WHY, quoting(quote), by_words.subjects)
    assert (refused.status, refused.citations) == ("abstained", ())
    assert refused.closest is not None
    assert refused.closest.quote == quote


def test_a_reason_for_what_is_asked_stays(by_words: Session) -> None:
    given = quoting("Dropout is kept low because the graph is small.")
    assert refuse_without_reason(WHY, given, by_words.subjects) is given
    fact = quoting("RillNet was published in 2021.")
    assert refuse_without_reason("When was RillNet published?", fact, by_words.subjects) is fact


def test_another_figure_alone_takes_the_place_of_the_one_before(by_words: Session) -> None:
    turn = Turn("What is shown in Figure 2 of the RillNet paper?", Answer("", status="answered"))
    index = by_words.subjects
    complete = complete_followup("and Figure 1?", turn, [turn], index)
    assert complete == "What is shown in Figure 1 of the RillNet paper?"
    other = replace(turn, question="Who wrote RillNet?")
    assert complete_followup("and Figure 1?", other, [other], index) == ""


def test_the_paper_is_the_last_one_that_an_answer_is_from(by_words: Session) -> None:
    turns = [
        Turn("How many units does it have?", quoting("It has 64 units.")),
        Turn("Which is worst?", Answer("")),
    ]
    complete = complete_followup("who wrote the paper?", turns[-1], turns, by_words.subjects)
    assert complete == "Who wrote the paper of Castellanos et al. 2021?"


def test_small_talk_and_a_question_without_its_noun_are_no_base() -> None:
    whole = Turn("How many units does RillNet have?", Answer(""))
    assert find_base("", [whole, Turn("thanks", Answer("")), Turn("and?", Answer(""))]) is whole
    assert find_base("", []) is None
